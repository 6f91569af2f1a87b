import type { Game } from "@lotus/games";
import type { Translate } from "@lotus/locales/node";
import type { Logger } from "pino";
import type { Betting } from "../betting/betting.ts";
import type { CheckClock, Database, Queries } from "../db/database.ts";
import type { MayPlay } from "../registers/registers.ts";

/** What chases need of the modules below them. */
export interface ChaseDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly translate: Translate;
  readonly betting: Pick<Betting, "checkSlip" | "placing" | "odds" | "games">;
  /** The games with the operator's time zone. */
  readonly games: readonly Game[];
  /** The server's time (epoch ms), without a query. */
  readonly now: () => number;
  readonly checkClock: CheckClock;
  /** What the exclusion register of the licence says; without one, nothing is asked. */
  readonly mayPlay: MayPlay | null;
  /** Whether every server that is up knows of chases: the books of an earlier one would take them for a breach. */
  readonly allKnow: (tx: Queries) => Promise<boolean>;
  /** Called after each commit that wrote live events. */
  readonly notify: () => void;
}

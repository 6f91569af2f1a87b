import type { Locale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import type { Database, Queries } from "../db/database.ts";
import type { MakeBuckets } from "../http/house-rates.ts";
import type { Conversations } from "./conversations.ts";
import type { Pictures } from "./pictures.ts";
import type { UsualWait } from "./usual-wait.ts";

/** Dependencies shared by the calls of customer service. */
export interface ServiceDeps {
  readonly db: Database;
  readonly conversations: Conversations;
  readonly pictures: Pictures;
  readonly usualWait: UsualWait;
  readonly translate: Translate;
  readonly localeOf: (tag: string) => Locale;
  readonly now: () => number;
  /** Makes the buckets of what players may send. */
  readonly buckets: MakeBuckets;
  /** Wakes the live events after a commit. */
  readonly notify: () => void;
  /** Told of each text that a player writes, in its transaction. */
  readonly noteLine: (tx: Queries, playerId: bigint, text: string) => Promise<void>;
  readonly playerWrote: (playerId: bigint) => void;
}

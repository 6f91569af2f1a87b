import type { ChaseRecord } from "@lotus/contract";
import type { GameCode } from "@lotus/games";
import { gameWords } from "../betting/betting.ts";
import type { Queries } from "../db/database.ts";
import { lockCash } from "../ledger/ledger.ts";
import type { PlayerCalls } from "../http/handler.ts";
import { cancelChaseCall } from "./calls/cancel-chase.ts";
import { chaseCall } from "./calls/chase.ts";
import { chaseOddsCall } from "./calls/chase-odds.ts";
import { chaseDetailCall, chasesCall } from "./calls/chases.ts";
import type { ChaseDeps } from "./chase-deps.ts";
import { parseChaseNo } from "./chase-no.ts";
import { chaseRecordOf, type ChaseRow } from "./chase-record.ts";
import * as sql from "./chase.sql.ts";
import { ChaseWorker } from "./chase-worker.ts";
import { endChasesIn } from "./end-chases.ts";

export type { ChaseDeps } from "./chase-deps.ts";
export { chaseNoOf } from "./chase-no.ts";

/** Public API of chases: the same lines over many periods, with the stakes set aside. */
export interface Chases {
  readonly calls: PlayerCalls<"chase" | "cancelChase" | "chaseOdds" | "chases" | "chaseDetail">;
  /** To be called where the draws are led, when a period of a game has gone on sale or is settled. Returns at once. */
  wake(game: GameCode): void;
  /** To be called there each second: what a failure or another server's end left undone is found. Returns at once. */
  look(): void;
  /** Does all that is due in a game now; for tests. */
  advance(game: GameCode): Promise<void>;
  /** A player's chases, newest first, for the desk. */
  chasesOf(playerId: bigint, locale: Parameters<typeof gameWords>[1]): Promise<readonly ChaseRecord[]>;
  /**
   * Ends a player's chase at the desk, in the caller's transaction: `unknown` if it is none of theirs, `over` if it has ended,
   * `stopped` while no money may move. Notify after the commit.
   */
  endAtDesk(
    tx: Queries,
    playerId: bigint,
    chaseNo: string,
  ): Promise<"ended" | "unknown" | "over" | "stopped">;
  stop(): Promise<void>;
}

/** Chases that the desk sees of a player. */
const SEEN_AT_DESK = 50;

/** Opens the chases; nothing runs before `wake` or `look`. */
export function openChases(deps: ChaseDeps): Chases {
  const worker = new ChaseWorker(deps);
  const wakeNamed = (code: string): void => {
    const game = deps.games.find((each) => each.code === code);
    // Whichever server it is: the first bet need not wait for the one that leads the draws.
    if (game !== undefined) worker.wake(game.code);
  };
  return {
    calls: {
      chase: chaseCall(deps, wakeNamed),
      cancelChase: cancelChaseCall(deps),
      chaseOdds: chaseOddsCall(deps, wakeNamed),
      chases: chasesCall(deps),
      chaseDetail: chaseDetailCall(deps),
    },
    wake: (game) => worker.wake(game),
    look: () => worker.look(),
    advance: async (code) => {
      const game = deps.games.find((each) => each.code === code);
      if (game !== undefined) await worker.advance(game);
    },
    chasesOf: async (playerId, locale) => {
      const rows = await deps.db.heavy.query<ChaseRow>(sql.LIST, [playerId, null, null, null, SEEN_AT_DESK]);
      const words = gameWords(deps.translate, locale);
      return rows.map((row) => chaseRecordOf(row, words));
    },
    endAtDesk: async (tx, playerId, chaseNo) => {
      const id = parseChaseNo(chaseNo);
      await lockCash(tx, playerId);
      const [progress] =
        id === null
          ? []
          : await tx.query<{ stopped: boolean } & Record<string, unknown>>(sql.OWN_PROGRESS, [playerId, id]);
      if (id === null || progress === undefined) return "unknown";
      if (progress.stopped) return "stopped";
      return (await endChasesIn(tx, [{ id, why: "operator" }])) > 0 ? "ended" : "over";
    },
    stop: () => worker.quiet(),
  };
}

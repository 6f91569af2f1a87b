import type { ChaseEnd } from "@lotus/contract";
import type { GameCode } from "@lotus/games";
import { formatMoney } from "@lotus/money";
import type { Database, Queries } from "../db/database.ts";
import { sendMessages } from "../inbox/inbox.ts";
import * as sql from "./chase.sql.ts";

/** A chase to end, and why. */
export interface Ending {
  readonly id: bigint;
  readonly why: ChaseEnd;
  /** What came back of the bet whose result decided it. */
  readonly back?: bigint;
}

/** Reasons that players are told by a message: they were not there, or did not do it themselves. */
const TOLD: ReadonlySet<ChaseEnd> = new Set(["won", "profit", "loss", "limit", "register", "operator"]);

/** Ends chases, and tells their players; those that are over already stay as they are. Returns how many it ended. */
export function endChases(db: Pick<Database, "transaction">, endings: readonly Ending[]): Promise<number> {
  if (endings.length === 0) return Promise.resolve(0);
  return db.transaction((tx) => endChasesIn(tx, endings));
}

/** As `endChases`, in the caller's transaction. */
export async function endChasesIn(tx: Queries, endings: readonly Ending[]): Promise<number> {
  const ids = endings.map(({ id }) => id);
  const [row] = await tx.query<{ ended: number }>(sql.END, [
    ids,
    endings.map(({ why }) => why),
    endings.map(({ back }) => back ?? null),
  ]);
  const ended = row?.ended ?? 0;
  if (ended > 0) await tellEnded(tx, endings);
  return ended;
}

async function tellEnded(tx: Queries, endings: readonly Ending[]): Promise<void> {
  const told = new Map(endings.filter(({ why }) => TOLD.has(why)).map(({ id, why }) => [id, why]));
  const rows = await tx.query<{
    chase_id: bigint;
    player_id: bigint;
    game: GameCode;
    why: ChaseEnd;
    returned: bigint;
  }>(sql.ENDED, [[...told.keys()]]);
  await sendMessages(
    tx,
    rows
      .filter(({ chase_id: id, why }) => told.get(id) === why)
      .map(({ player_id: playerId, game, why, returned }) => ({
        playerId,
        template: "chaseEnded" as const,
        values: { game, reason: why, amount: formatMoney(returned) },
      })),
  );
}

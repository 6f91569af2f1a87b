import { CALLS } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import { toHex } from "@lotus/tlog";
import type { Database } from "../../db/database.ts";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import type { LiabilityRuns } from "../liability-runs.ts";
import { ownLine } from "../own-line.ts";

/** GET /api/user/liability. */
export function liabilityCall(
  db: Database,
  runs: Pick<LiabilityRuns, "newest">,
): BoundCall<typeof CALLS.liability> {
  return bind(CALLS.liability, async (_request, { caller: { playerId } }) => {
    const run = await runs.newest();
    const line = run === null ? null : await ownLine(db, run, playerId);
    if (run === null || line === null) return accept(null);
    return accept({
      at: run.at,
      root: toHex(run.root),
      sum: run.hidesSum ? null : formatMoney(run.sum),
      cash: formatMoney(line.cash),
      held: formatMoney(line.held),
      blind: toHex(line.blind),
      player: toHex(line.player),
      path: line.path.map(({ hash, sum }) => ({ hash: toHex(hash), sum: formatMoney(sum) })),
      index: line.index,
      depth: run.depth,
    });
  });
}

import type { CallData } from "@lotus/contract";
import { DESK_CALLS } from "@lotus/contract/desk";
import { formatMoney } from "@lotus/money";
import { accept, bind, refuse } from "../../http/handler.ts";
import type { LiabilityRun } from "../../liabilities/liabilities.ts";
import type { DeskDeps } from "../desk-deps.ts";

type LiabilityCallDeps = Pick<DeskDeps, "db" | "auditedActions"> & {
  readonly services: Pick<DeskDeps["services"], "liabilities">;
};

/** Calls of the proof of liabilities: the newest one, and a run on request. */
export function liabilityCalls({ db, auditedActions, services: { liabilities } }: LiabilityCallDeps) {
  return {
    liabilities: bind(DESK_CALLS.liabilities, async () => accept(shown(await liabilities.newest()))),
    runLiabilities: bind(DESK_CALLS.runLiabilities, async (_request, context) => {
      await auditedActions.write(db, context, { action: "liabilities.run", subject: "liabilities" });
      const run = await liabilities.run();
      return run === null ? refuse("STATE_REFUSES") : accept(shown(run));
    }),
  };
}

function shown(run: LiabilityRun | null): CallData<typeof DESK_CALLS.liabilities> {
  return run === null
    ? null
    : {
        at: run.at,
        root: Buffer.from(run.root).toString("hex"),
        sum: formatMoney(run.sum),
        players: run.players,
        received: formatMoney(run.received),
      };
}

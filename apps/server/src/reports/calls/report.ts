import { CALLS } from "@lotus/contract";
import type { Deps } from "../../deps.ts";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import { offsetMinutesOf, reportParts } from "../../ledger/ledger.ts";
import { reportOf } from "../report.ts";

const DAYS = { today: 1, "3d": 3, "7d": 7, "31d": 31 } as const;
const QUARTER_MINUTES = 15;

/** GET /api/user/report. */
export function reportCall({ db, clock }: Pick<Deps, "db" | "clock">, timeZone: string): BoundCall {
  return bind(CALLS.report, async ({ query }, { caller }) => {
    const asked = query.tz_offset ?? offsetMinutesOf(timeZone, clock.now());
    const offsetMinutes = Math.round(asked / QUARTER_MINUTES) * QUARTER_MINUTES;
    const days = DAYS[query.range ?? "7d"];
    return accept(reportOf(await reportParts(db, caller.playerId, { days, offsetMinutes }), offsetMinutes));
  });
}

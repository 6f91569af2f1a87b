import * as z from "zod/mini";
import type { Action } from "./actions.ts";
import { between, recordId } from "./desk-call.ts";
import { auditFilter } from "./operators.ts";
import { orderFilter } from "./orders.ts";
import { playerStatus } from "./records.ts";

/** A file export of the desk: GET with the header Token, returns text/csv with a file name. Audited. */
export interface DeskExport {
  readonly path: string;
  readonly action: Action;
  readonly query: z.ZodMiniType;
}

/** All exports. They contain what the lists contain: personal data stays masked. */
export const DESK_EXPORTS = {
  recharges: {
    path: "/desk/api/export/recharges.csv",
    action: "export.recharges",
    query: z.strictObject({ ...orderFilter }),
  },
  withdrawals: {
    path: "/desk/api/export/withdrawals.csv",
    action: "export.withdrawals",
    query: z.strictObject({ ...orderFilter }),
  },
  players: {
    path: "/desk/api/export/players.csv",
    action: "export.players",
    query: z.strictObject({ status: z.optional(playerStatus) }),
  },
  ledger: {
    path: "/desk/api/export/ledger.csv",
    action: "export.ledger",
    query: z.strictObject({ player_id: recordId, ...between }),
  },
  audit: {
    path: "/desk/api/export/audit.csv",
    action: "export.audit",
    query: z.strictObject({ ...auditFilter }),
  },
} as const satisfies Readonly<Record<string, DeskExport>>;

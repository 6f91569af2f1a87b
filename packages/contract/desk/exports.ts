import * as z from "zod/mini";
import type { Action } from "./actions.ts";
import { between, recordId } from "./desk-call.ts";
import { auditFilter } from "./operators.ts";
import { orderFilter } from "./orders.ts";
import { playerStatus } from "./records.ts";

/** For programs: amounts with a point, times in UTC; or for people: cells that a spreadsheet shows in its reader's way. */
const format = z.optional(z.enum(["csv", "xlsx"]));

/** A file export of the desk: GET with the header Token, returns CSV, unless asked for XLSX, with a file name. Audited. */
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
    query: z.strictObject({ format, ...orderFilter }),
  },
  withdrawals: {
    path: "/desk/api/export/withdrawals.csv",
    action: "export.withdrawals",
    query: z.strictObject({ format, ...orderFilter }),
  },
  players: {
    path: "/desk/api/export/players.csv",
    action: "export.players",
    query: z.strictObject({ format, status: z.optional(playerStatus) }),
  },
  ledger: {
    path: "/desk/api/export/ledger.csv",
    action: "export.ledger",
    query: z.strictObject({ format, player_id: recordId, ...between }),
  },
  audit: {
    path: "/desk/api/export/audit.csv",
    action: "export.audit",
    query: z.strictObject({ format, ...auditFilter }),
  },
} as const satisfies Readonly<Record<string, DeskExport>>;

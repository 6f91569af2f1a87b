import * as z from "zod/mini";
import { time } from "../fields.ts";
import { typed } from "../typed-fields.ts";
import {
  ACTION_REFUSALS,
  between,
  CHANGE_REFUSALS,
  defineDeskCall,
  listOf,
  listQuery,
  queueQuery,
  optionalReason,
  reason,
  recordId,
  SECOND_REFUSALS,
} from "./desk-call.ts";
import { auditRow, operatorRecord, operatorRequest, role } from "./records.ts";

const params = z.strictObject({ id: recordId });
const READ_ONE = [...ACTION_REFUSALS, "RECORD_UNKNOWN"] as const;

/** An operator's name: 3–40 letters, digits, dots, dashes and underscores; unique without case. */
export const newOperatorName = typed(
  z.regex(/^[A-Za-z][A-Za-z0-9._-]{2,39}$/, { error: "validation.invalid" }),
);

/**
 * One half of an operator's enrolment code, shown once: the other half is shown to the other admin, and neither works
 * alone. Null if nobody enrols.
 */
const half = z.nullable(z.string());

/** Reply to a request: it now waits for another admin. */
const requestReply = z.object({ record: operatorRequest, waitsForSecond: z.boolean(), half });

export const operators = defineDeskCall({
  method: "GET",
  path: "/desk/api/operators",
  summary: "The operators.",
  auth: "operator",
  action: "operator.read",
  rate: "read",
  query: z.strictObject({ ...listQuery }),
  data: listOf(operatorRecord),
  refusals: ACTION_REFUSALS,
});

export const operator = defineDeskCall({
  method: "GET",
  path: "/desk/api/operators/:id",
  summary: "One operator.",
  auth: "operator",
  action: "operator.read",
  rate: "read",
  params,
  data: operatorRecord,
  refusals: READ_ONE,
});

const OWN = [...CHANGE_REFUSALS, "OWN_ACCOUNT"] as const;
const ASK = [...OWN, "REQUEST_WAITS"] as const;

export const createOperator = defineDeskCall({
  method: "POST",
  path: "/desk/api/operators",
  summary: "Asks for a new operator; answers the first half of the code by which they enrol, shown once.",
  auth: "operator",
  action: "operator.create",
  rate: "money",
  body: z.strictObject({ name: newOperatorName, role, reason }),
  data: requestReply,
  refusals: [...ACTION_REFUSALS, "IDEMPOTENCY_CONFLICT", "OPERATOR_NAME_TAKEN", "REQUEST_WAITS"],
});

export const lockOperator = defineDeskCall({
  method: "POST",
  path: "/desk/api/operators/:id/lock",
  summary: "Locks an operator out: every session ends.",
  auth: "operator",
  action: "operator.lock",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: operatorRecord,
  refusals: OWN,
});

export const unlockOperator = defineDeskCall({
  method: "POST",
  path: "/desk/api/operators/:id/unlock",
  summary: "Asks to let a locked operator in again.",
  auth: "operator",
  action: "operator.unlock",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: requestReply,
  refusals: ASK,
});

export const reissueOperator = defineDeskCall({
  method: "POST",
  path: "/desk/api/operators/:id/reissue",
  summary:
    "Asks to have an operator enrol anew; answers the first half of the code, shown once. Password and authenticator " +
    "are good until it is confirmed.",
  auth: "operator",
  action: "operator.reissue",
  rate: "money",
  params,
  body: z.strictObject({ reason }),
  data: requestReply,
  refusals: ASK,
});

export const changeRole = defineDeskCall({
  method: "POST",
  path: "/desk/api/operators/:id/role",
  summary: "Asks to give an operator another role.",
  auth: "operator",
  action: "operator.role",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ role, reason }),
  data: requestReply,
  refusals: ASK,
});

export const operatorRequests = defineDeskCall({
  method: "GET",
  path: "/desk/api/operatorRequests",
  summary: "What admins asked for about operators, newest first.",
  auth: "operator",
  action: "operator.read",
  rate: "read",
  query: z.strictObject({ status: z.optional(z.enum(["waiting"])), ...queueQuery }),
  data: z.extend(listOf(operatorRequest), {
    /** Number of admins who can sign in: with only one, nothing can be confirmed. */
    admins: z.number(),
  }),
  refusals: ACTION_REFUSALS,
});

export const confirmOperatorRequest = defineDeskCall({
  method: "POST",
  path: "/desk/api/operatorRequests/:id/confirm",
  summary:
    "Confirms what another admin asked for, and it is done. Of one to be made or to enrol anew it answers the second " +
    "half of the code, shown once; from now on they have a day to enrol, and what they signed in with before is worth nothing.",
  auth: "operator",
  action: "operator.confirm",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason: optionalReason }),
  data: z.object({ record: operatorRequest, half }),
  refusals: [...OWN, ...SECOND_REFUSALS, "OPERATOR_NAME_TAKEN"],
});

export const cancelOperatorRequest = defineDeskCall({
  method: "POST",
  path: "/desk/api/operatorRequests/:id/cancel",
  summary: "Cancels a request that waits.",
  auth: "operator",
  action: "operator.cancel",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: operatorRequest,
  refusals: CHANGE_REFUSALS,
});

export const auditFilter = {
  operator_id: z.optional(recordId),
  action: z.optional(z.string().check(z.maxLength(40))),
  /** A part of the subject, such as an order number; case-insensitive. */
  subject: z.optional(typed(z.maxLength(80))),
  ...between,
};

export const audit = defineDeskCall({
  method: "GET",
  path: "/desk/api/audit",
  summary: "What operators did, newest first. Nothing in it is ever changed or deleted.",
  auth: "operator",
  action: "audit.read",
  rate: "read",
  heavy: true,
  query: z.strictObject({ ...auditFilter, ...listQuery }),
  data: listOf(auditRow),
  refusals: ACTION_REFUSALS,
});

/** The chain of the audit log: each line carries the hash of the one before. */
const chain = z.object({
  lines: z.number(),
  /** Hash of the last line's link, in hex. */
  head: z.string(),
  /** What the public log told of it last: how many lines, when, and in which entry; null before the first time. */
  logged: z.nullable(z.object({ lines: z.number(), time, entry: z.number() })),
  /** The first line that does not fit: its number and its place in the chain, as far as they are known. */
  broken: z.nullable(
    z.object({
      id: z.nullable(z.string()),
      place: z.nullable(z.number()),
      why: z.enum(["changed", "removed", "added", "rewritten"]),
    }),
  ),
});
export type AuditChain = z.output<typeof chain>;

export const auditChain = defineDeskCall({
  method: "GET",
  path: "/desk/api/audit/chain",
  summary:
    "Checks each line of the audit log against the hash of the one before, and the whole against what the public log told of it.",
  auth: "operator",
  action: "audit.read",
  rate: "read",
  heavy: true,
  data: chain,
  refusals: ACTION_REFUSALS,
});

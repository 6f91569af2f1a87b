import * as z from "zod/mini";
import {
  ACTION_REFUSALS,
  between,
  CHANGE_REFUSALS,
  defineDeskCall,
  listOf,
  listQuery,
  reason,
  recordId,
} from "./desk-call.ts";
import { auditRow, operatorRecord, role } from "./records.ts";

const params = z.strictObject({ id: recordId });
const READ_ONE = [...ACTION_REFUSALS, "RECORD_UNKNOWN"] as const;

/** An operator's name: 3–40 letters, digits, dots, dashes and underscores; unique without case. */
export const newOperatorName = z
  .string()
  .check(z.regex(/^[A-Za-z][A-Za-z0-9._-]{2,39}$/, { error: "validation.invalid" }));

/** What the operator needs to sign in, shown once. */
const credentials = z.object({
  record: operatorRecord,
  /** To be replaced at the first sign-in; null where the password stays as it is. */
  oneTimePassword: z.nullable(z.string()),
  /** For an authenticator, as text or QR. */
  otpauthUri: z.string(),
});

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

export const createOperator = defineDeskCall({
  method: "POST",
  path: "/desk/api/operators",
  summary: "Makes an operator; answers a one-time password and the secret of the authenticator, shown once.",
  auth: "operator",
  action: "operator.create",
  rate: "money",
  body: z.strictObject({ name: newOperatorName, role, reason }),
  data: credentials,
  refusals: [...ACTION_REFUSALS, "OPERATOR_NAME_TAKEN"],
});

const OWN = [...CHANGE_REFUSALS, "OWN_ACCOUNT"] as const;

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
  summary: "Lets a locked operator in again.",
  auth: "operator",
  action: "operator.unlock",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: operatorRecord,
  refusals: OWN,
});

export const reissueOperator = defineDeskCall({
  method: "POST",
  path: "/desk/api/operators/:id/reissue",
  summary:
    "Gives an operator a new one-time password and a new secret for the authenticator; ends every session.",
  auth: "operator",
  action: "operator.reissue",
  rate: "money",
  params,
  body: z.strictObject({ reason }),
  data: credentials,
  refusals: OWN,
});

export const changeRole = defineDeskCall({
  method: "POST",
  path: "/desk/api/operators/:id/role",
  summary: "Gives an operator another role; ends every session of theirs.",
  auth: "operator",
  action: "operator.role",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ role, reason }),
  data: operatorRecord,
  refusals: OWN,
});

export const auditFilter = {
  operator_id: z.optional(recordId),
  action: z.optional(z.string().check(z.maxLength(40))),
  subject: z.optional(z.string().check(z.maxLength(80))),
  ...between,
};

export const audit = defineDeskCall({
  method: "GET",
  path: "/desk/api/audit",
  summary: "What operators did, newest first. Nothing in it is ever changed or deleted.",
  auth: "operator",
  action: "audit.read",
  rate: "read",
  query: z.strictObject({ ...auditFilter, ...listQuery }),
  data: listOf(auditRow),
  refusals: ACTION_REFUSALS,
});

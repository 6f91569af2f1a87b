import { DESK_CALLS, permissionOf, type Role } from "@lotus/contract/desk";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { deskPage } from "../lists.ts";
import type { DeskContext, DeskDeps } from "../desk-deps.ts";
import { newHalf } from "./enrolments.ts";
import {
  ACTION_OF,
  listRequests,
  readRequest,
  type ConfirmOutcome,
  type OperatorRequest,
  type RequestKind,
} from "./operator-requests.ts";
import * as sql from "./operators.sql.ts";
import { readOperator } from "./operators.ts";
import { NO_SECOND } from "./second-person.ts";

/** Calls for changes of operators that take two admins: one requests, another confirms. */
export function requestCalls(deps: DeskDeps) {
  const { db } = deps;
  return {
    operatorRequests: bind(DESK_CALLS.operatorRequests, async ({ query }) => {
      const waiting = query.status !== undefined;
      const { rows, nextCursor } = await deskPage(query, (at) => listRequests(db, { waiting }, at));
      const [row] = await db.query<{ admins: number }>(sql.ADMINS);
      return accept({ list: rows.map(({ record }) => record), nextCursor, admins: row?.admins ?? 0 });
    }),
    createOperator: createCall(deps),
    reissueOperator: bind(DESK_CALLS.reissueOperator, ({ params, body }, context) =>
      requestAbout(deps, context, {
        kind: "reissue",
        id: BigInt(params.id),
        role: null,
        reason: body.reason,
      }),
    ),
    changeRole: bind(DESK_CALLS.changeRole, ({ params, body }, context) =>
      requestAbout(deps, context, {
        kind: "role",
        id: BigInt(params.id),
        role: body.role,
        reason: body.reason,
      }),
    ),
    unlockOperator: bind(DESK_CALLS.unlockOperator, ({ params, body }, context) =>
      requestAbout(deps, context, { kind: "unlock", id: BigInt(params.id), role: null, reason: body.reason }),
    ),
    confirmOperatorRequest: confirmCall(deps),
    cancelOperatorRequest: cancelCall(deps),
  };
}

/** Whether it leads to an enrolment: then its reply contains a half, which must not be stored under a key. */
function enrols(kind: RequestKind): boolean {
  return kind === "create" || kind === "reissue";
}

function createCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.createOperator> {
  const { auditedActions, entropy, requests } = deps;
  return bind(DESK_CALLS.createOperator, async ({ body }, context) => {
    const { name, role, reason } = body;
    const half = newHalf(entropy);
    const done = await auditedActions.once(
      // Without a key: a second click is refused because a request waits already.
      { ...context, idempotencyKey: undefined },
      ({ request }: { readonly request: string }) => ({
        action: "operator.create",
        subject: `request ${request}`,
        reason,
        detail: { name, role, waits: true },
      }),
      async (tx) => {
        if ((await tx.query(sql.IS_NAME, [name])).length > 0) return refuse("OPERATOR_NAME_TAKEN");
        const { operatorId: askedBy } = context.caller;
        const id = await requests.create(tx, {
          kind: "create",
          operatorId: null,
          name,
          role,
          reason,
          askedBy,
          half: half.hash,
        });
        return id === null ? refuse("REQUEST_WAITS") : accept({ request: String(id) });
      },
    );
    if (!done.ok) return done;
    return accept({ ...(await requestReply(deps, done.outcome.request)), half: half.text });
  });
}

interface Wanted {
  readonly kind: Exclude<RequestKind, "create">;
  readonly id: bigint;
  readonly role: Role | null;
  readonly reason: string;
}

async function requestAbout(deps: DeskDeps, context: DeskContext, { kind, id, role, reason }: Wanted) {
  const { auditedActions, entropy, requests } = deps;
  const { operatorId: askedBy, role: ownRole } = context.caller;
  if (id === askedBy) return refuse("OWN_ACCOUNT");
  const half = enrols(kind) ? newHalf(entropy) : null;
  const done = await auditedActions.once(
    enrols(kind) ? { ...context, idempotencyKey: undefined } : context,
    ({ request }: { readonly request: string }) => ({
      action: ACTION_OF[kind],
      subject: `operator ${id}`,
      reason,
      detail: { request, waits: true, ...(role === null ? {} : { role }) },
    }),
    async (tx) => {
      const operator = await readOperator(tx, id, true);
      if (operator === null) return refuse("RECORD_UNKNOWN");
      if (!permissionOf(ACTION_OF[kind], ownRole, operator.status).allowed) return refuse("STATE_REFUSES");
      const wanted = { kind, operatorId: id, name: null, role, reason, askedBy, half: half?.hash ?? null };
      const request = await requests.create(tx, wanted);
      return request === null ? refuse("REQUEST_WAITS") : accept({ request: String(request) });
    },
  );
  if (!done.ok) return done;
  return accept({ ...(await requestReply(deps, done.outcome.request)), half: half?.text ?? null });
}

/** The reply to a new request, after its commit. */
async function requestReply({ db, services }: DeskDeps, id: string) {
  services.notify();
  const request = await readRequest(db, BigInt(id));
  if (request === null) throw new Error(`request ${id} is gone`);
  return { record: request.record, waitsForSecond: request.status === "waiting" };
}

const REFUSALS = {
  ...NO_SECOND,
  finished: "STATE_REFUSES",
  own: "OWN_ACCOUNT",
  "name-taken": "OPERATOR_NAME_TAKEN",
} as const satisfies Readonly<Record<Exclude<ConfirmOutcome["outcome"], "done">, string>>;

function confirmCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.confirmOperatorRequest> {
  const { db, auditedActions, services, entropy, config, requests } = deps;
  return bind(DESK_CALLS.confirmOperatorRequest, async ({ params, body }, context) => {
    const seen = await readRequest(db, BigInt(params.id));
    if (seen === null) return refuse("RECORD_UNKNOWN");
    const half = enrols(seen.kind) ? newHalf(entropy) : null;
    const done = await auditedActions.once(
      half === null ? context : { ...context, idempotencyKey: undefined },
      ({ operator }: { readonly operator: string }) => ({
        action: "operator.confirm",
        subject: `operator ${operator}`,
        reason: body.reason,
        detail: detailOf(seen),
      }),
      async (tx) => {
        const { operatorId } = context.caller;
        const by = { operatorId, newDays: config.operatorNewDays, half };
        const result = await requests.confirm(tx, seen.id, by);
        return result.outcome === "done"
          ? accept({ operator: String(result.operatorId) })
          : refuse(REFUSALS[result.outcome]);
      },
    );
    if (!done.ok) return done;
    services.notify();
    const request = await readRequest(db, seen.id);
    if (request === null) throw new Error(`request ${params.id} is gone`);
    return accept({ record: request.record, half: half?.text ?? null });
  });
}

function cancelCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.cancelOperatorRequest> {
  const { db, auditedActions, services, requests } = deps;
  return bind(DESK_CALLS.cancelOperatorRequest, async ({ params, body }, context) => {
    const seen = await readRequest(db, BigInt(params.id));
    if (seen === null) return refuse("RECORD_UNKNOWN");
    const subject = seen.operatorId === null ? `request ${seen.id}` : `operator ${seen.operatorId}`;
    const auditedAction = {
      action: "operator.cancel",
      subject,
      reason: body.reason,
      detail: detailOf(seen),
    } as const;
    const done = await auditedActions.once(context, auditedAction, async (tx) =>
      (await requests.cancel(tx, seen.id, context.caller.operatorId)) ? accept({}) : refuse("STATE_REFUSES"),
    );
    if (!done.ok) return done;
    services.notify();
    const request = await readRequest(db, seen.id);
    if (request === null) throw new Error(`request ${params.id} is gone`);
    return accept(request.record);
  });
}

/** Log details of a request: its author; the line itself shows who confirms or cancels. */
function detailOf({ id, kind, name, role, askedBy }: OperatorRequest) {
  const detail = { request: String(id), kind, name, askedBy: askedBy.name };
  return role === null ? detail : { ...detail, role };
}

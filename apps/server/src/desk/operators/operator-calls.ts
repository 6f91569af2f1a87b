import { DESK_CALLS, permissionOf } from "@lotus/contract/desk";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { deskPage } from "../lists.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { listOperators, operatorRecordOf, readOperator } from "./operators.ts";
import { requestCalls } from "./request-calls.ts";

/** Calls about operators: read, lock (one admin is enough), and everything else, which takes two. */
export function operatorCalls(deps: DeskDeps) {
  const { db } = deps;
  return {
    operators: bind(DESK_CALLS.operators, async ({ query }) => {
      const { rows, nextCursor } = await deskPage(query, (at) => listOperators(db, at));
      return accept({ list: rows.map(operatorRecordOf), nextCursor });
    }),
    operator: bind(DESK_CALLS.operator, async ({ params }) => {
      const operator = await readOperator(db, BigInt(params.id), false);
      return operator === null ? refuse("RECORD_UNKNOWN") : accept(operatorRecordOf(operator));
    }),
    lockOperator: lockCall(deps),
    ...requestCalls(deps),
  };
}

/** Locks an operator out of the desk at once. */
function lockCall({
  db,
  auditedActions,
  operators,
  sessions,
}: DeskDeps): BoundCall<typeof DESK_CALLS.lockOperator> {
  return bind(DESK_CALLS.lockOperator, async ({ params, body }, context) => {
    const id = BigInt(params.id);
    if (id === context.caller.operatorId) return refuse("OWN_ACCOUNT");
    const auditedAction = {
      action: "operator.lock",
      subject: `operator ${id}`,
      reason: body.reason,
    } as const;
    const done = await auditedActions.once(context, auditedAction, async (tx) => {
      const operator = await readOperator(tx, id, true);
      if (operator === null) return refuse("RECORD_UNKNOWN");
      const permission = permissionOf(auditedAction.action, context.caller.role, operator.status);
      if (!permission.allowed) return refuse("STATE_REFUSES");
      await operators.setStatus(tx, id, "locked");
      await sessions.endAll(tx, id);
      return accept({});
    });
    if (!done.ok) return done;
    const operator = await readOperator(db, id, false);
    return operator === null ? refuse("RECORD_UNKNOWN") : accept(operatorRecordOf(operator));
  });
}

import { DESK_CALLS, permissionOf, type Action } from "@lotus/contract/desk";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { deskPage } from "../lists.ts";
import type { DeskRoom } from "../room.ts";
import { listOperators, operatorRecordOf, readOperator } from "./operators.ts";
import * as sql from "./operators.sql.ts";

/** Operators: made, locked, given new credentials and other roles, by admins and never by themselves. */
export function operatorCalls(room: DeskRoom): BoundCall[] {
  const { db } = room;
  return [
    bind(DESK_CALLS.operators, async ({ query }) => {
      const { rows, nextCursor } = await deskPage(query, (at) => listOperators(db, at));
      return accept({ list: rows.map(operatorRecordOf), nextCursor });
    }),
    bind(DESK_CALLS.operator, async ({ params }) => {
      const operator = await readOperator(db, BigInt(params.id), false);
      return operator === null ? refuse("RECORD_UNKNOWN") : accept(operatorRecordOf(operator));
    }),
    createCall(room),
    reissueCall(room),
    ...changeCalls(room),
  ];
}

function createCall({ db, deeds, operators }: DeskRoom): BoundCall {
  return bind(DESK_CALLS.createOperator, async ({ body }, context) => {
    const { name, role, reason } = body;
    const credentials = await operators.newCredentials(name);
    const done = await deeds.once(
      // The reply shows a password, which no key may keep: a second click finds the name taken.
      { ...context, idempotencyKey: undefined },
      (outcome) => ({
        action: "operator.create",
        subject: `operator ${String(outcome.id)}`,
        reason,
        detail: { name, role },
      }),
      async (tx) => {
        const made = await operators.add(tx, { ...credentials, name, role, mustChangePassword: true });
        return made === null ? refuse("OPERATOR_NAME_TAKEN") : accept({ id: String(made.id) });
      },
    );
    if (!done.ok)
      return refuse(done.code === "ACTION_FORBIDDEN" ? "ACTION_FORBIDDEN" : "OPERATOR_NAME_TAKEN");
    const made = await readOperator(db, BigInt(String(done.outcome["id"])), false);
    if (made === null) throw new Error("an operator was made and is not there");
    return accept({
      record: operatorRecordOf(made),
      oneTimePassword: credentials.password,
      otpauthUri: credentials.otpauthUri,
    });
  });
}

function reissueCall({ db, deeds, operators, sessions }: DeskRoom): BoundCall {
  return bind(DESK_CALLS.reissueOperator, async ({ params, body }, context) => {
    const id = BigInt(params.id);
    if (id === context.caller.operatorId) return refuse("OWN_ACCOUNT");
    const operator = await readOperator(db, id, false);
    if (operator === null) return refuse("RECORD_UNKNOWN");
    const credentials = await operators.newCredentials(operator.name);
    const deed = { action: "operator.reissue", subject: `operator ${id}`, reason: body.reason } as const;
    const done = await deeds.once({ ...context, idempotencyKey: undefined }, deed, async (tx) => {
      await readOperator(tx, id, true);
      await operators.reissue(tx, id, credentials);
      await sessions.endAll(tx, id);
      return accept({});
    });
    if (!done.ok) return done;
    return accept({
      record: operatorRecordOf({ ...operator, mustChangePassword: true }),
      oneTimePassword: credentials.password,
      otpauthUri: credentials.otpauthUri,
    });
  });
}

function changeCalls(room: DeskRoom): BoundCall[] {
  const { db, deeds, sessions } = room;
  type Change = "lockOperator" | "unlockOperator" | "changeRole";
  const change = (name: Change, action: Action): BoundCall =>
    bind(DESK_CALLS[name], async ({ params, body }, context) => {
      const id = BigInt(params.id);
      if (id === context.caller.operatorId) return refuse("OWN_ACCOUNT");
      const role = "role" in body ? body.role : undefined;
      const detail = role === undefined ? undefined : { role };
      const deed = { action, subject: `operator ${id}`, reason: body.reason, detail };
      const done = await deeds.once(context, deed, async (tx) => {
        const operator = await readOperator(tx, id, true);
        if (operator === null) return refuse("RECORD_UNKNOWN");
        const permission = permissionOf(action, context.caller.role, operator.status);
        if (!permission.allowed) return refuse("STATE_REFUSES");
        if (role !== undefined) await tx.query(sql.SET_ROLE, [id, role]);
        else await tx.query(sql.SET_STATUS, [id, name === "lockOperator" ? "locked" : "active"]);
        if (name !== "unlockOperator") await sessions.endAll(tx, id);
        return accept({});
      });
      if (!done.ok) return done;
      const operator = await readOperator(db, id, false);
      return operator === null ? refuse("RECORD_UNKNOWN") : accept(operatorRecordOf(operator));
    });
  return [
    change("lockOperator", "operator.lock"),
    change("unlockOperator", "operator.unlock"),
    change("changeRole", "operator.role"),
  ];
}

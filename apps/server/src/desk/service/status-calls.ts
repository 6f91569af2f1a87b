import { DESK_CALLS, permissionOf, ruleOf, type Action } from "@lotus/contract/desk";
import { sql, type Queries } from "../../db/database.ts";
import { accept, bind, refuse } from "../../http/handler.ts";
import { operatorNames } from "../operators/names.ts";
import type { DeskContext, DeskDeps } from "../desk-deps.ts";

const COLLEAGUES = sql`
  SELECT id, name FROM operator WHERE status = 'active' AND role = ANY ($1::text[]) ORDER BY lower(name)`;

/** Calls about the status of conversations: close, reopen, assign. */
export function statusCalls(deps: DeskDeps) {
  const { db, services } = deps;
  const { conversations } = services.service;
  return {
    colleagues: bind(DESK_CALLS.colleagues, async () => accept({ list: await colleagues(db) })),
    closeConversation: bind(DESK_CALLS.closeConversation, ({ params }, context) =>
      changeStatus(deps, context, {
        id: BigInt(params.id),
        action: "conversation.close",
        run: (id, by) => conversations.close(id, by),
      }),
    ),
    reopenConversation: bind(DESK_CALLS.reopenConversation, ({ params }, context) =>
      changeStatus(deps, context, {
        id: BigInt(params.id),
        action: "conversation.reopen",
        run: (id, by) => conversations.reopen(id, by),
      }),
    ),
    assignConversation: bind(DESK_CALLS.assignConversation, async ({ params, body }, context) => {
      const operatorId = body.operator_id;
      if (operatorId !== null && !(await colleagues(db)).some(({ id }) => id === operatorId))
        return refuse("RECORD_UNKNOWN");
      return changeStatus(deps, context, {
        id: BigInt(params.id),
        action: "conversation.assign",
        detail: { operator: operatorId },
        run: (id, by) => conversations.assign(id, operatorId === null ? null : BigInt(operatorId), by),
      });
    }),
  };
}

interface StatusChange {
  readonly id: bigint;
  readonly action: Action;
  readonly detail?: Readonly<Record<string, string | null>>;
  run(
    id: bigint,
    by: { readonly operatorId: bigint; within(tx: Queries): Promise<void> },
  ): Promise<"done" | "unknown" | "refused">;
}

async function changeStatus(deps: DeskDeps, context: DeskContext, { id, action, detail, run }: StatusChange) {
  const { db, auditedActions, services } = deps;
  const { conversations } = services.service;
  const seen = await conversations.state(id);
  if (seen.status === "none") return refuse("RECORD_UNKNOWN");
  const auditedAction = { action, subject: `player ${id}`, detail };
  const done = await auditedActions.within(context, auditedAction, async (within) => {
    if (!permissionOf(action, context.caller.role, seen.status).allowed) return "refused";
    return await run(id, {
      operatorId: context.caller.operatorId,
      within: (tx) => within(tx),
    });
  });
  if ("ok" in done) return done;
  if ("result" in done && done.result !== "done")
    return refuse(done.result === "unknown" ? "RECORD_UNKNOWN" : "STATE_REFUSES");
  const { status, assignedTo } = await conversations.state(id);
  const names = await operatorNames(db, [assignedTo]);
  return accept({
    id: String(id),
    status: status === "closed" ? ("closed" as const) : ("open" as const),
    assignedTo: names(assignedTo),
  });
}

/** The operators who may answer players. */
async function colleagues(db: Queries): Promise<{ id: string; name: string }[]> {
  const rows = await db.query<{ id: bigint; name: string }>(COLLEAGUES, [
    ruleOf("conversation.answer").roles,
  ]);
  return rows.map(({ id, name }) => ({ id: String(id), name }));
}

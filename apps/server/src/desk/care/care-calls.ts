import { HARM_SIGNALS, type CallData } from "@lotus/contract";
import { DESK_CALLS, ruleOf, type Action, type CareCaseRow } from "@lotus/contract/desk";
import { formatMoney } from "@lotus/money";
import { sql, type Queries } from "../../db/database.ts";
import type { CareCase, CaseFigures, Cases } from "../../harm/harm.ts";
import { accept, bind, refuse } from "../../http/handler.ts";
import type { AuditContext, AuditDetail } from "../audit/audited-actions.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { deskPage } from "../lists.ts";
import { playerOf, withBreaks } from "../players/players.ts";

type PlayerCare = CallData<typeof DESK_CALLS.playerCare>;
type Reasons = PlayerCare["reasons"];

/** An active operator of one of these roles. $1 id, $2 roles. */
const COLLEAGUE = sql`SELECT id, name FROM operator WHERE id = $1 AND status = 'active' AND role = ANY ($2::text[])`;

/** Cases about markers of harm: the queue, a player's score, and what is done. */
export function careCalls(deps: DeskDeps) {
  const { db, services, auditedActions } = deps;
  const { care } = services;
  return {
    careCases: bind(DESK_CALLS.careCases, async ({ query }) => {
      const open = query.status === undefined ? null : query.status === "open";
      const { rows, nextCursor } = await deskPage(query, (at) => care.list(db, { open }, at));
      return accept({ list: await withBreaks(db, rows.map(caseShown)), nextCursor });
    }),
    playerCare: bind(DESK_CALLS.playerCare, async ({ params }, context) => {
      const id = BigInt(params.id);
      if ((await playerOf(db, id)) === undefined) return refuse("RECORD_UNKNOWN");
      await auditedActions.read(context, { action: "care.read", subject: `player ${id}` });
      return accept(await readCare(deps, id));
    }),
    assignCare: bind(DESK_CALLS.assignCare, async ({ params, body }, context) => {
      const to = body.operator_id === null ? null : await colleague(db, BigInt(body.operator_id));
      if (to === undefined) return refuse("RECORD_UNKNOWN");
      const careAction = {
        id: params.id,
        action: "care.assign",
        detail: { operator: body.operator_id },
      } as const;
      return change(deps, context, careAction, (tx, id) =>
        care.assign(tx, id, to, context.caller.operatorId),
      );
    }),
    noteCare: bind(DESK_CALLS.noteCare, ({ params, body }, context) => {
      const careAction = { id: params.id, action: "care.note" } as const;
      return change(deps, context, careAction, (tx, id) =>
        care.note(tx, id, body.text.trim(), context.caller.operatorId),
      );
    }),
    closeCare: bind(DESK_CALLS.closeCare, ({ params, body }, context) => {
      const reason = body.reason.trim();
      const detail = { outcome: body.outcome };
      const careAction = { id: params.id, action: "care.close", reason, detail } as const;
      return change(deps, context, careAction, (tx, id) =>
        care.close(tx, id, { outcome: body.outcome, reason, by: context.caller.operatorId }),
      );
    }),
  };
}

async function colleague(
  db: Queries,
  id: bigint,
): Promise<{ readonly id: bigint; readonly name: string } | undefined> {
  const [row] = await db.query<{ id: bigint; name: string }>(COLLEAGUE, [id, ruleOf("care.close").roles]);
  return row;
}

interface CareAction {
  readonly id: string;
  readonly action: Action & `care.${string}`;
  readonly reason?: string;
  readonly detail?: AuditDetail;
}

/** Changes an open case in one transaction with its audit. */
async function change(
  deps: DeskDeps,
  context: AuditContext,
  { id: text, action, reason, detail }: CareAction,
  act: (tx: Queries, id: bigint) => ReturnType<Cases["note"]>,
) {
  const { db, services, auditedActions } = deps;
  const id = BigInt(text);
  const seen = await services.care.read(db, id);
  if (seen === undefined) return refuse("RECORD_UNKNOWN");
  const auditedAction = {
    action,
    subject: `player ${seen.playerId}`,
    reason,
    detail: { ...detail, case: text },
  };
  const done = await auditedActions.once(context, auditedAction, async (tx) => {
    const outcome = await act(tx, id);
    return outcome === "done" ? accept({}) : refuse("STATE_REFUSES");
  });
  if (!done.ok) return done;
  const after = await services.care.read(db, id);
  if (after === undefined) throw new Error(`case ${id} is gone`);
  return accept(caseShown(after));
}

async function readCare({ db, services }: DeskDeps, id: bigint): Promise<PlayerCare> {
  const score = await services.care.score(db, id);
  const cases = await services.care.ofPlayer(db, id);
  return {
    score: score.score,
    level: score.level,
    reasons: reasonsShown(score.reasons),
    scoredAt: score.scored,
    guardedUntil: score.guardedUntil,
    history: [...score.history],
    cases: cases.map(({ events, ...one }) => ({
      ...caseShown(one),
      events: events.map(({ what, operator, words, at }) => ({
        what,
        operator: personShown(operator),
        words,
        time: at,
      })),
    })),
  };
}

function caseShown(one: CareCase): CareCaseRow {
  return {
    id: String(one.id),
    player: { id: String(one.playerId), name: one.username, status: one.playerStatus },
    openedAt: one.opened,
    deadline: one.deadline,
    cause: one.cause,
    score: one.score,
    reasons: reasonsShown(one.reasons),
    status: one.closed === null ? "open" : "closed",
    assignedTo: personShown(one.assignedTo),
    closedAt: one.closed,
    closedBy: personShown(one.closedBy),
    outcome: one.outcome,
    reason: one.reason,
    before: figuresShown(one.before),
    after: one.after === null ? null : figuresShown(one.after),
  };
}

/** Markers that this version does not know were stored by a newer one. */
function reasonsShown(reasons: CareCase["reasons"]): Reasons {
  return reasons.filter(({ signal }) => HARM_SIGNALS.includes(signal));
}

function figuresShown({ staked, recharged, nights }: CaseFigures): CareCaseRow["before"] {
  return { staked: formatMoney(staked), recharged: formatMoney(recharged), nights };
}

function personShown(person: CareCase["assignedTo"]): { readonly id: string; readonly name: string } | null {
  return person === null ? null : { id: String(person.id), name: person.name };
}

import type { CallData } from "@lotus/contract";
import { DESK_CALLS, permissionOf, type Action } from "@lotus/contract/desk";
import { formatMoney, parseMoney } from "@lotus/money";
import { playerStatus } from "../../accounts/accounts.ts";
import type { Queries } from "../../db/database.ts";
import { accept, bind, refuse } from "../../http/handler.ts";
import { sendMessage } from "../../inbox/inbox.ts";
import { excludeIn, playLimitsOf, tightenLimit, timeOutIn } from "../../protection/protection.ts";
import type { AuditContext, AuditDetail } from "../audit/audited-actions.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { nameOf } from "./players.ts";
import * as sql from "./protection.sql.ts";

type Protection = CallData<typeof DESK_CALLS.playerProtection>;
type Change = Protection["changes"][number];

interface ChangeRow {
  readonly what: Change["what"];
  readonly kind: Change["kind"];
  readonly span: Change["window"];
  readonly before: bigint | null;
  readonly after: bigint | null;
  readonly until_ms: bigint | null;
  readonly operator_id: bigint | null;
  readonly name: string | null;
  readonly reason: string;
  readonly at_ms: bigint;
}

/** A player's protection at the desk, where it can be tightened and never loosened. */
export function protectionCalls(deps: DeskDeps) {
  return {
    playerProtection: bind(DESK_CALLS.playerProtection, async ({ params }) => {
      const id = BigInt(params.id);
      if ((await nameOf(deps.db, id)) === undefined) return refuse("RECORD_UNKNOWN");
      return accept(await readProtection(deps, id));
    }),
    tightenPlayerLimit: bind(DESK_CALLS.tightenPlayerLimit, ({ params, body }, context) => {
      const parsed = parseMoney(body.amount);
      // The schema has validated the amount.
      const amount = parsed.ok ? parsed.value : 0n;
      const { kind, window, reason } = body;
      const detail = { kind, window, amount: formatMoney(amount) };
      const deed = { id: params.id, action: "protection.tighten", reason, detail } as const;
      const { operatorId } = context.caller;
      return tighten(deps, context, deed, async (tx, playerId) => {
        return (await tightenLimit(tx, { playerId, kind, window, amount, operatorId })) === "done";
      });
    }),
    timeOutPlayer: bind(DESK_CALLS.timeOutPlayer, ({ params, body: { days, reason } }, context) => {
      const deed = { id: params.id, action: "protection.timeOut", reason, detail: { days } } as const;
      const by = { operatorId: context.caller.operatorId, reason };
      return tighten(deps, context, deed, (tx, playerId) => timeOutIn(tx, playerId, { days }, by));
    }),
    excludePlayer: bind(DESK_CALLS.excludePlayer, ({ params, body: { months, reason } }, context) => {
      const deed = { id: params.id, action: "protection.exclude", reason, detail: { months } } as const;
      const by = { operatorId: context.caller.operatorId, reason };
      return tighten(deps, context, deed, (tx, playerId) =>
        excludeIn(tx, deps.services.rules, playerId, { months, ...by }),
      );
    }),
  };
}

interface Tightening {
  readonly id: string;
  readonly action: Action & `protection.${string}`;
  readonly reason: string;
  readonly detail: AuditDetail;
}

/** Tightens in one transaction with its audit and the message to the player. `act` returns false for what it refuses. */
async function tighten(
  deps: DeskDeps,
  context: AuditContext,
  { id: text, action, reason, detail }: Tightening,
  act: (tx: Queries, playerId: bigint) => Promise<boolean>,
) {
  const id = BigInt(text);
  const auditedAction = { action, subject: `player ${id}`, reason, detail };
  const done = await deps.auditedActions.once(context, auditedAction, async (tx) => {
    if ((await nameOf(tx, id)) === undefined) return refuse("RECORD_UNKNOWN");
    const { allowed } = permissionOf(action, context.caller.role, undefined, await playerStatus(tx, id));
    if (!allowed) return refuse("PLAYER_STATE_REFUSES");
    if (!(await act(tx, id))) return refuse("STATE_REFUSES");
    await sendMessage(tx, { playerId: id, template: "limitsChanged", values: {} });
    return accept({});
  });
  if (!done.ok) return done;
  deps.services.notify();
  if (action !== "protection.tighten") await deps.services.excludePerson(id);
  return accept(await readProtection(deps, id));
}

async function readProtection({ db, services }: DeskDeps, id: bigint): Promise<Protection> {
  const rows = await db.query<ChangeRow & Record<string, unknown>>(sql.CHANGES, [id]);
  const moneyOf = (value: bigint | null): string | null => (value === null ? null : formatMoney(value));
  return {
    ...(await playLimitsOf(db, id, services.rules)),
    changes: rows.map((row) => ({
      what: row.what,
      kind: row.kind,
      window: row.span,
      before: moneyOf(row.before),
      after: moneyOf(row.after),
      until: row.until_ms === null ? null : Number(row.until_ms),
      operator: row.operator_id === null ? null : { id: String(row.operator_id), name: row.name ?? "" },
      reason: row.reason,
      time: Number(row.at_ms),
    })),
    exclusionMonths: [...services.rules.exclusionMonths],
  };
}

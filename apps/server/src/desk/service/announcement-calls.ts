import { DESK_CALLS, permissionOf, type NoticeRow } from "@lotus/contract/desk";
import { parseMoney } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { Announcement, Audience } from "../../inbox/inbox.ts";
import { deskPage } from "../lists.ts";
import { operatorNames } from "../operators/names.ts";
import { shieldOf } from "../../protection/protection.ts";
import { playerOf } from "../players/players.ts";
import { SHIELDED } from "../players/shielded.ts";
import type { DeskContext, DeskDeps } from "../desk-deps.ts";

/** Calls about notices to all players, and messages to some. */
export function announcementCalls(deps: DeskDeps) {
  const { services } = deps;
  return {
    notices: bind(DESK_CALLS.notices, async ({ query }) => {
      const { rows, nextCursor } = await deskPage(query, ({ before, limit }) =>
        services.inbox.list({ tab: "notice", limit, ...(before === null ? {} : { before }) }),
      );
      return accept({ list: await shown(deps, rows), nextCursor });
    }),
    publishNotice: publishCall(deps),
    scheduleNotice: scheduleCall(deps),
    withdrawNotice: withdrawCall(deps),
    countAudience: bind(DESK_CALLS.countAudience, async ({ query }) =>
      accept({ players: await services.inbox.count(audienceOf(query)) }),
    ),
    sendMessages: sendCall(deps),
  };
}

async function shown({ db, config }: DeskDeps, rows: readonly Announcement[]): Promise<NoticeRow[]> {
  const names = await operatorNames(
    db,
    rows.flatMap((row) => [row.operator_id, row.withdrawn_by]),
  );
  return rows.map((row) => ({
    id: String(row.id),
    texts: { ...row.texts },
    time: Number(row.created),
    operator: names(row.operator_id),
    state: stateOf(row, config.now()),
    shownUntil: row.shown_until === null ? null : Number(row.shown_until),
    withdrawnAt: row.withdrawn === null ? null : Number(row.withdrawn),
    withdrawnBy: names(row.withdrawn_by),
  }));
}

function stateOf(row: Announcement, now: number): NoticeRow["state"] {
  if (row.withdrawn !== null) return "withdrawn";
  return row.shown_until !== null && Number(row.shown_until) <= now ? "over" : "shown";
}

/** The current state of a notice; undefined when there is none. */
async function readNotice(deps: DeskDeps, id: bigint): Promise<NoticeRow | undefined> {
  const row = await deps.services.inbox.one(id);
  return row?.tab === "notice" ? (await shown(deps, [row]))[0] : undefined;
}

function publishCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.publishNotice> {
  const { auditedActions, services, config } = deps;
  return bind(DESK_CALLS.publishNotice, async ({ body }, context) => {
    const { texts, until = null } = body;
    if (until !== null && until <= config.now()) return refuse("NOTICE_TIME_REFUSED");
    const languages = Object.keys(texts);
    const auditedAction = ({ id }: { id: string }) =>
      ({
        action: "notice.publish",
        subject: `notice ${id}`,
        detail: { languages: languages.join(" "), until },
      }) as const;
    const done = await auditedActions.within<{ id: bigint }, { id: string }>(
      context,
      auditedAction,
      (within) =>
        // In a single language it is shown to users of that language only; in several, to everybody.
        services.inbox.publishNotice({
          texts,
          locale: languages.length === 1 ? services.localeOf(languages[0] ?? "") : null,
          shownUntil: until,
          by: {
            operatorId: context.caller.operatorId,
            within: (tx, id) => within(tx, { id: String(id) }),
          },
        }),
    );
    if ("ok" in done) return done;
    const id = "outcome" in done ? BigInt(done.outcome.id) : done.result.id;
    const notice = await readNotice(deps, id);
    if (notice === undefined) throw new Error("a notice was published and is not there");
    return accept(notice);
  });
}

function scheduleCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.scheduleNotice> {
  const { services, config } = deps;
  return bind(DESK_CALLS.scheduleNotice, async ({ params, body: { until } }, context) => {
    if (until !== null && until <= config.now()) return refuse("NOTICE_TIME_REFUSED");
    return change(deps, context, {
      id: BigInt(params.id),
      action: "notice.schedule",
      detail: { until },
      run: (id, by) => services.inbox.schedule(id, until, by),
    });
  });
}

function withdrawCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.withdrawNotice> {
  const { services } = deps;
  return bind(DESK_CALLS.withdrawNotice, ({ params, body: { reason } }, context) =>
    change(deps, context, {
      id: BigInt(params.id),
      action: "notice.withdraw",
      reason,
      run: (id, by) => services.inbox.withdraw(id, by),
    }),
  );
}

interface Change {
  readonly id: bigint;
  readonly action: "notice.schedule" | "notice.withdraw";
  readonly reason?: string;
  readonly detail?: Readonly<Record<string, number | null>>;
  run(
    id: bigint,
    by: { readonly operatorId: bigint; within(tx: Queries): Promise<void> },
  ): Promise<"done" | "unknown" | "withdrawn">;
}

/** Changes a notice that exists and is not withdrawn. */
async function change(deps: DeskDeps, context: DeskContext, { id, action, reason, detail, run }: Change) {
  const seen = await readNotice(deps, id);
  if (seen === undefined) return refuse("RECORD_UNKNOWN");
  const auditedAction = { action, subject: `notice ${id}`, reason, detail };
  const done = await deps.auditedActions.within(context, auditedAction, async (within) => {
    if (!permissionOf(action, context.caller.role, seen.state).allowed) return "withdrawn";
    return await run(id, {
      operatorId: context.caller.operatorId,
      within: (tx) => within(tx),
    });
  });
  if ("ok" in done) return done;
  if ("result" in done && done.result !== "done") return refuse("STATE_REFUSES");
  const notice = await readNotice(deps, id);
  if (notice === undefined) throw new Error(`notice ${id} is gone`);
  return accept(notice);
}

interface AudienceQuery {
  readonly status?: "active" | "locked" | undefined;
  readonly registered_from?: number | undefined;
  readonly registered_before?: number | undefined;
  readonly balance_from?: string | undefined;
  readonly balance_to?: string | undefined;
}

function audienceOf(query: AudienceQuery): Audience {
  const { status, registered_from: from, registered_before: before } = query;
  const [least, most] = [query.balance_from, query.balance_to].map((text) => {
    const read = text === undefined ? undefined : parseMoney(text);
    return read?.ok === true ? read.value : undefined;
  });
  return {
    ...(status === undefined ? {} : { status }),
    ...(from === undefined ? {} : { registeredFrom: from }),
    ...(before === undefined ? {} : { registeredBefore: before }),
    ...(least === undefined ? {} : { balanceFrom: least }),
    ...(most === undefined ? {} : { balanceTo: most }),
  };
}

function sendCall({ db, auditedActions, services }: DeskDeps): BoundCall<typeof DESK_CALLS.sendMessages> {
  return bind(DESK_CALLS.sendMessages, async ({ body }, context) => {
    const { to, texts } = body;
    const one = "player_id" in to ? BigInt(to.player_id) : null;
    const player = one === null ? null : await playerOf(db, one);
    if (player === undefined) return refuse("RECORD_UNKNOWN");
    if (
      player !== null &&
      !permissionOf("message.send", context.caller.role, undefined, player.status).allowed
    )
      return refuse("PLAYER_STATE_REFUSES");
    const audience = "player_id" in to ? { playerIds: [BigInt(to.player_id)] } : audienceOf(to);
    // An announcement to everybody is one row; its recipients are not counted.
    const everybody = await services.inbox.count(audience);
    const auditedAction = ({ sent }: { sent: number }) =>
      ({
        action: "message.send",
        subject: one === null ? "players" : `player ${one}`,
        detail: { sent, ...(one === null ? filterOf(to) : {}) },
      }) as const;
    const done = await auditedActions.within<{ recipients: number | null }, { sent: number }>(
      context,
      auditedAction,
      (within) =>
        services.inbox.sendToPlayers({
          texts,
          locale: null,
          audience,
          by: {
            operatorId: context.caller.operatorId,
            within: (tx) => within(tx, { sent: everybody }),
          },
        }),
    );
    if ("ok" in done) return done;
    // One player who is known and not closed gets it, unless a break keeps it from them: nothing was written then.
    if (one !== null && "result" in done && done.result.recipients === 0)
      return refuse(SHIELDED[(await shieldOf(db, one)) ?? "break"]);
    return accept({ sent: "outcome" in done ? done.outcome.sent : (done.result.recipients ?? everybody) });
  });
}

/** The filter as logged. */
function filterOf(to: object): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(to).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === "string" || typeof entry[1] === "number",
    ),
  );
}

import { DESK_CALLS, type AgentRow } from "@lotus/contract/desk";
import { formatMoney } from "@lotus/money";
import {
  agentFigures,
  daysBefore,
  isDay,
  planShown,
  sumsOf,
  type AgentProfile,
  type ListedPlan,
} from "../../agents/agents.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { MAX_PLAN_SUM, percentText, rateOf } from "../../settings/agent-settings.ts";
import { refuseOver } from "../games/over-whole.ts";
import { deskPage } from "../lists.ts";
import type { DeskDeps } from "../desk-deps.ts";

const SHOWN_DAYS = 31;
const PAGE_SIZE = 25;

/** Calls about agents and their teams, booked days, and plans. */
export function agentCalls(deps: DeskDeps) {
  const { teams } = deps.services.agents;
  return {
    agents: bind(DESK_CALLS.agents, async ({ query }) => {
      const { rows, nextCursor } = await deskPage(query, (at) => teams.agents(at));
      return accept({ list: rows.map(rowOf), nextCursor });
    }),
    agent: agentCall(deps),
    agentTeam: teamCall(deps),
    agentBooks: booksCall(deps),
    agentPlans: plansCall(deps),
    publishAgentPlan: publishCall(deps),
  };
}

/** The requested days; by default, also for invalid ones, the last 31. */
async function spanOf(
  { services }: DeskDeps,
  {
    from_day: from,
    to_day: to,
  }: { readonly from_day?: string | undefined; readonly to_day?: string | undefined },
) {
  const { today } = await services.agents.teams.dates();
  return {
    from: from !== undefined && isDay(from) ? from : daysBefore(today, SHOWN_DAYS - 1),
    to: to !== undefined && isDay(to) ? to : null,
  };
}

function agentCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.agent> {
  const { teams } = deps.services.agents;
  return bind(DESK_CALLS.agent, async ({ params, query }) => {
    const id = BigInt(params.id);
    const profile = await teams.agent(id);
    if (profile === undefined) return refuse("RECORD_UNKNOWN");
    const [size, days] = await Promise.all([teams.size(id), teams.days(id, await spanOf(deps, query))]);
    const due = sumsOf(days.filter(({ booked }) => !booked));
    const last = Math.max(0, ...size.keys(), ...days.map(({ level }) => level));
    return accept({
      ...rowOf(profile),
      inviter: profile.inviterId === null ? null : personOf(profile.inviterId, profile.inviterName),
      inviteCode: profile.inviteCode,
      levels: Array.from({ length: last }, (_, at) => {
        const sums = sumsOf(days.filter(({ level }) => level === at + 1));
        return {
          level: at + 1,
          players: size.get(at + 1) ?? 0,
          turnover: formatMoney(sums.turnover),
          commission: formatMoney(sums.commission),
        };
      }),
      sums: {
        ...agentFigures(sumsOf(days)),
        rebateDue: formatMoney(due.rebate),
        commissionDue: formatMoney(due.commission),
      },
    });
  });
}

function teamCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.agentTeam> {
  const { teams } = deps.services.agents;
  return bind(DESK_CALLS.agentTeam, async ({ params, query }) => {
    const id = BigInt(params.id);
    if ((await teams.agent(id)) === undefined) return refuse("RECORD_UNKNOWN");
    const filter = { level: query.level, ...(await spanOf(deps, query)) };
    const { rows, nextCursor } = await deskPage(query, async (at) => {
      const members = await teams.members(id, filter, at);
      return members.map((member) => ({ id: member.place, member }));
    });
    return accept({
      list: rows.map(({ member }) => ({
        id: String(member.id),
        username: member.username,
        status: member.status,
        level: member.level,
        inviter: personOf(member.inviterId, member.inviterName),
        createdAt: member.createdAt,
        turnover: formatMoney(member.turnover),
        commission: formatMoney(member.commission),
      })),
      nextCursor,
    });
  });
}

/** Lists booked days. A cursor is the last day of the previous page. */
function booksCall({ services }: DeskDeps): BoundCall<typeof DESK_CALLS.agentBooks> {
  return bind(DESK_CALLS.agentBooks, async ({ query }) => {
    const size = query.page_size ?? PAGE_SIZE;
    const before = query.cursor !== undefined && isDay(query.cursor) ? query.cursor : null;
    const books = await services.agents.teams.books(before, size + 1);
    const shown = books.slice(0, size);
    return accept({
      list: shown.map((book) => ({
        id: book.day,
        state: book.paidAt === null ? ("booking" as const) : ("booked" as const),
        bookedAt: book.paidAt,
        planId: String(book.planId),
        turnover: formatMoney(book.turnover),
        rebate: formatMoney(book.rebate),
        commission: formatMoney(book.commission),
        players: book.players,
      })),
      nextCursor: books.length > size ? (shown.at(-1)?.day ?? null) : null,
    });
  });
}

function plansCall({ db, services }: DeskDeps): BoundCall<typeof DESK_CALLS.agentPlans> {
  return bind(DESK_CALLS.agentPlans, async ({ query }) => {
    const { rows, nextCursor } = await deskPage(query, (at) => services.agents.plans.list(db, at));
    return accept({ list: rows.map(recordOf), nextCursor });
  });
}

function publishCall({
  db,
  auditedActions,
  services,
}: DeskDeps): BoundCall<typeof DESK_CALLS.publishAgentPlan> {
  const { plans } = services.agents;
  return bind(DESK_CALLS.publishAgentPlan, async ({ body }, context) => {
    const rebate = rateOf(body.rebate_percent);
    const levels = body.commission_percents.map(rateOf).filter((rate) => rate !== null);
    const done = await auditedActions.once(
      context,
      ({ plan }: { readonly plan: string }) => ({
        action: "agents.plan",
        subject: `plan ${plan}`,
        reason: body.reason,
        detail: { rebate: body.rebate_percent, commission: body.commission_percents.join(",") },
      }),
      async (tx) => {
        const { operatorId } = context.caller;
        const published =
          rebate === null || levels.length < body.commission_percents.length
            ? ({ outcome: "too-high" } as const)
            : await plans.publish(tx, { rebate, levels, operatorId, reason: body.reason });
        if (published.outcome === "over") return refuseOver(published.over);
        if (published.outcome === "too-high")
          return refuse("PLAN_REFUSED", { values: { max: `${percentText(MAX_PLAN_SUM)} %` } });
        return accept({ plan: String(published.id) });
      },
    );
    if (!done.ok) return done;
    const [record] = await plans.list(db, { before: BigInt(done.outcome.plan) + 1n, limit: 1 });
    if (record === undefined) throw new Error("a plan was published and is not there");
    return accept(recordOf(record));
  });
}

function recordOf(plan: ListedPlan) {
  const { id, state, operatorId, operatorName, reason, createdAt } = plan;
  return {
    ...planShown(plan),
    id: String(id),
    state,
    operator: operatorId === null ? null : personOf(operatorId, operatorName),
    reason,
    createdAt,
  };
}

function rowOf({ id, username, status, createdAt, direct, team }: AgentProfile): AgentRow {
  return { id: String(id), username, status, createdAt, direct, team };
}

function personOf(id: bigint, name: string | null): { id: string; name: string } {
  return { id: String(id), name: name ?? "" };
}

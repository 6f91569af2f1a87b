import { CALLS } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import { percentText } from "../../settings/agent-settings.ts";
import type { AgentDeps } from "../agent-deps.ts";
import type { Plan } from "../plans.ts";
import { sumsOf, type AgentSums, type LevelOfDay } from "../team.ts";

/** GET /api/agent/summary. */
export function summaryCall({ db, teams, plans }: AgentDeps): BoundCall<typeof CALLS.agentSummary> {
  return bind(CALLS.agentSummary, async (_request, { caller: { playerId } }) => {
    const [dates, inviteCode, size, current] = await Promise.all([
      teams.dates(),
      teams.inviteCode(playerId),
      teams.size(playerId),
      plans.current(db),
    ]);
    const { today, yesterday } = dates;
    // On the first of a month, yesterday belongs to the previous one.
    const first = yesterday < dates.month ? yesterday : dates.month;
    const days = await teams.days(playerId, { from: first, to: null });
    const { plan, next } = current;
    const sums = (within: (day: LevelOfDay) => boolean) => agentFigures(sumsOf(days.filter(within)));
    return accept({
      inviteCode,
      link: `/pages/auth/register?invite=${encodeURIComponent(inviteCode)}`,
      teamSize: plan.levels.map((_rate, at) => ({ level: at + 1, players: size.get(at + 1) ?? 0 })),
      today: sums(({ day }) => day === today),
      yesterday: sums(({ day }) => day === yesterday),
      month: sums(({ day }) => day >= dates.month),
      bookedTo: dates.booked,
      plan: planShown(plan),
      nextPlan: next === null ? null : planShown(next),
    });
  });
}

/** A plan as the API shows it. */
export function planShown({ fromDay, rebate, levels }: Plan) {
  return {
    fromDay,
    rebatePercent: percentText(rebate),
    levels: levels.map((rate, at) => ({ level: at + 1, percent: percentText(rate) })),
  };
}

/** Sums as the API shows them. */
export function agentFigures({ turnover, commission, ownTurnover, rebate }: AgentSums) {
  return {
    turnover: formatMoney(turnover),
    commission: formatMoney(commission),
    ownTurnover: formatMoney(ownTurnover),
    rebate: formatMoney(rebate),
  };
}

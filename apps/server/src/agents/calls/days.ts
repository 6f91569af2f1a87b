import { CALLS } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import { percentText } from "../../settings/agent-settings.ts";
import type { AgentDeps } from "../agent-deps.ts";
import { isDay, spanOf } from "../calendar-days.ts";
import { sumsOf, type LevelOfDay } from "../team.ts";
import { agentFigures } from "./summary.ts";

const PAGE_SIZE = 20;

/** GET /api/agent/days. A cursor is the last day of the previous page. */
export function daysCall({ teams }: AgentDeps): BoundCall<typeof CALLS.agentDays> {
  return bind(CALLS.agentDays, async ({ query }, { caller: { playerId } }) => {
    const { today } = await teams.dates();
    const size = query.page_size ?? PAGE_SIZE;
    const before = query.cursor !== undefined && isDay(query.cursor) ? query.cursor : null;
    const levels = await teams.days(playerId, spanOf(query.range, today), { before, limit: size + 1 });
    const days = [...Map.groupBy(levels, ({ day }) => day)];
    const shown = days.slice(0, size);
    return accept({
      list: shown.map(([day, parts]) => dayShown(day, parts)),
      nextCursor: days.length > size ? (shown.at(-1)?.[0] ?? null) : null,
    });
  });
}

function dayShown(day: string, parts: readonly LevelOfDay[]) {
  return {
    day,
    booked: parts.every(({ booked }) => booked),
    ...agentFigures(sumsOf(parts)),
    levels: parts
      .filter(({ level }) => level > 0)
      .map(({ level, turnover, rate, amount }) => ({
        level,
        turnover: formatMoney(turnover),
        percent: percentText(rate),
        commission: formatMoney(amount),
      })),
  };
}

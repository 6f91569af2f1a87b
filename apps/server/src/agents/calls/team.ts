import { CALLS } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import { pageOf } from "../../ledger/ledger.ts";
import type { AgentDeps } from "../agent-deps.ts";
import { maskedName } from "../masked-name.ts";
import { spanOf } from "../calendar-days.ts";

/** GET /api/agent/team. */
export function teamCall({ teams }: AgentDeps): BoundCall<typeof CALLS.agentTeam> {
  return bind(CALLS.agentTeam, async ({ query }, { caller: { playerId } }) => {
    const { today } = await teams.dates();
    const filter = { level: query.level, ...spanOf(query.range, today) };
    const paging = { cursor: query.cursor, page_size: query.page_size };
    const { rows, nextCursor } = await pageOf(paging, async (at) => {
      const members = await teams.members(playerId, filter, at);
      return members.map((member) => ({ id: member.place, member }));
    });
    return accept({
      list: rows.map(({ member: { username, level, joinedDay, turnover, commission } }) => ({
        player: maskedName(username),
        level,
        joinedDay,
        turnover: formatMoney(turnover),
        commission: formatMoney(commission),
      })),
      nextCursor,
    });
  });
}

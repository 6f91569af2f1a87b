import { DESK_CALLS, permissionOf, type AloneBounds, type WireAloneBounds } from "@lotus/contract/desk";
import { formatMoney } from "@lotus/money";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { shieldOf } from "../../protection/protection.ts";
import { playerOf } from "../players/players.ts";
import type { DeskDeps } from "../desk-deps.ts";
import type { MoneySum } from "./duties.ts";

/** GET /desk/api/alone. */
export function aloneCall({ db, duties }: DeskDeps): BoundCall<typeof DESK_CALLS.alone> {
  return bind(DESK_CALLS.alone, async ({ query }, { caller: { operatorId, role } }) => {
    const playerId = query.player_id === undefined ? null : BigInt(query.player_id);
    const player = playerId === null ? null : await playerOf(db, playerId);
    if (player === undefined) return refuse("RECORD_UNKNOWN");
    const players = playerId === null ? [] : [playerId];
    const boundsOf = async (of: MoneySum): Promise<WireAloneBounds> =>
      wireBounds((await duties.boundsFor(db, { of, operatorId, players }))(playerId));
    // Who may not give gifts may not see markers of harm either.
    const mayGive = permissionOf("gift.give", role).allowed;
    const [recharges, withdrawals, gifts, voids, giftStop] = await Promise.all([
      boundsOf("recharges"),
      boundsOf("withdrawals"),
      boundsOf("gifts"),
      duties.voidsOf(db, operatorId),
      playerId === null || !mayGive ? null : shieldOf(db, playerId),
    ]);
    return accept({ recharges, withdrawals, gifts, voids, playerStatus: player?.status ?? null, giftStop });
  });
}

/** Bounds as the API returns them. */
export function wireBounds({ single, operator, player }: AloneBounds): WireAloneBounds {
  const filled = ({ used, most }: AloneBounds["player"]) => ({
    used: formatMoney(used),
    most: formatMoney(most),
  });
  return { single: formatMoney(single), operator: filled(operator), player: filled(player) };
}

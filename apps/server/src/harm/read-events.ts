import type { Queries } from "../db/database.ts";
import { moneyOfPlayers, slotsOfPlay } from "../ledger/ledger.ts";
import type { PlayerEvents, Recharge } from "./events.ts";
import * as sql from "./harm.sql.ts";
import { KNOWN_DAYS, RECENT_DAYS } from "./weights.ts";

const DAY_MS = 86_400_000;

interface OrderRow {
  readonly player: bigint;
  readonly recharge: boolean;
  readonly at: bigint;
  readonly amount: number;
  readonly passed: boolean;
  readonly lost: number;
}

/** Reads what is known of some players: a few statements for all of them. */
export async function readEvents(
  db: Queries,
  players: readonly bigint[],
  { now, zoneMs }: Pick<PlayerEvents, "now" | "zoneMs">,
): Promise<ReadonlyMap<bigint, PlayerEvents>> {
  const since = Math.floor(now - RECENT_DAYS * DAY_MS);
  const slots = await slotsOfPlay(db, players, now - KNOWN_DAYS * DAY_MS);
  const money = await moneyOfPlayers(db, players);
  const orders = await db.query<OrderRow & Record<string, unknown>>(sql.ORDERS, [players, since]);
  const facts = await db.query<{ player: bigint; raise: boolean; at: bigint }>(sql.RAISES_AND_LINES, [
    players,
    since,
  ]);
  const ordersOf = Map.groupBy(orders, ({ player }) => player);
  const factsOf = Map.groupBy(facts, ({ player }) => player);
  return new Map(
    players.map((player) => {
      const own = ordersOf.get(player) ?? [];
      const noted = factsOf.get(player) ?? [];
      const { cash = 0n, hold = 0n } = money.get(player) ?? {};
      return [
        player,
        {
          now,
          zoneMs,
          slots: slots.get(player) ?? [],
          recharges: own.filter(({ recharge }) => recharge).map(rechargeOf),
          raises: noted.filter(({ raise }) => raise).map(({ at }) => Number(at)),
          asked: noted.filter(({ raise }) => !raise).map(({ at }) => Number(at)),
          balance: Number(cash + hold),
          withdrawn: own
            .filter(({ recharge, passed }) => !recharge && passed)
            .reduce((sum, { amount }) => sum + amount, 0),
        },
      ];
    }),
  );
}

function rechargeOf({ at, amount, passed, lost }: OrderRow): Recharge {
  return { at: Number(at), amount, passed, lostBefore: lost };
}

import { join } from "node:path";
import type { Attack, AttackContext, AttackResult } from "./attack.ts";
import { DeskScene, type Person } from "./desk-scene.ts";
import { type Accomplice, Thief, THIEF_SETTINGS } from "./thief.ts";

const REASON = { reason: "seen on the statement" };
/** Daily limits of one operator alone and of one player, by the settings. */
const OPERATOR_DAY = 100_000_00n;
const PLAYER_DAY = 20_000_00n;
const GIFTS_DAY = 2_000_00n;

const times = (count: number, amount: string): string[] => Array.from({ length: count }, () => amount);
const passes = (orders: readonly string[]): string[] => orders.map((order) => `recharges/${order}/pass`);

/** Four unpaid recharges of 20,000.00 and their withdrawals, by one cashier. */
async function fourOfTwenty(thief: Thief, cashier: Person): Promise<void> {
  const friend = await thief.accomplice();
  await thief.click(passes(await thief.unpaid(friend, times(4, "20000.00"))), {}, [cashier]);
  thief.note("four recharges of 20,000.00 by one cashier", await thief.balance(friend), PLAYER_DAY);
  thief.note("  and out again by the same", await thief.takeOut([friend], [cashier]), 0n);
}

/** Many small ones, for many players, with every other amount, and again after they were cancelled. */
async function manySmall(thief: Thief, cashier: Person): Promise<void> {
  const ring: Accomplice[] = [];
  for (let count = 0; count < 6; count += 1) ring.push(await thief.accomplice());
  for (const friend of ring) {
    const orders = await thief.unpaid(friend, times(10, "1990.00"));
    await thief.click(passes(orders), {}, [cashier]);
    if (friend !== ring[0]) continue;
    // What waits for a second person is cancelled, passed late, and passed with another amount.
    await thief.click(
      orders.map((order) => `recharges/${order}/cancel`),
      REASON,
      [cashier],
    );
    await thief.click(
      orders.map((order) => `recharges/${order}/passLate`),
      REASON,
      [cashier],
    );
    const [other = ""] = await thief.unpaid(friend, ["10.00"]);
    await thief.click([`recharges/${other}/passWith`], { amount: "19000.00", ...REASON }, [cashier]);
  }
  thief.note("many small ones for six players by one cashier", await thief.balances(ring), OPERATOR_DAY);
  for (const friend of ring) thief.note(`  for ${friend.name}`, await thief.balance(friend), PLAYER_DAY);
  thief.note("  and out again by the same", await thief.takeOut(ring, [cashier]), 0n);
}

/** Two cashiers in turn: each stays within their own daily limit, but that of the player applies to both. */
async function byTurns(thief: Thief, two: readonly [Person, Person]): Promise<void> {
  const friend = await thief.accomplice();
  await thief.click(passes(await thief.unpaid(friend, times(20, "1999.00"))), {}, two.slice(0, 1));
  await thief.click(passes(await thief.unpaid(friend, times(20, "1998.00"))), {}, two.slice(1));
  thief.note("two cashiers by turns for one player", await thief.balance(friend), PLAYER_DAY);
}

/** Twenty gifts of 500.00 in a second by one risk operator. */
async function twentyGifts(thief: Thief, risk: Person): Promise<void> {
  const ring: Accomplice[] = [];
  for (let count = 0; count < 20; count += 1) ring.push(await thief.accomplice(false));
  const paths = ring.map(({ id }) => `players/${id}/gifts`);
  await thief.click(paths, { amount: "500.00", ...REASON }, [risk]);
  await thief.click(paths.slice(0, 5), { amount: "499.00", ...REASON }, [risk]);
  thief.note("twenty gifts of 500.00 by one risk operator", await thief.balances(ring), GIFTS_DAY);
}

async function run({ openServer, log }: AttackContext): Promise<AttackResult> {
  const server = await openServer(THIEF_SETTINGS);
  log("a second server on the same database");
  const other = await openServer({
    ...THIEF_SETTINGS,
    DATABASE_URL: server.appUrl,
    MIGRATE_DATABASE_URL: server.ownerUrl,
    LOTUS_KEYS: join(server.dataDir, "keys", "keys.json"),
  });
  const scenes = [new DeskScene(server), new DeskScene(other)] as const;
  try {
    const [scene] = scenes;
    const thief = new Thief(scenes);
    const [one, two, three, four, risk] = [
      await scene.fromMachine("one", "cashier"),
      await scene.fromMachine("two", "cashier"),
      await scene.fromMachine("three", "cashier"),
      await scene.fromMachine("four", "cashier"),
      await scene.fromMachine("risky", "risk"),
    ];
    await fourOfTwenty(thief, one);
    await manySmall(thief, two);
    await byTurns(thief, [three, four]);
    await twentyGifts(thief, risk);
    const gained = [...new Set(thief.gained)];
    return {
      gained: gained.length === 0 ? "nothing" : gained.join("; "),
      held: gained.length === 0,
      figures: thief.figures,
    };
  } finally {
    for (const scene of scenes) scene.close();
  }
}

/** What needs two people, in parts that one would be enough for. */
export const splitPasses: Attack = {
  name: "split-passes",
  story:
    "One cashier passes recharges that nobody paid and their withdrawals, one risk operator gives gifts, all in parts below the bounds, on two servers at once.",
  run,
};

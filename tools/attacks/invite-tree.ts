import { formatMoney } from "@lotus/money";
import type { Attack, AttackContext, AttackResult } from "./attack.ts";
import { DeskScene, type Person } from "./desk-scene.ts";
import { type Accomplice, Thief, THIEF_SETTINGS } from "./thief.ts";

const REASON = { reason: "seen on the statement" };
/** More levels than commission goes up. */
const LEVELS = 7;

/** A tree of accounts: a line of invitations, and one beside it. */
async function plant(thief: Thief): Promise<readonly Accomplice[]> {
  const top = await thief.accomplice();
  const line = [top];
  for (let level = 1; level < LEVELS; level += 1) line.push(await thief.accomplice(true, line.at(-1)));
  return [...line, await thief.accomplice(true, top)];
}

/** Money that is really there, brought in by somebody who has no part in this. */
async function fund(thief: Thief, who: Accomplice, honest: Person): Promise<void> {
  const orders = await thief.unpaid(who, ["1000.00"]);
  await thief.click(
    orders.map((order) => `recharges/${order}/pass`),
    {},
    [honest],
  );
}

/** Each way in which one cashier brings money into the tree, and then lets another account of it pay out. */
async function tryTree(
  thief: Thief,
  { cashier, admin, honest }: Readonly<Record<"cashier" | "admin" | "honest", Person>>,
): Promise<void> {
  const tree = await plant(thief);
  const [top, lowest, beside] = [tree[0], tree[LEVELS - 1], tree.at(-1)];
  if (top === undefined || lowest === undefined || beside === undefined) throw new Error("no tree");
  const orders = await thief.unpaid(lowest, ["500.00"]);
  await thief.click(
    orders.map((order) => `recharges/${order}/pass`),
    {},
    [cashier],
  );
  for (const [what, who] of [
    ["the top of the tree", top],
    ["a branch beside it", beside],
    ["the same account", lowest],
  ] as const) {
    await fund(thief, who, honest);
    thief.note(
      `out by ${what}, passed by who brought money in below`,
      await thief.takeOut([who], [cashier]),
      0n,
    );
  }
  await thief.click([`players/${beside.id}/gifts`], { amount: "100.00", ...REASON }, [admin]);
  await fund(thief, top, honest);
  thief.note("out by the top, passed by who gave a gift below", await thief.takeOut([top], [admin]), 0n);
  // The colleague who only passed withdrawals has no reason to be kept from them.
  const stranger = await thief.accomplice();
  await fund(thief, stranger, honest);
  const other = await thief.takeOut([stranger], [cashier]);
  if (other === 0n)
    thief.gained.push("nothing, but an honest withdrawal outside of the tree was kept back too");
  thief.figures.push(`another tree's withdrawal passed by the same cashier: ${formatMoney(other)}`);
}

async function run({ openServer }: AttackContext): Promise<AttackResult> {
  const scene = new DeskScene(await openServer(THIEF_SETTINGS));
  try {
    const thief = new Thief([scene]);
    await tryTree(thief, {
      cashier: await scene.fromMachine("one", "cashier"),
      admin: await scene.fromMachine("chief", "admin"),
      honest: await scene.fromMachine("honest", "cashier"),
    });
    const held = thief.gained.length === 0;
    return { gained: held ? "nothing" : thief.gained.join("; "), held, figures: thief.figures };
  } finally {
    scene.close();
  }
}

/** Money goes in at one account of a tree, and out at another. */
export const inviteTree: Attack = {
  name: "invite-tree",
  story:
    "A cashier passes recharges of one account of a tree of invitations, an admin gives it a gift, and each passes withdrawals of the accounts above and beside it.",
  run,
};

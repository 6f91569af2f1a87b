import { createHmac } from "node:crypto";
import { formatMoney } from "@lotus/money";
import type { Attack, AttackContext, AttackResult } from "./attack.ts";
import { DeskScene, type Person } from "./desk-scene.ts";
import { type Accomplice, Thief, THIEF_SETTINGS } from "./thief.ts";

const SECRET = "what-the-bank-signs-its-notices-with";
const SETTINGS = { ...THIEF_SETTINGS, RECHARGE_BANK_NOTICE_SECRET: SECRET };
const REASON = { reason: "the payer named it by phone" };
const AMOUNT = "1000.00";
/** The same in the currency of the bank. */
const PAID = "1000000";

/** Money that somebody else paid, and whose text names no order. */
async function pay(scene: DeskScene, id: string): Promise<string> {
  const body = JSON.stringify({
    notice_id: id,
    amount: PAID,
    currency: "VND",
    reference: "thank you for everything",
  });
  const timestamp = String(Date.now());
  const signature = createHmac("sha256", SECRET).update(`${timestamp}.${body}`).digest("hex");
  const reply = await fetch(`http://127.0.0.1:${scene.server.port}/api/notice/bank`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-notice-timestamp": timestamp,
      "x-notice-signature": signature,
    },
    body,
  });
  if (!reply.ok) throw new Error(`the bank's notice was refused: ${await reply.text()}`);
  return id;
}

/** The open payment of the desk's list, whose text the matcher reads only masked. */
async function openPayment(scene: DeskScene, { token }: Person): Promise<{ id: string; reference: string }> {
  const { data } = await scene.desk.send<{ list: { id: string; reference: string }[] }>({
    path: "/desk/api/paymentNotices?state=open&page_size=1",
    token,
  });
  const [payment] = data.list;
  if (payment === undefined) throw new Error("no payment is open");
  return payment;
}

interface People {
  readonly cashier: Person;
  readonly honest: Person;
  readonly second: Person;
}

async function tryMule(scene: DeskScene, thief: Thief, people: People): Promise<void> {
  const { cashier, honest, second } = people;
  const mule = await thief.accomplice();
  const above = await thief.accomplice(true, mule);
  for (const [at, who] of ([mule, above] satisfies Accomplice[]).entries()) {
    await pay(scene, `of-somebody-else-${at}`);
    const { id, reference } = await openPayment(scene, cashier);
    if (reference.includes("thank")) thief.gained.push("the payer's words, without a line in the log");
    const [order = ""] = await thief.unpaid(who, [AMOUNT]);
    await thief.click([`paymentNotices/${id}/match`], { order_no: order, ...REASON }, [cashier]);
    await thief.click([`recharges/${order}/pass`], {}, [cashier]);
    await thief.click([`recharges/${order}/passWith`], { amount: AMOUNT, ...REASON }, [cashier]);
    thief.note(`${who.name}: credited by who matched`, await thief.balance(who), 0n);
    // Taken back and passed as if nothing had come: what it takes then is what an unpaid one takes.
    await thief.click([`recharges/${order}/pass`], {}, [honest]);
    await thief.click([`recharges/${order}/pass`], {}, [second]);
  }
  // Colleagues were deceived, and passed them; the payout is what is left to get.
  const held = formatMoney(await thief.balances([mule, above]));
  thief.note(`out of ${held}, passed by who matched`, await thief.takeOut([mule, above], [cashier]), 0n);
}

async function run({ openServer }: AttackContext): Promise<AttackResult> {
  const scene = new DeskScene(await openServer(SETTINGS));
  try {
    const thief = new Thief([scene]);
    await tryMule(scene, thief, {
      cashier: await scene.fromMachine("one", "cashier"),
      honest: await scene.fromMachine("honest", "cashier"),
      second: await scene.fromMachine("careful", "cashier"),
    });
    const isHeld = thief.gained.length === 0;
    return { gained: isHeld ? "nothing" : thief.gained.join("; "), held: isHeld, figures: thief.figures };
  } finally {
    scene.close();
  }
}

/** Somebody else's payment becomes a mule's recharge. */
export const mule: Attack = {
  name: "mule",
  story:
    "A cashier matches payments that strangers made to recharges of a mule and of who the mule invited, and passes the recharges and the withdrawals.",
  run,
};

/**
 * `npm run register:deposits [-- --limit 1000.00 --port 8096]`: a simulated register of deposits over all houses, for
 * tests and trials. It forgets everything when it ends. With REGISTER_TOKEN only who sends it is answered.
 */
import { readOptions } from "../run/read-options.ts";
import { formatMoney, type Money, parseMoney } from "@lotus/money";
import { Contradiction, createRegisterServer, personKey, type Question, serve } from "./register-server.ts";

const DEFAULT_PORT = "8096";

/** What is known of an order; of one that was only ever released, neither person nor month. */
interface Order {
  readonly account: string | null;
  readonly amount: Money;
  readonly state: "reserved" | "confirmed" | "released";
  readonly step: number;
}

const { values } = readOptions({
  options: {
    limit: { type: "string", default: "1000.00" },
    port: { type: "string", default: DEFAULT_PORT },
    host: { type: "string", default: "127.0.0.1" },
  },
});
let limit = moneyOf(values.limit) ?? 0n;
const orders = new Map<string, Order>();

function moneyOf(value: unknown): Money | undefined {
  const parsed = typeof value === "string" ? parseMoney(value) : undefined;
  return parsed?.ok === true ? parsed.value : undefined;
}

function sumOf(account: string): Money {
  let sum = 0n;
  for (const order of orders.values())
    if (order.account === account && order.state !== "released") sum += order.amount;
  return sum;
}

function reserve(
  orderNo: string,
  { realName, birthDate, month, amount: text }: Question,
): object | undefined {
  const [person, amount] = [personKey(realName, birthDate), moneyOf(text)];
  if (person === null || amount === undefined || typeof month !== "string" || !/^\d{4}-\d{2}$/u.test(month))
    return undefined;
  const account = `${month} ${person}`;
  const known = orders.get(orderNo);
  // It arrives after its end: nobody waits for it any more, and nothing may be held for it.
  if (known !== undefined && known.step > 0) throw new Contradiction("ended");
  if (known !== undefined && (known.account !== account || known.amount !== amount))
    throw new Contradiction("another deposit of this number");
  if (known !== undefined) return { outcome: "reserved" };
  const left = limit - sumOf(account);
  if (amount > left) return { outcome: "over-limit", left: formatMoney(left > 0n ? left : 0n) };
  orders.set(orderNo, { account, amount, state: "reserved", step: 0 });
  return { outcome: "reserved" };
}

/** The highest step counts, in whatever order they come. */
function end(
  orderNo: string,
  state: "confirmed" | "released",
  { step, amount }: Question,
): object | undefined {
  if (typeof step !== "number" || !Number.isSafeInteger(step) || step < 1) return undefined;
  const came = state === "confirmed" ? moneyOf(amount) : 0n;
  if (came === undefined) return undefined;
  const known = orders.get(orderNo);
  if (known === undefined || step > known.step)
    orders.set(orderNo, { account: known?.account ?? null, amount: came, state, step });
  return { outcome: "done" };
}

const server = createRegisterServer({
  token: process.env["REGISTER_TOKEN"] ?? null,
  answer: (path, question) => {
    const { orderNo } = question;
    if (typeof orderNo !== "string" || orderNo === "") return undefined;
    if (path === "/reserve") return reserve(orderNo, question);
    if (path === "/confirm") return end(orderNo, "confirmed", question);
    return path === "/release" ? end(orderNo, "released", question) : undefined;
  },
  lie: { outcome: "fine" },
  state: () => ({
    limit: formatMoney(limit),
    orders: [...orders].map(([orderNo, { account, amount, state, step }]) => {
      return { orderNo, account, amount: formatMoney(amount), state, step };
    }),
  }),
  control: ({ limit: text }) => {
    limit = moneyOf(text) ?? limit;
  },
});
serve(server, "deposit register", Number(values.port), values.host);

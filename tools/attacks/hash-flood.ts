import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../bench/percentile.ts";
import { LoadClient } from "../load/client.ts";
import type { Attack, AttackResult } from "./attack.ts";
import { HOME, makeVictim, type Place, postFrom, registration, type Victim } from "./victim.ts";

const SETTINGS = {
  TRUSTED_PROXIES: "127.0.0.1",
  TURNOVER_PERCENT: "0",
  WITHDRAWAL_MAX_PENDING: "100",
  RATE_MONEY_PER_SECOND: "100",
  RATE_MONEY_BURST: "1000",
  RATE_ENTRY_PER_SECOND: "100",
  // Load and server share this machine: a server that waits for a core must not refuse for that.
  MAX_LAG_MS: "10000",
};
const STRANGERS_PER_SECOND = 30;
const NETWORKS = 300;
const WATCH_MS = 20_000;
/** Pause of an owner between two requests. */
const OWNER_PAUSE_MS = 250;
const AMOUNT = "50.00";
const MAX_RATIO = 2;

/** Milliseconds that an owner's requests took, and how many were refused. */
interface Seen {
  readonly times: readonly number[];
  readonly refused: readonly string[];
}
type Ask = () => Promise<{ readonly code: number; readonly msg: string }>;

/** Repeats a request of an owner until `until`, each after the one before. */
async function watch(ask: Ask, until: number): Promise<Seen> {
  const times: number[] = [];
  const refused: string[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    const { code, msg } = await ask().catch((error: unknown) => ({ code: -1, msg: String(error) }));
    times.push(performance.now() - began);
    if (code !== 0) refused.push(msg);
    await pause(OWNER_PAUSE_MS);
  }
  return { times, refused };
}

/** Strangers log in under names they know or guess, register, and never wait for the reply. */
async function flood(client: LoadClient, victim: Victim, until: number): Promise<Map<number, number>> {
  const codes = new Map<number, number>();
  const sent: Promise<void>[] = [];
  for (let count = 0; performance.now() < until; count += 1) {
    const network = count % NETWORKS;
    const place: Place = { address: `10.${100 + (network >> 8)}.${network & 255}.${1 + (count % 200)}` };
    const password = `a guess of number ${count}`;
    const username = count % 3 === 0 ? victim.username : `nobody_${count}`;
    const request =
      count % 10 === 9
        ? { path: "register", body: registration(`stranger_${count}`, password) }
        : { path: "login", body: { username, password } };
    sent.push(
      postFrom(client, place, request).then(
        ({ code }) => void codes.set(code, (codes.get(code) ?? 0) + 1),
        () => void codes.set(-1, (codes.get(-1) ?? 0) + 1),
      ),
    );
    await pause(1_000 / STRANGERS_PER_SECOND);
  }
  await Promise.all(sent);
  return codes;
}

/** Binds a card and recharges, so that withdrawals can be requested. */
async function prepare(client: LoadClient, { token }: Victim): Promise<string> {
  const order = async <Data>(path: string, body: object): Promise<Data> => {
    const { code, msg, data } = await postFrom<Data>(client, HOME, { path, token, body });
    if (code !== 0) throw new Error(`${path}: ${msg}`);
    return data;
  };
  const card = { card_no: "007100010001", card_no_confirmation: "007100010001" };
  const { id } = await order<{ id: string }>("bindBankCard", {
    real_name: "Nguyen Van An",
    bank_name: "Vietcombank",
    ...card,
    trans_password: "402815",
  });
  await order("makeOrder", { type: "recharge", amount: "20000.00", channel_id: "demo" });
  return id;
}

/** Many strangers have passwords hashed, so that owners do not get their turn. */
export const hashFlood: Attack = {
  name: "hash-flood",
  story: `${STRANGERS_PER_SECOND} strangers a second, of ${NETWORKS} networks, log in and register while an owner logs in and withdraws`,
  run: async ({ openServer, log }): Promise<AttackResult> => {
    const server = await openServer(SETTINGS);
    const [owners, strangers] = [new LoadClient(server.port, 4), new LoadClient(server.port, 400)];
    try {
      const victim = await makeVictim(server, owners, false);
      const card = await prepare(owners, victim);
      const { username, password, token } = victim;
      const withdrawal = { type: "withdrawal", amount: AMOUNT, addr_id: card, trans_password: "402815" };
      const asks: Readonly<Record<string, Ask>> = {
        login: () => postFrom(owners, HOME, { path: "login", body: { username, password } }),
        withdrawal: () => postFrom(owners, HOME, { path: "makeOrder", token, body: withdrawal }),
      };
      const [harm, figures]: [string[], string[]] = [[], []];
      for (const [name, ask] of Object.entries(asks)) {
        log(`${name}: quiet, under strangers, quiet`);
        const quiet = await watch(ask, performance.now() + WATCH_MS / 2);
        const until = performance.now() + WATCH_MS;
        const [under, codes] = await Promise.all([watch(ask, until), flood(strangers, victim, until)]);
        const after = await watch(ask, performance.now() + WATCH_MS / 2);
        const before = percentile([...quiet.times, ...after.times], 0.99);
        const during = percentile(under.times, 0.99);
        if (during > MAX_RATIO * before)
          harm.push(`the owner's ${name} took ${(during / before).toFixed(1)} times as long`);
        if (under.refused.length > 0)
          harm.push(`${under.refused.length} ${name}s of the owner refused: ${under.refused[0] ?? ""}`);
        figures.push(
          `${name}: p99 ${before.toFixed(0)} → ${during.toFixed(0)} ms, ${under.times.length} under strangers, ${under.refused.length} refused` +
            `; strangers' replies by code: ${[...codes].map(([code, count]) => `${code}: ${count}`).join(", ")}`,
        );
      }
      return { gained: harm.length === 0 ? "nothing" : harm.join("; "), held: harm.length === 0, figures };
    } finally {
      owners.close();
      strangers.close();
    }
  },
};

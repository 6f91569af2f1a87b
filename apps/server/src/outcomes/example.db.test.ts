import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { type Fault, openFaultyProxy } from "../testing/faulty-proxy.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { periodsOf, recharge, wrongBooks } from "../testing/withdrawals.ts";

/** The example client of docs/api.md, as a stranger would run it, through a proxy that fails. */

type Outcome = {
  readonly state: string;
  readonly code?: number;
  readonly data?: { readonly total?: string };
};
interface Example {
  sendOnce(
    api: string,
    path: string,
    asked: { token: string; key: string; body: object; tries?: number },
  ): Promise<Outcome>;
  settle(api: string, asked: { token: string; key: string }): Promise<Outcome>;
}

let played: PlayedServer;
let example: Example;
let player: TestPlayer;
let body: object;
beforeAll(async () => {
  played = await openPlayedServer();
  const at = new URL("../../../../docs/examples/place-a-bet.mjs", import.meta.url).href;
  // It is plain JavaScript, without types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  example = (await import(at)) as Example;
  player = await played.register("a_stranger");
  await recharge(played, player, "1000.00");
  const bets = [{ option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items: ["10"] }] }];
  body = { prize_no: await periodsOf(played).open(), bets };
});
afterAll(() => played.close());

const PATH = "/api/lottery/order/K3";
const ORDERS = sql`SELECT count(*)::int AS n FROM bet_order WHERE player_id = $1`;
const orders = async (): Promise<number> =>
  (await played.base.owner.query<{ n: number }>(ORDERS, [player.id]))[0]?.n ?? 0;

async function through(faults: readonly Fault[], work: (api: string) => Promise<Outcome>): Promise<Outcome> {
  const proxy = await openFaultyProxy(
    () => Number(new URL(played.url).port),
    (connection) => faults[connection] ?? {},
  );
  try {
    return await work(proxy.url);
  } finally {
    await proxy.close();
  }
}

test.each<[string, Fault[]]>([
  ["nothing fails", []],
  ["the request is cut", [{ requestBytes: 40 }]],
  ["the reply is cut before its first byte", [{ replyBytes: 0 }]],
  ["the reply is cut in its middle, twice", [{ replyBytes: 200 }, { replyBytes: 900 }]],
  ["three tries are cut", [{ requestBytes: 9 }, { replyBytes: 1 }, { replyBytes: 300 }]],
])("%s: the bet is placed once and the client knows it", async (name, faults) => {
  const before = await orders();
  const key = `example-${name.replaceAll(/[^a-z]/gu, "-")}`;
  const token = player.token;
  const outcome = await through(faults, (api) => example.sendOnce(api, PATH, { token, key, body }));
  expect(outcome).toMatchObject({ state: "done", data: { total: "2.00" } });
  expect(await orders()).toBe(before + 1);
  // After a restart the key alone tells the same.
  expect(await example.settle(played.url, { token, key })).toMatchObject({
    state: "done",
    data: outcome.data,
  });
});

test("what never arrives is given up for good, and a refusal is told as one", async () => {
  const before = await orders();
  const { token } = player;
  const lost = Array.from({ length: 3 }, () => ({ requestBytes: 60 }));
  const key = "example-lost";
  expect(await through(lost, (api) => example.sendOnce(api, PATH, { token, key, body }))).toMatchObject({
    state: "givenUp",
  });
  const late = await played.post(PATH, body, { player, key });
  expect(late.code).toBe(2034);
  const refused = { ...body, prize_no: "209901010001" };
  expect(
    await example.sendOnce(played.url, PATH, { token, key: "example-refused", body: refused }),
  ).toMatchObject({ state: "refused", code: 3003 });
  expect(await orders()).toBe(before);
  expect(await wrongBooks(played)).toEqual([]);
});

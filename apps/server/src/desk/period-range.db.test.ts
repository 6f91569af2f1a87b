import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { checkBooks } from "../ledger/ledger.ts";
import { makeKeys } from "../settings/keys.ts";
import { openDeskServer, type DeskServer, type Reply } from "../testing/desk-server.ts";
import { placeOneBet } from "../testing/one-bet.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const STATE = 8002;

let now = Date.UTC(2026, 10, 21, 5, 0, 30);
let base: TestDatabase;
let server: DeskServer;
let other: DeskServer;
beforeAll(async () => {
  base = await openTestDatabase();
  const node = { base, keys: makeKeys((length) => crypto.getRandomValues(new Uint8Array(length))) };
  server = await openDeskServer({ DESK_OPERATOR_DAY_VOIDS: "40" }, node);
  other = await openDeskServer({ DESK_OPERATOR_DAY_VOIDS: "40" }, node);
  await goTo(now);
});
afterAll(async () => {
  await server.close();
  await other.close();
  await base.close();
});

async function goTo(at: number): Promise<void> {
  now = at;
  for (const table of ["transfer", "bet_order"])
    await base.owner.query(sql`SELECT ensure_month_partitions($1, $2, 1)`, [table, new Date(at)]);
  await setTestClock(base.db, at);
  await server.app.draws.tick();
  for (const { app } of [server, other]) await app.draws.readDraws();
}

async function bettor(username: string): Promise<string> {
  const { token } = await server.enrol(username);
  const recharge = { type: "recharge", amount: "1000.00", channel_id: "demo" };
  await server.player("POST", "/api/user/makeOrder", token, recharge);
  return token;
}
const balanceOf = async (token: string): Promise<string> =>
  (await server.player("GET", "/api/balance", token)).data;
const WORDS = {
  risk: { reason: "wrongOdds", note: "the feed stood still" },
  admin: { reason: "wrongOdds", note: "agreed: nobody saw it" },
} as const;
const range = async (query: Record<string, string>): Promise<Reply> =>
  server.desk(
    "GET",
    `/desk/api/periodRange?${new URLSearchParams(query).toString()}`,
    await server.as("support"),
  );
const voidAll = async (
  ids: readonly string[],
  role: "risk" | "admin",
  options: { readonly key?: string; readonly node?: DeskServer; readonly which?: number } = {},
): Promise<Reply> =>
  (options.node ?? server).desk(
    "POST",
    "/desk/api/periods/void",
    await server.as(role, options.which),
    { ids, ...WORDS[role] },
    options.key,
  );
const outcomes = ({ data }: Reply) =>
  Object.fromEntries(data.list.map((row: { id: string; outcome: string }) => [row.id, row.outcome]));
/** The next periods of FFC. */
const upcoming = async (minutes: number): Promise<Reply["data"]> =>
  (await range({ game: "FFC", from: String(now), to: String(now + minutes * MINUTE_MS) })).data;

test("the cost of a range is said before, two people void it, and every stake goes back once", async () => {
  const [anna, binh] = [await bettor("anna_range"), await bettor("binh_range")];
  await placeOneBet(server, anna, { amount: "10.00" });
  await placeOneBet(server, anna, { amount: "20.00" });
  const last = await placeOneBet(server, binh, { amount: "5.00" });
  const cancelled = await placeOneBet(server, binh, { amount: "7.00" });
  await server.player("POST", `/api/lottery/cancel/${cancelled.orderNo}`, binh, {});

  const cost = await upcoming(5);
  expect(cost).toMatchObject({ periods: 5, orders: 3, players: 2, stake: "35.00", paid: "0.00" });
  const ids: string[] = cost.list.map(({ id }: { id: string }) => id);
  const first = await voidAll(ids, "risk", { key: "first-click-of-a-range" });
  expect(first.data).toMatchObject({ asked: 5, voided: 0, refused: 0, waitsForSecond: true });
  expect((await voidAll(ids, "risk", { key: "first-click-of-a-range" })).data).toEqual(first.data);
  expect((await voidAll(ids, "risk")).code).toBe(8004);
  const waits = await server.desk("GET", "/desk/api/second", await server.as("admin"));
  expect(waits.data.list).toMatchObject([{ kind: "period", ids, first: { name: "risk_1" }, ...WORDS.risk }]);
  const { data: asked } = await range({ ids: ids.join(",") });
  for (const { voidAsked } of asked.list) expect(voidAsked).toMatchObject(WORDS.risk);
  expect(await balanceOf(anna)).toBe("970.00");

  const second = await voidAll(ids, "admin", { key: "second-click-of-a-range" });
  expect(second.data).toMatchObject({ asked: 0, voided: 5, refused: 0, waitsForSecond: false });
  expect((await voidAll(ids, "admin", { key: "second-click-of-a-range" })).data).toEqual(second.data);
  expect([await balanceOf(anna), await balanceOf(binh)]).toEqual(["1000.00", "1000.00"]);
  const { data } = await server.desk("GET", "/desk/api/audit?action=period.void", await server.as("risk"));
  expect(
    data.list
      .slice(0, 6)
      .map(({ subject }: { subject: string }) => subject)
      .toSorted(),
  ).toEqual(["periods", ...ids.map((id) => `period ${id}`)].toSorted());
  const told = WORDS.admin.reason;
  expect(data.list[0]).toMatchObject({
    subject: "periods",
    reason: WORDS.admin.note,
    detail: { first: false, voided: 5, refused: 0, told },
  });
  for (const line of data.list.slice(1, 6))
    expect(line).toMatchObject({ reason: WORDS.admin.note, detail: { first: false, told } });
  expect(ids).toContain(`FFC-${last.prizeNo}`);

  const mail = await server.player("POST", "/api/user/userMail", anna, { type: "message" });
  expect(JSON.stringify(mail.data)).toContain("Reason: The odds on sale were wrong");
  for (const { note } of Object.values(WORDS)) expect(JSON.stringify(mail.data)).not.toContain(note);
  const shown = await server.desk("GET", `/desk/api/periods/${ids[0]}`, await server.as("support"));
  expect(shown.data.voidReason).toBe(told);
});

test("what the operator did not agree to is not returned: bets that came since are refused before anything is written", async () => {
  await goTo(now + 6 * MINUTE_MS);
  const one = await bettor("grows_range");
  const [next] = (await upcoming(1)).list;
  const send = async (role: "risk" | "admin", most: string) =>
    server.desk("POST", "/desk/api/periods/void", await server.as(role), {
      ids: [next.id],
      ...WORDS[role],
      most,
    });
  await placeOneBet(server, one, { amount: "10.00" });
  expect(await send("risk", "9.99")).toMatchObject({ code: 8037, msg: expect.stringContaining("10.00") });
  const waiting = async () =>
    (await server.desk("GET", "/desk/api/second", await server.as("admin"))).data.list;
  expect(await waiting()).toEqual([]);
  expect((await send("risk", "10.00")).data).toMatchObject({ asked: 1 });
  await placeOneBet(server, one, { amount: "25.00" });
  expect(await waiting()).toMatchObject([{ kind: "period", amount: "35.00" }]);
  const { data } = await range({ ids: next.id });
  expect(data).toMatchObject({ stake: "35.00", list: [{ voidAsked: { stake: "10.00" } }] });
  expect((await send("admin", "10.00")).code).toBe(8037);
  expect((await range({ ids: next.id })).data).toMatchObject({ periods: 1 });
  expect((await send("admin", "35.00")).data).toMatchObject({ voided: 1 });
  expect(await balanceOf(one)).toBe("1000.00");
  const shown = await server.desk("GET", `/desk/api/periods/${next.id}`, await server.as("support"));
  expect(shown.data).toMatchObject({
    ruleVoid: null,
    voidedBy: { first: { name: "risk_1" }, second: { name: "thu_admin" } },
  });
});

test("the second person confirms the first one's reason; another reason is a request of its own, and nothing is voided by it", async () => {
  await goTo(now + 6 * MINUTE_MS);
  const one = await bettor("reasons_range");
  await placeOneBet(server, one, { amount: "10.00" });
  const ids: string[] = (await upcoming(2)).list.map(({ id }: { id: string }) => id);
  const send = async (role: "risk" | "admin", reason: string, confirms?: string) =>
    server.desk("POST", "/desk/api/periods/void", await server.as(role), {
      ids,
      reason,
      note: `${role} says so`,
      ...(confirms !== undefined && { confirms }),
    });
  const waiting = async (role: "risk" | "admin") =>
    (await server.desk("GET", "/desk/api/second", await server.as(role))).data.list;
  await send("risk", "wrongOdds");
  const [{ first }] = await waiting("admin");
  expect(first.name).toBe("risk_1");
  // What the second person saw is no longer what the first one asks for.
  for (const [reason, confirms] of [
    ["drawFailed", first.id],
    ["wrongOdds", "1"],
  ] as const)
    expect(await send("admin", reason, confirms)).toMatchObject({ code: 8042 });
  expect(await waiting("risk")).toMatchObject([{ reason: "wrongOdds", first }]);

  expect((await send("admin", "drawFailed")).data).toMatchObject({
    asked: 2,
    voided: 0,
    waitsForSecond: true,
  });
  expect(await balanceOf(one)).toBe("990.00");
  const [own] = await waiting("risk");
  expect(own).toMatchObject({
    ids,
    reason: "drawFailed",
    note: "admin says so",
    first: { name: "thu_admin" },
  });

  expect((await send("risk", "drawFailed", own.first.id)).data).toMatchObject({ voided: 2 });
  expect(await balanceOf(one)).toBe("1000.00");
  const shown = await server.desk("GET", `/desk/api/periods/${ids[0]}`, await server.as("support"));
  expect(shown.data).toMatchObject({
    voidReason: "drawFailed",
    voidedBy: { first: { name: "thu_admin" }, second: { name: "risk_1" } },
  });
});

test("what cannot be voided stays and is named; a range in which nothing can be is refused and changes nothing", async () => {
  await goTo(now + 6 * MINUTE_MS);
  const one = await bettor("partly_range");
  const { prizeNo } = await placeOneBet(server, one, { amount: "3.00" });
  const drawn = `FFC-${prizeNo}`;
  await goTo(now + 3 * MINUTE_MS);
  const balance = await balanceOf(one);
  const [next] = (await upcoming(1)).list;
  const ids = [drawn, next.id];
  expect((await range({ ids: ids.join(",") })).data).toMatchObject({ periods: 1, orders: 0, stake: "0.00" });
  const asked = await voidAll(ids, "risk");
  expect(outcomes(asked)).toEqual({ [drawn]: "refused", [next.id]: "asked" });
  expect(asked.data.list[0]).toMatchObject({ code: STATE, msg: expect.any(String) });
  expect(outcomes(await voidAll(ids, "admin"))).toEqual({ [drawn]: "refused", [next.id]: "voided" });
  expect((await voidAll(ids, "admin")).code).toBe(STATE);
  expect((await voidAll([drawn], "risk")).code).toBe(STATE);
  expect(await balanceOf(one)).toBe(balance);
});

test("more than an operator's day allows is refused with what is left, and nothing is asked for", async () => {
  const many = await server.desk(
    "GET",
    `/desk/api/periodRange?from=${now}&to=${now + 60 * MINUTE_MS}`,
    await server.as("risk"),
  );
  const ids: string[] = many.data.list.map(({ id }: { id: string }) => id);
  const refused = await voidAll(ids.slice(0, 60), "risk", { which: 2 });
  expect(refused).toMatchObject({ code: 8032, msg: expect.stringContaining("40") });
  const { data } = await server.desk("GET", "/desk/api/second", await server.as("admin"));
  expect(data.list).toEqual([]);
});

test("bets, cancellations and thirty clicks of two servers at once: each stake goes back once, and the books are right", async () => {
  await goTo(Math.ceil(now / MINUTE_MS) * MINUTE_MS + 5 * SECOND_MS);
  const players = await Promise.all(Array.from({ length: 5 }, (_, at) => bettor(`range_rush_${at}`)));
  const ids: string[] = (await upcoming(4)).list.map(({ id }: { id: string }) => id);
  const placed = await Promise.all(players.map((token) => placeOneBet(server, token, { amount: "50.00" })));
  expect((await voidAll(ids, "risk", { which: 3 })).data.asked).toBe(4);
  const clicks = Array.from({ length: 30 }, (_, at) =>
    // In both orders.
    voidAll(at % 2 === 0 ? ids : ids.toReversed(), "admin", { node: at % 3 === 0 ? other : server }),
  );
  const bets = players.map((token) =>
    placeOneBet(server, token, { prizeNo: placed[0]?.prizeNo ?? "", amount: "9.00" }).catch(() => null),
  );
  const cancels = placed
    .slice(0, 2)
    .map(({ orderNo }, at) => server.player("POST", `/api/lottery/cancel/${orderNo}`, players[at] ?? "", {}));
  const replies = await Promise.all(clicks);
  await Promise.all([...bets, ...cancels]);
  expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([0, STATE]));
  await server.app.settlement.refundVoided();
  expect(await Promise.all(players.map(balanceOf))).toEqual(players.map(() => "1000.00"));
  const invariants = (await checkBooks(base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(invariants.filter(({ broken }) => broken > 0n)).toEqual([]);
});

test("a server that dies in the middle has voided nothing, and one that dies before the refunds leaves them to the next", async () => {
  // Past those of before.
  await goTo(Math.ceil(now / MINUTE_MS) * MINUTE_MS + 5 * MINUTE_MS + 5 * SECOND_MS);
  const one = await bettor("dies_in_range");
  await placeOneBet(server, one, { amount: "8.00" });
  const list = (await upcoming(2)).list.map(({ id }: { id: string }) => {
    const [, periodNo = ""] = id.split("-");
    return { game: "FFC", periodNo, reason: "drawFailed" } as const;
  });
  const dies = base.db.transaction(async (tx) => {
    expect(await server.app.draws.voidPeriods(tx, list)).toEqual(["voided", "voided"]);
    throw new Error("dies");
  });
  await expect(dies).rejects.toThrow("dies");
  expect((await upcoming(2)).periods).toBe(2);
  await base.db.transaction((tx) => server.app.draws.voidPeriods(tx, list));
  expect(await balanceOf(one)).toBe("992.00");
  const rounds = await Promise.all([server, other].map(({ app }) => app.settlement.refundVoided()));
  expect(rounds.reduce((sum, orders) => sum + orders, 0)).toBe(1);
  expect(await balanceOf(one)).toBe("1000.00");
});

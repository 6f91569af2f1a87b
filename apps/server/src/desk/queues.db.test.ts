import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { setTestClock } from "../testing/test-database.ts";

/** Queues of the desk: their order, and that entries stay until done. */
let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer();
});
afterAll(() => server.close());

interface Page {
  readonly list: readonly { readonly id: string; readonly waitingSince?: number | null }[];
  readonly nextCursor: string | null;
}

async function read(path: string): Promise<Page> {
  const reply = await server.desk("GET", `/desk/api/${path}`, await server.as("admin"));
  expect(reply).toMatchObject({ code: 0 });
  return reply.data;
}

/** All of a list, page by page. */
async function readAll(path: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Page = await read(`${path}&page_size=1${cursor === "" ? "" : `&cursor=${cursor}`}`);
    ids.push(...page.list.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

test("recharges in review come oldest first where that is asked for, page by page", async () => {
  const made: string[] = [];
  for (const name of ["queued_one", "queued_two", "queued_three"]) {
    const { token } = await server.enrol(name);
    const order = { type: "recharge", amount: "500.00", channel_id: "bank" };
    const { data } = await server.player("POST", "/api/user/makeOrder", token, order);
    made.push(data.orderNo);
  }
  const path = "recharges?status=pendingReview";
  expect(await readAll(`${path}&order=oldest`)).toEqual(made);
  expect(await readAll(path)).toEqual(made.toReversed());
});

test("a player waits until they are answered: that an operator reads is no answer", async () => {
  const [first, second] = [await server.enrol("waits_one"), await server.enrol("waits_two")];
  const write = async (player: typeof first, text: string) =>
    server.player("POST", "/api/service/write", player.token, { text });
  const act = async (player: typeof first, what: string, body?: object) =>
    server.desk("POST", `/desk/api/conversations/${player.id}/${what}`, await server.as("support"), body);
  const waiting = () => readAll("conversations?waiting=1");
  const waitingCount = () => server.app.service.conversations.waiting();

  await write(first, "One");
  await write(second, "Two");
  await write(first, "Are you there?");
  const before = await read("conversations?waiting=1");
  expect(before.list.map(({ id }) => id)).toEqual([String(first.id), String(second.id)]);
  expect(await waitingCount()).toMatchObject({
    conversations: 2,
    lines: 3,
    since: before.list[0]?.waitingSince,
  });

  expect(await act(first, "read")).toMatchObject({ code: 0 });
  expect(await waiting()).toEqual([String(first.id), String(second.id)]);
  expect(await waitingCount()).toMatchObject({ conversations: 2, lines: 3 });

  expect(await act(first, "answer", { text: "We are." })).toMatchObject({ code: 0 });
  expect(await waiting()).toEqual([String(second.id)]);
  await act(second, "close");
  expect(await waiting()).toEqual([]);
  await act(second, "reopen");
  expect(await waiting()).toEqual([String(second.id)]);
  expect((await read("conversations?mine=1&waiting=1")).list).toEqual([]);
  await act(second, "answer", { text: "Done." });
  expect(await waitingCount()).toEqual({ conversations: 0, lines: 0, since: null });
});

test("periods open around now: nothing that is not on sale yet comes before what is", async () => {
  // Half a minute before a draw, so that the game is on sale.
  await setTestClock(server.base.db, Math.ceil(Date.now() / 60_000) * 60_000 + 30_000);
  await server.app.draws.tick();
  await server.app.draws.readDraws();
  const [row] = await server.base.db.query<{ now_ms: bigint }>(sql`SELECT epoch_ms(house_clock()) AS now_ms`);
  const now = Number(row?.now_ms ?? 0n);
  const shown = await server.desk("GET", "/desk/api/periods?page_size=100", await server.as("risk"));
  const periods: readonly { gameCode: string; openAt: number; drawAt: number }[] = shown.data.list;
  expect(periods.length).toBeGreaterThan(0);
  expect(periods.filter(({ openAt }) => openAt > now)).toEqual([]);
  expect(periods.filter(({ gameCode, drawAt }) => gameCode === "FFC" && drawAt > now)).toHaveLength(1);
  const ahead = await server.desk(
    "GET",
    `/desk/api/periods?game=FFC&to=${now + 3_600_000}&page_size=5`,
    await server.as("risk"),
  );
  expect(ahead.data.list[0].openAt).toBeGreaterThan(now);
});

import { EventParser } from "@lotus/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openCase } from "../../testing/harmful-play.ts";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";

let server: DeskServer;
let url: string;
beforeAll(async () => {
  server = await openDeskServer();
  ({ opsUrl: url } = await server.app.listen());
});
afterAll(() => server.close());

interface ReceivedEvent {
  readonly event: string;
  // Each test knows the shape of its events.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
}

/** Opens the stream of a session. */
async function follow(token: string) {
  const stop = new AbortController();
  const reply = await fetch(`${url}/desk/api/stream`, { headers: { Token: token }, signal: stop.signal });
  const received: ReceivedEvent[] = [];
  let wake = (): void => undefined;
  let ended = false;
  const read = async (): Promise<void> => {
    const parser = new EventParser();
    for await (const piece of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      for (const { event, data } of parser.feed(piece)) received.push({ event, data: JSON.parse(data) });
      wake();
    }
  };
  const over = read()
    .catch(() => undefined)
    .finally(() => {
      ended = true;
      wake();
    });
  /** The first event that matches, past or future. */
  const until = async (fits: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent> => {
    for (;;) {
      const found = received.find(fits);
      if (found !== undefined) return found;
      if (ended) throw new Error(`the stream ended after ${JSON.stringify(received)}`);
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  return { reply, received, until, over, close: () => stop.abort() };
}

test("a stream is for operators alone, and nothing is told of conversations to who may not read them", async () => {
  const player = await server.enrol("streamed_one");
  for (const token of ["", player.token]) {
    const refused = await fetch(`${url}/desk/api/stream`, { headers: { Token: token } });
    expect(await refused.json()).toMatchObject({ code: 401 });
  }
  const [care, cash] = [await follow(await server.as("support")), await follow(await server.as("cashier"))];
  expect(care.reply.headers.get("content-type")).toContain("text/event-stream");
  expect((await care.until(({ event }) => event === "waiting")).data).toMatchObject({
    conversations: 0,
    lines: 0,
    money: "running",
  });
  await server.player("POST", "/api/service/write", player.token, { text: "Anybody?" });
  const id = String(player.id);
  await care.until(({ event, data }) => event === "conversation" && data.id === id);
  for (const window of [care, cash])
    await window.until(({ event, data }) => event === "waiting" && data.lines === 1);
  expect(cash.received.filter(({ event }) => event === "conversation")).toEqual([]);
  care.close();
  cash.close();
});

test("orders of money are told as they come and as they are decided", async () => {
  const player = await server.enrol("streamed_two");
  const desk = await follow(await server.as("cashier"));
  await desk.until(({ event }) => event === "waiting");
  const body = { type: "recharge", amount: "45.00", channel_id: "bank" };
  const { data } = await server.player("POST", "/api/user/makeOrder", player.token, body);
  const { orderNo } = data;
  await desk.until(({ event, data }) => event === "order" && data.orderNo === orderNo);
  await desk.until(({ event, data }) => event === "waiting" && data.recharges === 1);
  await server.desk("POST", `/desk/api/recharges/${orderNo}/pass`, await server.as("cashier"), {});
  await desk.until(({ event, data }) => event === "order" && data.status === "passed");
  await desk.until(({ event, data }) => event === "waiting" && data.recharges === 0);
  expect(JSON.stringify(desk.received)).not.toContain("streamed_two");
  desk.close();
});

test("a care case counts as waiting until it is closed", async () => {
  const desk = await follow(await server.as("support"));
  await desk.until(({ event, data }) => event === "waiting" && data.care === 0);
  const player = await server.enrol("streamed_three");
  const id = await openCase(server, player.id);
  const later = await follow(await server.as("risk"));
  await later.until(({ event, data }) => event === "waiting" && data.care === 1);
  const body = { outcome: "call", reason: "talked about it" };
  const closed = await server.desk("POST", `/desk/api/care/${id}/close`, await server.as("support"), body);
  expect(closed).toMatchObject({ code: 0 });
  const last = await follow(await server.as("risk"));
  await last.until(({ event, data }) => event === "waiting" && data.care === 0);
  for (const window of [desk, later, last]) window.close();
});

test("voids by the rules, stops and silences are told to every page", async () => {
  const { owner } = server.base;
  await owner.query(
    sql`INSERT INTO rule_void (game, period_no, at, cause) VALUES ('K3', '202001010001', house_clock(), 'late')`,
  );
  await owner.query(sql`INSERT INTO outside_silence VALUES ('witness', 'w', house_clock())`);
  const stopped = await server.desk("POST", "/desk/api/games/stop", await server.as("risk"), {
    reason: "a test",
  });
  expect(stopped.code).toBe(0);
  const desk = await follow(await server.as("cashier"));
  const { data } = await desk.until(
    ({ event, data: { ruleVoids } }) => event === "waiting" && ruleVoids === 1,
  );
  expect(data.stops).toEqual(["desk"]);
  expect(data.troubles).toContainEqual({ kind: "witness", name: "w", since: expect.any(Number) });
  desk.close();
});

test("a session has a few streams at most: one more ends the oldest", async () => {
  const token = await server.as("risk");
  const first = await follow(token);
  await first.until(({ event }) => event === "hello");
  const others = [];
  for (let i = 0; i < 4; i += 1) {
    const one = await follow(token);
    await one.until(({ event }) => event === "waiting");
    others.push(one);
  }
  await first.over;
  expect(first.received.filter(({ event }) => event === "session")).toEqual([]);
  for (const one of others) one.close();
});

import { type CallSpec, CALLS } from "@lotus/contract";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import type { BoundCall, CallContext } from "../http/handler.ts";
import { openTestDraws } from "../testing/draws.ts";
import type { Draws } from "./draws.ts";

const MINUTE = 60_000;
/** 2026-11-21, 12:00 in the operator's zone. */
const NOON = Date.UTC(2026, 10, 21, 5, 0, 0);

let base: TestDatabase;
let draws: Draws;
beforeAll(async () => {
  base = await openTestDatabase();
  for (let minute = 0; minute <= 25; minute += 1) {
    await setTestClock(base.db, NOON + minute * MINUTE);
    draws ??= openTestDraws(base.db, { codes: ["FFC", "XYFT", "LHC"] });
    await draws.tick();
  }
});
afterAll(async () => {
  await draws.stop();
  await base.close();
});

const CONTEXT: CallContext = {
  caller: undefined,
  locale: "en-US",
  address: "127.0.0.1",
  device: "",
  userAgent: "",
  idempotencyKey: undefined,
  told: { freshness: undefined, lastEventId: undefined },
  bodyHash: new Uint8Array(32),
  requestId: "1",
  concerns: () => undefined,
  log: pino({ level: "silent" }),
};

/** The data of a call, checked against its schema; or the name of the refusal. */
async function call(call: CallSpec, params: object = {}, query: object = {}): Promise<unknown> {
  const bound = Object.values<BoundCall>(draws.calls).find((one) => one.call === call);
  if (bound === undefined) throw new Error(`nobody answers ${call.path}`);
  // The list of calls is untyped: the call's own schemas parse the request.
  const request: never = { params, query, body: undefined } as never;
  const answer = await bound.handler(request, CONTEXT);
  if (!answer.ok) return answer.code;
  const { raw } = answer;
  const text = raw === undefined ? JSON.stringify(answer.data) : typeof raw === "string" ? raw : raw.text;
  const json: unknown = JSON.parse(text);
  const data: unknown = typeof raw === "object" ? Reflect.get(Object(json), "data") : json;
  return call.data.parse(data);
}

test("current is what draws next, by the server's clock and with no tick between", async () => {
  const at = async (instant: number): Promise<unknown> => {
    await setTestClock(base.db, instant);
    return call(CALLS.current, { gameCode: "FFC" });
  };
  const now = NOON + 25 * MINUTE;
  const times = { openAt: now, closeAt: now + 52_000, drawAt: now + MINUTE };
  expect(await at(now)).toMatchObject({ prizeNo: "202611210746", ...times, serverTime: now, status: "open" });
  expect(await at(now + 51_999)).toMatchObject({ prizeNo: "202611210746", status: "open" });
  expect(await at(now + 52_000)).toMatchObject({ serverTime: now + 52_000, status: "closed" });
  expect(await at(now + MINUTE)).toMatchObject({ prizeNo: "202611210747", status: "open" });
  // Beyond all cached periods.
  expect(await at(now + 300 * MINUTE)).toMatchObject({ prizeNo: "202611211046", status: "open" });
  await setTestClock(base.db, now);
  expect(await call(CALLS.current, { gameCode: "XYFT" })).toMatchObject({
    prizeNo: "20261121001",
    status: "closed",
  });
  expect(await call(CALLS.current, { gameCode: "NONE" })).toBe("GAME_UNKNOWN");
});

test("last and history show results with their facts, page by page", async () => {
  expect(await call(CALLS.last, { gameCode: "FFC" })).toMatchObject({ prizeNo: "202611210745", late: false });
  expect(await call(CALLS.last, { gameCode: "LHC" })).toMatchObject({
    prizeNo: "20261121074",
    facts: { family: "mark-six" },
  });
  expect(await call(CALLS.last, { gameCode: "XYFT" })).toBeNull();
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = CALLS.history.data.parse(
      await call(
        CALLS.history,
        { gameCode: "FFC" },
        cursor === null ? { page_size: 10 } : { page_size: 10, cursor },
      ),
    );
    seen.push(...page.list.map(({ prizeNo }) => prizeNo));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => `20261121${String(745 - i).padStart(4, "0")}`));
});

test("the lobby holds every game in one reply", async () => {
  const lobby = CALLS.games.data.parse(await call(CALLS.games));
  expect(lobby.serverTime).toBe(NOON + 25 * MINUTE);
  expect(lobby.list.map(({ gameCode, name }) => [gameCode, name])).toEqual([
    ["FFC", "FFC in en-US"],
    ["XYFT", "XYFT in en-US"],
    ["LHC", "LHC in en-US"],
  ]);
  expect(lobby.list.every(({ current }) => current !== null)).toBe(true);
});

test("a proof says as much as may be said", async () => {
  const typesOf = (proof: unknown) => CALLS.proof.data.parse(proof).entries.map(({ type }) => type);
  const before = await call(CALLS.proof, { gameCode: "FFC", prizeNo: "202611210746" });
  expect(before).toMatchObject({ beacon: { signature: null, randomness: null }, numbers: null });
  expect(typesOf(before)).toEqual(["house", "period"]);
  const after = await call(CALLS.proof, { gameCode: "FFC", prizeNo: "202611210745" });
  expect(typesOf(after)).toEqual(["house", "period", "close", "draw", "settled"]);
  expect(await call(CALLS.proof, { gameCode: "FFC", prizeNo: "202611210745" })).toEqual(after);
  expect(await call(CALLS.proof, { gameCode: "FFC", prizeNo: "209911210745" })).toBe("PERIOD_UNKNOWN");
});

import { CALLS, type Trend } from "@lotus/contract";
import { type Game, omissionRows } from "@lotus/games";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Queries } from "../../db/database.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../../testing/test-database.ts";
import type { CallContext } from "../../http/handler.ts";
import { PreparedReply } from "../../http/prepared-reply.ts";
import { Board, RESULTS_KEPT } from "../board.ts";
import { game, openTestDraws } from "../../testing/draws.ts";
import type { Draws } from "../draws.ts";
import { resultOf } from "../result.ts";
import { trendCall } from "./trend.ts";

const MINUTE = 60_000;
/** 2026-11-21, 12:00 in the operator's zone. */
const NOON = Date.UTC(2026, 10, 21, 5, 0, 0);

let base: TestDatabase;
let draws: Draws;
/** Statements that the board has sent. */
let statements = 0;
let board: Board;

async function goTo(minute: number): Promise<void> {
  await setTestClock(base.db, NOON + minute * MINUTE);
  await draws.tick();
  await board.refreshChanged(NOON + minute * MINUTE, String(minute));
}

beforeAll(async () => {
  base = await openTestDatabase();
  await setTestClock(base.db, NOON);
  draws = openTestDraws(base.db, { codes: ["FFC", "LHC", "XYFT"] });
  await draws.tick();
  const db: Queries = {
    query: (...statement) => {
      statements += 1;
      return base.db.query(...statement);
    },
  };
  board = new Board(db, [game("FFC"), game("LHC"), game("XYFT")]);
  for (let minute = 1; minute <= 12; minute += 1) await goTo(minute);
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

/** The prepared reply of a call, or the name of the refusal. */
async function callTrend(
  bound: ReturnType<typeof trendCall>,
  gameCode: string,
  size?: string,
): Promise<PreparedReply | string> {
  const query = CALLS.trend.query.parse(size === undefined ? {} : { draws: size });
  // The list of calls is untyped: the call's own schemas parse the request.
  const request: never = { params: { gameCode }, query, body: undefined } as never;
  const answer = await bound.handler(request, CONTEXT);
  if (!answer.ok) return answer.code;
  if (!(answer.raw instanceof PreparedReply)) throw new Error("not prepared");
  return answer.raw;
}

function read(reply: PreparedReply | string): Trend {
  if (typeof reply === "string") throw new Error(reply);
  return CALLS.trend.data.parse(Reflect.get(Object(JSON.parse(reply.text)), "data"));
}

test("a game with fewer draws than asked for gives what is there, and none at all an empty trend", async () => {
  const bound = trendCall(board);
  const ffc = read(await callTrend(bound, "FFC", "50"));
  expect(ffc.draws.map(({ prizeNo }) => prizeNo)).toEqual(
    Array.from({ length: 12 }, (_, at) => `20261121${String(721 + at).padStart(4, "0")}`),
  );
  const lhc = read(await callTrend(bound, "LHC"));
  expect(lhc.draws).toHaveLength(1);
  const xyft = read(await callTrend(bound, "XYFT", "10"));
  expect(xyft).toMatchObject({ gameCode: "XYFT", family: "racing", draws: [] });
  expect(xyft.tracks.every(({ hits, run }) => hits.length === 0 && run === null)).toBe(true);
  expect(await callTrend(bound, "NONE")).toBe("GAME_UNKNOWN");
});

test("what it counts are the draws of the log", async () => {
  const { draws: counted, tracks } = read(await callTrend(trendCall(board), "FFC", "10"));
  const results = board.resultsOf("FFC").toReversed();
  expect(counted.map(({ prizeNo, numbers }) => [prizeNo, numbers])).toEqual(
    results.slice(2).map(({ prizeNo, numbers }) => [prizeNo, numbers]),
  );
  const units = tracks.find(({ fact, place }) => fact === "number" && place === 5);
  const shown = results.map(({ numbers }) => numbers[4] ?? -1);
  expect(units?.hits).toEqual(shown.slice(2).map((digit) => [digit]));
  // The two draws before the window are searched for when a digit was last drawn.
  expect(units?.opening).toEqual(
    Array.from({ length: 10 }, (_, digit) => (shown[1] === digit ? 0 : shown[0] === digit ? 1 : 2)),
  );
  expect(units && omissionRows(units).at(-1)).toEqual(units?.omission);
});

test("however many ask between two draws, it is counted once for each size; the next draw counts anew", async () => {
  const bound = trendCall(board);
  const before = statements;
  const [first, second] = await Promise.all([callTrend(bound, "FFC", "30"), callTrend(bound, "FFC", "30")]);
  expect(second).toBe(first);
  expect(await callTrend(bound, "FFC")).toBe(first);
  const ten = await callTrend(bound, "FFC", "10");
  expect(ten).not.toBe(first);
  expect(await callTrend(bound, "FFC", "10")).toBe(ten);
  expect(statements).toBe(before);

  const lhc = await callTrend(bound, "LHC", "30");
  await goTo(13);
  const next = await callTrend(bound, "FFC", "30");
  expect(next).not.toBe(first);
  expect(read(next).draws.at(-1)?.prizeNo).toBe("202611210733");
  expect(read(next).draws).toHaveLength(13);
  // Another game's draw changes nothing.
  expect(await callTrend(bound, "LHC", "30")).toBe(lhc);
});

/** A board that caches a hundred draws, whose units count up, and records each read of earlier ones. */
function longBoard(read: () => void): Board {
  const result = (period: number) =>
    resultOf(game("FFC"), {
      periodNo: `20261121${String(period).padStart(4, "0")}`,
      drawAt: NOON + period * MINUTE,
      numbers: [0, 0, 0, 0, period < 15 ? period % 10 : 9],
      late: false,
    });
  const all = Array.from({ length: RESULTS_KEPT + 20 }, (_, at) => result(RESULTS_KEPT + 20 - at));
  const remembered = all.slice(0, RESULTS_KEPT);
  // A board is a class with private fields; two of its methods are replaced here.
  const long = Object.create(board, {
    gameOf: { value: (code: string) => board.gameOf(code) },
    resultsOf: { value: () => remembered },
    resultsBefore: {
      value: (_game: Game, before: number, limit: number) => {
        read();
        return Promise.resolve(all.filter(({ drawAt }) => drawAt < before).slice(0, limit));
      },
    },
  }) as Board;
  return long;
}

test("with more draws than are remembered the earlier ones are read once, for every size", async () => {
  let reads = 0;
  const bound = trendCall(longBoard(() => (reads += 1)));
  const hundred = read(await callTrend(bound, "FFC", "100"));
  expect(hundred.draws).toHaveLength(100);
  expect(hundred.draws.at(-1)?.prizeNo).toBe("202611210120");
  const units = hundred.tracks.find(({ fact, place }) => fact === "number" && place === 5);
  // Twenty draws precede the window: 1 to 9, 0, 1 to 4, and then nines.
  expect(units?.opening).toEqual([10, 9, 8, 7, 6, 15, 14, 13, 12, 0]);
  await callTrend(bound, "FFC", "50");
  await callTrend(bound, "FFC", "100");
  expect(reads).toBe(1);
});

test("what could not be read is read by the next who asks", async () => {
  let reads = 0;
  const bound = trendCall(
    longBoard(() => {
      reads += 1;
      if (reads === 1) throw new Error("down");
    }),
  );
  await expect(callTrend(bound, "FFC")).rejects.toThrow("down");
  expect(read(await callTrend(bound, "FFC")).draws).toHaveLength(30);
});

import { pino } from "pino";
import type { CallBody, CallData } from "@lotus/contract";
import { CALLS } from "@lotus/contract";
import { findGame, type GameCode, periodAt, periodsFrom } from "@lotus/games";
import { loadServerMessages } from "@lotus/locales/node";
import { type Chases, openChases } from "../chases/chases.ts";
import { sql } from "../db/database.ts";
import type { Answer, BoundCall } from "../http/handler.ts";
import { hashRequest } from "../http/body-hash.ts";
import type { MayPlay } from "../registers/registers.ts";
import { openSettlement, type Settlement } from "../settlement/settlement.ts";
import { openTestServer, type TestServer } from "./betting-server.ts";
import { setTestClock } from "./test-database.ts";

/** The game of the tests: a draw each minute, closed five seconds before. */
export const CHASED: GameCode = "FFC";
export const MINUTE_MS = 60_000;

const INSERT = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, round)
  SELECT $1, p.no, to_timestamp(p.open / 1000.0), to_timestamp(p.close / 1000.0), to_timestamp(p.draw / 1000.0), p.draw / 1000
  FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) AS p (no, open, close, draw) ON CONFLICT DO NOTHING`;
const CLOSE = sql`UPDATE period SET state = 'closed' WHERE game = $1 AND period_no = $2 AND state = 'open'`;
const DRAW = sql`
  UPDATE period SET state = 'drawn', numbers = $3::smallint[], drawn_at = house_clock()
  WHERE game = $1 AND period_no = $2 AND state = 'closed' RETURNING state`;
const VOID = sql`UPDATE period SET state = 'voided', void_reason = 'test' WHERE game = $1 AND period_no = $2`;

/** A request to a call of chases. */
export interface ChaseRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly key?: string | undefined;
}

/** A server of chases over real bets, whose periods open, close and are settled only by the test. */
export interface ChaseServer extends TestServer {
  readonly chases: Chases;
  readonly settlement: Settlement;
  /** The server's time (epoch ms). */
  now(): number;
  /** Sets the server's time, with the periods of the next hour on record. */
  setTime(at: number): Promise<void>;
  /** Whether every server that is up knows of chases, as they do unless a test says otherwise. */
  setAllKnow(allKnow: boolean): void;
  /** Number of the period that draws `ahead` periods after the current one. */
  periodNo(ahead?: number): string;
  /** Moves the time to just after the next draw, and settles the period before with these numbers unless it is voided. */
  nextPeriod(numbers?: readonly number[]): Promise<void>;
  /** Moves the time to just after the next draw; nothing is drawn. */
  skipDraw(): Promise<void>;
  settle(periodNo: string, numbers: readonly number[]): Promise<void>;
  void(periodNo: string): Promise<void>;
  /** Begins a chase by its call: by default on digit 7 of the last place, 1.00 a period. */
  begin(
    playerId: bigint,
    plan?: Partial<CallBody<typeof CALLS.chase>> & { readonly periods?: number },
    key?: string,
  ): Promise<Answer<typeof CALLS.chase>>;
  begun(
    playerId: bigint,
    plan?: Partial<CallBody<typeof CALLS.chase>> & { readonly periods?: number },
  ): Promise<string>;
  /** Calls a call of chases. */
  ask(bound: BoundCall, playerId: bigint, request?: ChaseRequest): Promise<Answer<never>>;
  detail(playerId: bigint, chaseNo: string): Promise<CallData<typeof CALLS.chaseDetail>>;
}

/** Opens it, for the game of the tests or another. Several servers may share the register's verdict. */
// The parts of the harness are listed where they are made.
// oxlint-disable-next-line max-lines-per-function
export async function openChaseServer(
  mayPlay: MayPlay | null = null,
  code: GameCode = CHASED,
): Promise<ChaseServer> {
  const server = await openTestServer(20);
  const { db, owner } = server.base;
  const log = pino({ level: "silent" });
  const game = findGame(code);
  if (game === undefined) throw new Error("no game");
  const schedule = { ...game, timeZone: "Asia/Ho_Chi_Minh" };
  let allKnow = true;
  let time = Date.UTC(2026, 10, 21, 5, 0, 1);
  const settlement = openSettlement({
    deps: { db, log },
    checkClock: () => Promise.resolve(),
    houseTimeZone: "Asia/Ho_Chi_Minh",
    rulebookOf: (code) => server.betting.rulebookOf(code),
  });
  const chases = openChases({
    db,
    log,
    translate: loadServerMessages(),
    betting: server.betting,
    games: [schedule],
    now: () => time,
    checkClock: () => Promise.resolve(),
    mayPlay,
    allKnow: () => Promise.resolve(allKnow),
    notify: () => undefined,
  });
  const setTime = async (at: number): Promise<void> => {
    time = at;
    await setTestClock(owner, at);
    const rows = [...upcoming(at, 90)];
    await owner.query(INSERT, [
      code,
      rows.map(({ periodNo }) => periodNo),
      rows.map(({ openAt }) => openAt),
      rows.map(({ closeAt }) => closeAt),
      rows.map(({ drawAt }) => drawAt),
    ]);
  };
  function* upcoming(at: number, count: number) {
    let left = count;
    for (const period of periodsFrom(schedule, at)) {
      if (left-- <= 0) return;
      yield period;
    }
  }
  const periodNo = (ahead = 0): string => [...upcoming(time, ahead + 1)][ahead]?.periodNo ?? "";
  const ask: ChaseServer["ask"] = async (bound, playerId, request = {}) => {
    const { params = {}, query = {}, body, key } = request;
    const context = {
      caller: { playerId, familyId: `family ${playerId}` },
      locale: "en-US",
      address: "127.0.0.1",
      idempotencyKey: key,
      bodyHash: hashRequest(bound.call.path, params, body),
      told: undefined,
      log,
    };
    // The handler of an erased call; tests name the types of the replies.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (await bound.handler({ params, query, body }, context as never)) as Answer<never>;
  };
  const begin: ChaseServer["begin"] = async (playerId, plan = {}, key) => {
    const { periods = 10, ...body } = plan;
    const whole = {
      prize_no: periodNo(),
      version: server.betting.odds.current().version,
      bets: [{ option_id: "YX.DWD", amount: "1.00", groups: [{ code: "place5", items: ["7"] }] }],
      multiples: Array.from({ length: periods }, () => 1),
      stop_on_win: false,
      ...body,
    };
    const answer = await ask(chases.calls.chase, playerId, {
      params: { gameCode: code },
      body: whole,
      key,
    });
    await chases.stop();
    return answer;
  };
  const settle = async (no: string, numbers: readonly number[]): Promise<void> => {
    await owner.query(CLOSE, [code, no]);
    // A voided one has no result.
    if ((await owner.query(DRAW, [code, no, numbers])).length === 0) return;
    const settled = await settlement.settle(code, no);
    if (!settled.done) throw new Error(settled.why);
  };
  const skipDraw = (): Promise<void> => setTime(periodAt(schedule, time).drawAt + 1_000);
  return {
    ...server,
    chases,
    settlement,
    now: () => time,
    setTime,
    setAllKnow: (known) => void (allKnow = known),
    periodNo,
    settle,
    skipDraw,
    nextPeriod: async (numbers = [0, 0, 0, 0, 0]) => {
      const drawn = periodNo();
      await skipDraw();
      await settle(drawn, numbers);
    },
    void: async (no) => {
      await owner.query(VOID, [code, no]);
      await settlement.refundVoided();
    },
    begin,
    begun: async (playerId, plan) => {
      const answer = await begin(playerId, plan);
      if (!answer.ok || typeof answer.raw !== "string") throw new Error(JSON.stringify(answer));
      // The stored reply of the call.
      return (JSON.parse(answer.raw) as CallData<typeof CALLS.chase>).chaseNo;
    },
    ask,
    detail: async (playerId, chaseNo) => {
      const answer = await ask(chases.calls.chaseDetail, playerId, {
        params: { chaseNo },
        query: { page_size: 100 },
      });
      if (!answer.ok) throw new Error(JSON.stringify(answer));
      // The type of the call that was made.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return answer.data as unknown as CallData<typeof CALLS.chaseDetail>;
    },
    close: async () => {
      await chases.stop();
      await server.close();
    },
  };
}

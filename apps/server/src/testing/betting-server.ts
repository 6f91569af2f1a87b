import { randomBytes } from "node:crypto";
import type { CALLS, CallBody, CallData } from "@lotus/contract";
import { loadServerMessages } from "@lotus/locales/node";
import { pino } from "pino";
import { Registry } from "prom-client";
import { openTestDatabase, type TestDatabase } from "./test-database.ts";
import { sql } from "../db/database.ts";
import type { Answer, BoundCall, CallContext } from "../http/handler.ts";
import { hashRequest } from "../http/body-hash.ts";
import { readBetBounds, type BetBounds } from "../settings/bet-settings.ts";
import { EnvironmentReader } from "../settings/environment.ts";
import { LogKey } from "../fairness/log-key.ts";
import { receiptMessage } from "@lotus/fair";
import { openBetting, type Betting } from "../betting/betting.ts";

const CHECKPOINT = { size: 7, root: new Uint8Array(32).fill(7) };

/** The key that the receipts of the test server are signed with. */
export const TEST_LOG_KEY = new LogKey("log.test", new Uint8Array(32).fill(9));

/** A server with its own database, for the tests of betting. */
export interface TestServer {
  readonly base: TestDatabase;
  readonly betting: Betting;
  /** Another node of the same server: it shares the database and nothing else. */
  readonly otherNode: Betting;
  /** A player with so much money (minor units), recharged through the ledger. */
  player(balance: bigint): Promise<bigint>;
  /** A period that sells between two instants (epoch milliseconds). */
  period(times: {
    readonly openAt: number;
    readonly closeAt: number;
    readonly game?: string;
  }): Promise<string>;
  /** Recharges a player through the ledger. */
  recharge(playerId: bigint, amount: bigint): Promise<void>;
  /** Calls a call of betting as the HTTP server does. */
  call(name: string, request: TestRequest): Promise<Answer<typeof CALLS.order>>;
  close(): Promise<void>;
}

/** A request as passed on by the HTTP server. */
export interface TestRequest {
  readonly playerId: bigint;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly key?: string;
  readonly onOtherNode?: boolean;
}

const ADD_PERIOD = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, round)
  VALUES ($1, $2, to_timestamp($3::bigint / 1000.0), to_timestamp($4::bigint / 1000.0),
          to_timestamp($4::bigint / 1000.0 + 5 + $5::int / 1000.0), $5)`;
const ADD_PLAYER = sql`
  INSERT INTO player (username, password_hash, trans_password_hash, invite_code, created, terms_version)
  VALUES ('p' || substr(md5(random()::text), 1, 12), '', '', md5(random()::text), house_clock(), '1') RETURNING id`;
const OPEN = sql`SELECT ledger_open_accounts($1)`;
const RECHARGE = sql`
  WITH o AS (
    INSERT INTO money_order (id, player_id, type, channel, status, amount, created, finished)
    SELECT dated_id(at, nextval('money_order_number')), $1, 'recharge', 'demo', 'passed', $2::bigint, at, at
    FROM (SELECT house_clock() AS at) c RETURNING id, created)
  SELECT ledger_post(created, ARRAY['recharge'], ARRAY[200::bigint], ARRAY[cash_account($1)], ARRAY[$2::bigint],
                     ARRAY[id::text], ARRAY[$1::bigint]) FROM o`;

const USUAL_BETS = readBetBounds(new EnvironmentReader({}));

/** Opens a server; `close` it in `afterAll`. */
export async function openTestServer(size = 10, bets: Partial<BetBounds> = {}): Promise<TestServer> {
  const base = await openTestDatabase(size);
  const { db } = base;
  const log = pino({ level: "silent" });
  const open = (): Promise<Betting> =>
    openBetting(
      {
        db,
        log,
        metrics: new Registry(),
        clock: { now: () => Date.now() },
        entropy: { bytes: (n) => randomBytes(n) },
      },
      {
        translate: loadServerMessages(),
        sign: (batchRoot) => ({
          ...CHECKPOINT,
          signature: TEST_LOG_KEY.sign(
            receiptMessage({ batchRoot, logSize: CHECKPOINT.size, logRoot: CHECKPOINT.root }),
          ),
        }),
        settings: { houseTimeZone: "Asia/Ho_Chi_Minh", bets: { ...USUAL_BETS, ...bets } },
      },
    );
  const betting = await open();
  const otherNode = await open();
  let periods = 0;
  return {
    base,
    betting,
    otherNode,
    player: async (balance) => {
      const [row] = await db.query<{ id: bigint }>(ADD_PLAYER);
      if (row === undefined) throw new Error("no player was added");
      await db.query(OPEN, [row.id]);
      if (balance > 0n) await db.query(RECHARGE, [row.id, balance]);
      return row.id;
    },
    recharge: async (playerId, amount) => {
      await db.query(RECHARGE, [playerId, amount]);
    },
    period: async ({ openAt, closeAt, game = "FFC" }) => {
      periods += 1;
      const periodNo = `20261121${String(periods).padStart(4, "0")}`;
      await db.query(ADD_PERIOD, [game, periodNo, openAt, closeAt, periods]);
      return periodNo;
    },
    call: (name, request) =>
      call(Object.values((request.onOtherNode === true ? otherNode : betting).calls), log, name, request),
    close: async () => {
      await Promise.all([betting.stop(), otherNode.stop()]);
      await base.close();
    },
  };
}

async function call(
  calls: readonly BoundCall[],
  log: CallContext["log"],
  name: string,
  { playerId, params = {}, query = {}, body, key }: TestRequest,
): Promise<Answer<typeof CALLS.order>> {
  const bound = calls.find((each) => each.call.path === name);
  if (bound === undefined) throw new Error(`no call ${name}`);
  const context = {
    caller: { playerId, familyId: "family" },
    locale: "en-US",
    address: "127.0.0.1",
    device: "",
    userAgent: "",
    idempotencyKey: key,
    bodyHash: hashRequest(name, params, body),
    requestId: "test",
    log,
  };
  // The list is not typed by call; the tests name their types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await bound.handler({ params, query, body }, context as never)) as Answer<typeof CALLS.order>;
}

export const ORDER = "/api/lottery/order/:gameCode";
export const CANCEL = "/api/lottery/cancel/:orderNo";

/** A slip of one line on a single digit: one bet of this amount. */
export function slipOn(prizeNo: string, amount: string, digit = "7"): CallBody<typeof CALLS.order> {
  return {
    prize_no: prizeNo,
    bets: [{ option_id: "YX.DWD", amount, groups: [{ code: "place5", items: [digit] }] }],
  };
}

/** The data of an accepted reply; fails the test when it was refused. */
// The type is the test's statement of which call it made.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function accepted<Data = CallData<typeof CALLS.order>>(answer: {
  readonly ok: boolean;
  readonly data?: unknown;
  readonly raw?: unknown;
}): Data {
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer)}`);
  const data: unknown = typeof answer.raw === "string" ? JSON.parse(answer.raw) : answer.data;
  // The contract defines the type; tests about the shape parse it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return data as Data;
}

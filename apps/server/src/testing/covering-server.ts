import { randomBytes } from "node:crypto";
import type { GameCode, PickedGroups } from "@lotus/games";
import { sql } from "../db/database.ts";
import { advanceTestClock, openTestDatabase, setTestClock } from "./test-database.ts";
import { openDeskServer, type DeskServer, type Reply } from "./desk-server.ts";
import { turnoverOf, type Turnover } from "../ledger/ledger.ts";
import { makeKeys } from "../settings/keys.ts";
import type { Environment } from "../settings/environment.ts";

/** A line of a slip: an option, its picks, and the stake of one bet. */
export interface Line {
  readonly option: string;
  readonly groups: PickedGroups;
  readonly amount: string;
}

/** A player of a test, as they play over HTTP. */
export interface CoveringPlayer {
  readonly id: bigint;
  readonly token: string;
  readonly inviteCode: string;
}

/** A server whose periods are opened, settled and judged only by the test. */
export interface CoveringServer extends DeskServer {
  /** A new player with 10,000.00, optionally invited by another. */
  invite(inviter?: CoveringPlayer): Promise<CoveringPlayer>;
  open(game: GameCode): Promise<{ readonly game: GameCode; readonly periodNo: string }>;
  /** Places one slip and answers its orders' numbers. */
  bet(
    period: { readonly game: GameCode; readonly periodNo: string },
    player: CoveringPlayer,
    ...lines: readonly Line[]
  ): Promise<readonly string[]>;
  /** Closes, draws and settles, without judging. */
  settle(
    period: { readonly game: GameCode; readonly periodNo: string },
    numbers: readonly number[],
  ): Promise<void>;
  turnover(player: CoveringPlayer): Promise<Turnover>;
  /** Stakes of a period that do not count, by player and reason. */
  leftOut(period: {
    readonly periodNo: string;
  }): Promise<ReadonlyMap<bigint, { amount: bigint; why: string }>>;
  get(path: string, player: CoveringPlayer): Promise<Reply>;
  pass(ms: number): Promise<void>;
}

const ADD_PERIOD = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, round)
  VALUES ($1, $2, house_clock() - interval '1 minute', house_clock() + interval '1 minute',
          house_clock() + interval '2 minutes' + $3::int * interval '1 microsecond', $3)`;
const CLOSE = sql`UPDATE period SET state = 'closed' WHERE game = $1 AND period_no = $2`;
const DRAW = sql`UPDATE period SET state = 'drawn', numbers = $3::smallint[] WHERE game = $1 AND period_no = $2`;
const LEFT_OUT = sql`SELECT player_id, amount, why FROM turnover_left_out WHERE period_no = $1`;

/** Opens it at noon of 2026-11-18 by the server's clock. */
// The settings of a test server are listed where it is opened.
// oxlint-disable-next-line max-lines-per-function
export async function openCoveringServer(environment: Environment = {}): Promise<CoveringServer> {
  const base = await openTestDatabase();
  const keys = makeKeys((length) => new Uint8Array(randomBytes(length)));
  await setTestClock(base.owner, Date.parse("2026-11-18T05:00:00Z"));
  const server = await openDeskServer(environment, { base, keys });
  await server.app.agents.plans.begin(base.db);
  let [players, periods] = [0, 0];
  const must = (reply: Reply): Reply => {
    if (reply.code !== 0) throw new Error(`refused: ${reply.code} ${reply.msg}`);
    return reply;
  };
  const post = (path: string, token: string | undefined, body: object): Promise<Reply> =>
    server.player("POST", path, token, body);
  return {
    ...server,
    invite: async (inviter) => {
      players += 1;
      const password = "a long enough one";
      const enrolled = must(
        await post("/api/user/register", undefined, {
          ...(inviter === undefined ? {} : { invite_code: inviter.inviteCode }),
          username: `covers${players}x${randomBytes(3).toString("hex")}`,
          password,
          password_confirmation: password,
          register_device: 1,
          trans_password: "135790",
        }),
      );
      const { token } = enrolled.data;
      const { data: info } = must(await post("/api/user/getUserInfo", token, {}));
      must(
        await post("/api/user/makeOrder", token, {
          type: "recharge",
          amount: "10000.00",
          channel_id: "demo",
        }),
      );
      return { id: BigInt(info.id), token, inviteCode: info.inviteCode };
    },
    open: async (game) => {
      periods += 1;
      const periodNo = `20261118${String(periods).padStart(4, "0")}`;
      await base.owner.query(ADD_PERIOD, [game, periodNo, periods]);
      return { game, periodNo };
    },
    bet: async ({ game, periodNo }, player, ...lines) => {
      const bets = lines.map(({ option, groups, amount }) => ({ option_id: option, groups, amount }));
      const reply = must(
        await post(`/api/lottery/order/${game}`, player.token, { prize_no: periodNo, bets }),
      );
      return reply.data.orders.map(({ orderNo }: { orderNo: string }) => orderNo);
    },
    settle: async ({ game, periodNo }, numbers) => {
      await base.owner.query(CLOSE, [game, periodNo]);
      await base.owner.query(DRAW, [game, periodNo, numbers]);
      const settled = await server.app.settlement.settle(game, periodNo);
      if (!settled.done) throw new Error(settled.why);
    },
    turnover: (player) => turnoverOf(base.db, player.id),
    leftOut: async ({ periodNo }) => {
      const rows = await base.owner.query<{ player_id: bigint; amount: bigint; why: string }>(LEFT_OUT, [
        periodNo,
      ]);
      return new Map(rows.map(({ player_id: id, amount, why }) => [id, { amount, why }]));
    },
    get: async (path, player) => must(await server.player("GET", path, player.token)),
    pass: (ms) => advanceTestClock(base.owner, ms),
    close: async () => {
      await server.close();
      await base.close();
    },
  };
}

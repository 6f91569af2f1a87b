import type { PlayerReason } from "@lotus/contract";
import { sql } from "../db/database.ts";
import type { Server } from "../app.ts";
import type { TestDatabase } from "./test-database.ts";
import { checkBooks } from "../ledger/ledger.ts";

/** Shared by the tests of withdrawals: cards, money and bets on a server that is called over HTTP. */

/** A player of a server that is called over HTTP. */
export interface Player {
  readonly id: bigint;
  readonly token: string;
  readonly username: string;
}

/** That server. */
export interface WithdrawalServer {
  readonly base: TestDatabase;
  readonly app: Pick<Server, "settlement" | "coverage">;
  // The test names the type it expects.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  post<Data>(
    path: string,
    body: object,
    options: { readonly player: Player },
  ): Promise<{ readonly code: number; readonly msg: string; readonly data: Data }>;
}

export const PASSWORD = "135790";
/** A number of a card brand, right by its check digit. */
export const CARD = "4111111111111111";
export const NAME = "Nguyễn Văn An";
export const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
export const ETHEREUM = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
export const BITCOIN = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

/** The body of a bank card's binding. */
export function card(number = CARD, changes: object = {}): object {
  return {
    real_name: NAME,
    bank_name: "Vietcombank",
    card_no: number,
    card_no_confirmation: number,
    trans_password: PASSWORD,
    ...changes,
  };
}

/** The body of a wallet's binding. */
export function wallet(network = "tron", address = TRON, changes: object = {}): object {
  return { network, address, address_confirmation: address, trans_password: PASSWORD, ...changes };
}

/** An account number that no card brand's check applies to, another each time. */
let accounts = 0;
export function accountNumber(): string {
  accounts += 1;
  return `00710${String(accounts).padStart(8, "0")}`;
}

/** Binds an account of a bank and answers its id. */
export async function bindAccount(
  played: WithdrawalServer,
  player: Player,
  number = accountNumber(),
): Promise<string> {
  const bound = await played.post<{ id: string }>("/api/user/bindBankCard", card(number), { player });
  if (bound.code !== 0) throw new Error(bound.msg);
  return bound.data.id;
}

/** The body of a withdrawal. */
export function withdrawal(addressId: string, amount: string, changes: object = {}): object {
  return { type: "withdrawal", amount, addr_id: addressId, trans_password: PASSWORD, ...changes };
}

/** Recharges by the demo channel. */
export async function recharge(played: WithdrawalServer, player: Player, amount: string): Promise<void> {
  const body = { type: "recharge", amount, channel_id: "demo" };
  const { code, msg } = await played.post("/api/user/makeOrder", body, { player });
  if (code !== 0) throw new Error(msg);
}

const ADD_PERIOD = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, round)
  VALUES ('K3', $1, house_clock() - interval '1 minute', house_clock() + $3::int * interval '1 minute',
          house_clock() + ($3::int + 1) * interval '1 minute' + $2::int * interval '1 second', $2)`;
const PLACE = sql`
  SELECT outcomes[1] AS outcome, ids[1]::text AS id FROM place_slips('{K3}', ARRAY[$2], ARRAY[$1::bigint], ARRAY[NULL], decode(repeat('00', 32), 'hex'),
    '{1}', ARRAY[$3::bigint], '{1}', '{HZ.HZ}', ARRAY[$4], '{1}', ARRAY[$3::bigint], '{1}', decode(repeat('ab', 16), 'hex'), '{0}', '{0}', '{1}', '{1}', 1, 0)`;
const CLOSE = sql`UPDATE period SET state = 'closed' WHERE game = 'K3' AND period_no = $1`;
const DRAW = sql`UPDATE period SET state = 'drawn', numbers = '{1,1,3}' WHERE game = 'K3' AND period_no = $1`;

/** A sum that the draw of these tests never is, and the one it always is. */
const LOSES = '[{"code":"sum","items":["17"]},{"code":"side","items":[]}]';
const WINS = '[{"code":"sum","items":["5"]},{"code":"side","items":[]}]';

/** Periods of K3 that a test opens and settles itself. */
export interface Periods {
  /** Opens a period that is on sale for so long, by default a minute, and answers its number. */
  open(minutes?: number): Promise<string>;
  /** Bets so much (minor units) on what loses, or wins. Answers the outcome and the order. */
  bet(
    periodNo: string,
    playerId: bigint,
    stake: bigint,
    wins?: boolean,
  ): Promise<{ outcome: string; id: bigint }>;
  settle(periodNo: string): Promise<void>;
  /** Opens a period, loses so much in it and settles it. */
  lose(playerId: bigint, stake: bigint): Promise<void>;
}

export function periodsOf({ base, app: server }: Pick<WithdrawalServer, "base" | "app">): Periods {
  let count = 0;
  const periods: Periods = {
    open: async (minutes = 1) => {
      count += 1;
      const periodNo = `20261121${String(count).padStart(4, "0")}`;
      await base.owner.query(ADD_PERIOD, [periodNo, count, minutes]);
      return periodNo;
    },
    bet: async (periodNo, playerId, stake, wins = false) => {
      const groups = wins ? WINS : LOSES;
      const [row] = await base.db.query<{ outcome: string; id: string | null }>(PLACE, [
        playerId,
        periodNo,
        stake,
        groups,
      ]);
      return { outcome: row?.outcome ?? "", id: BigInt(row?.id ?? 0) };
    },
    settle: async (periodNo) => {
      await base.owner.query(CLOSE, [periodNo]);
      await base.owner.query(DRAW, [periodNo]);
      await server.settlement.settle("K3", periodNo);
      await server.coverage.judge();
    },
    lose: async (playerId, stake) => {
      const periodNo = await periods.open();
      const { outcome } = await periods.bet(periodNo, playerId, stake);
      if (outcome !== "accepted") throw new Error(outcome);
      await periods.settle(periodNo);
    },
  };
  return periods;
}

/** The id of an order of money from its number. */
export function orderId(orderNo: unknown): bigint {
  return BigInt(String(orderNo).slice(1));
}

/** An operator, and the decisions that were written in the transaction of the money. */
export function operator(operatorId: bigint, told?: PlayerReason) {
  const written: bigint[] = [];
  return {
    written,
    operatorId,
    ...(told === undefined ? {} : { told }),
    within: () => {
      written.push(operatorId);
      return Promise.resolve();
    },
  };
}

/** Violations found in the books. */
export async function wrongBooks({ base }: Pick<WithdrawalServer, "base">): Promise<readonly string[]> {
  const results = (await checkBooks(base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  return results.filter(({ broken }) => broken > 0n).map(({ name }) => name);
}

import type { RuleTree } from "@lotus/contract";
import type { GameCode } from "@lotus/games";
import {
  SoftwareAuthenticator,
  type AuthenticatorOptions,
} from "@lotus/server/testing/software-authenticator";
import { demoOperator } from "../testing/desk-window.ts";
import { ServerClient } from "../testing/server-client.ts";
import { minPicks } from "../testing/min-picks.ts";
import type { TestServer } from "../testing/open-server.ts";
import { tokenOf } from "../testing/staff.ts";
import { NOTICES } from "../testing/notices.ts";
import type { Viewer } from "./screen-state.ts";

/** 21 November 2026, 9:30 in Ho Chi Minh City: start of the server. */
export const START = Date.UTC(2026, 10, 21, 2, 30, 2);
const FIRST_BETS = Date.UTC(2026, 10, 21, 2, 35, 2);
/** From here on every minute is simulated, so that there are draws in the history. */
const LAST_MINUTES = Date.UTC(2026, 10, 21, 3, 0, 2);
const BEFORE_LAST = Date.UTC(2026, 10, 21, 3, 9, 2);
/** Time at which screens are shown. */
export const NOW = Date.UTC(2026, 10, 21, 3, 10, 5);
const MINUTE_MS = 60_000;

/** Withdrawals without waiting, a bank channel, announced small wins, and contacts. */
export const HOUSE_SETTINGS = {
  TURNOVER_PERCENT: "0",
  BIG_WIN: "10.00",
  RECHARGE_BANK_NAME: "A Bank",
  RECHARGE_BANK_ACCOUNT: "0011001234567",
  RECHARGE_BANK_PAYEE: "LOTUS",
  RECHARGE_BANK_BIN: "970436",
  SERVICE_CHANNELS: JSON.stringify([
    { kind: "email", label: "help@lotus.example", url: "mailto:help@lotus.example" },
    { kind: "telegram", label: "@lotus", url: "https://t.me/lotus" },
  ]),
  // Screens are opened faster than by any reader.
  RATE_READ_BURST: "100000",
};

const PASSWORD = "lua-chin-vang-8";
const WITHDRAWAL_PASSWORD = "402815";
/** Google Password Manager, by its AAGUID. */
const GOOGLE = "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4";
/** A wallet address with a valid checksum. */
const WALLET = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

const NAMES = { player: "minh_anh89", payer: "bao_khach", newcomer: "sen_moi_no" } as const;

/** The viewers of screens and their server. */
export interface Accounts {
  readonly url: string;
  /** The app's stored data of a new session. */
  sessionOf(viewer: Exclude<Viewer, "nobody">): Promise<object>;
  close(): void;
}

/** Creates the players of a server with data for lists and forms. The server's time is `START` before. */
export async function openAccounts(open: TestServer): Promise<Accounts> {
  const client = new ServerClient(open.url);
  const server = new Caller(client);
  const early = await client.newPlayer(NAMES.player, "12500.00");
  const payer = await client.newPlayer(NAMES.payer, "500.00");
  await server.register(NAMES.newcomer);
  // The period in which a server starts may open late; later ones do not.
  await open.setTime(FIRST_BETS);
  await server.bet(early, "K3", "HZ.HZ", "20.00", 16);
  await server.bet(early, "FFC", "LHD.LHH", "50.00");
  await fillAccount(server, early);
  await server.post("user/bindBankCard", cardOf("9876543210"), payer);
  await publishNotices(open);
  for (let minute = LAST_MINUTES; minute <= BEFORE_LAST; minute += MINUTE_MS) await open.setTime(minute);
  // The first session has expired by now.
  const { token: player } = await server.logIn(NAMES.player);
  await server.bet(player, "K3", "HZ.HZ", "2.00", 16);
  await server.bet(player, "FFC", "WX.ZX", "2.00");
  await server.bet(player, "PK10", "YZSM.YZSM", "6.00");
  await open.setTime(NOW);
  await server.bet(player, "LHC", "TM.TMA", "10.00");
  const cancelled = await server.bet(player, "SFC", "YX.DWD", "4.00");
  await server.post(`lottery/cancel/${cancelled}`, undefined, player);
  await saveSlips(server, player);
  await beginChases(server, player);
  await server.post("user/makeOrder", { type: "recharge", amount: "250.00", channel_id: "bank" }, player);
  for (const [kind, window, amount] of LIMITS)
    await server.post("user/limits", { kind, window, amount }, player);
  return {
    url: open.url,
    sessionOf: async (viewer) => {
      const username = NAMES[viewer];
      const { token, jwt } = await server.logIn(username);
      return {
        accessToken: token,
        jwtToken: jwt,
        username,
        remember: false,
        deviceId: `device-${viewer}`,
      };
    },
    close: () => client.close(),
  };
}

/** Limits of the player: one with room, one that is reached, and one of which a raise waits. */
const LIMITS = [
  ["deposit", "day", "1.00"],
  ["stake", "week", "50000.00"],
  ["loss", "month", "500.00"],
  ["loss", "month", "800.00"],
] as const;

function cardOf(card_no: string) {
  return {
    real_name: "NGUYEN VAN AN",
    bank_name: "A Bank",
    card_no,
    card_no_confirmation: card_no,
    trans_password: WITHDRAWAL_PASSWORD,
  };
}

/** Adds an address with a withdrawal, a second address, a message to the desk, and an invited player. */
async function fillAccount(server: Caller, token: string): Promise<void> {
  const { id } = await server.post<{ id: string }>("user/bindBankCard", cardOf("0123456789"), token);
  const withdrawal = {
    type: "withdrawal",
    amount: "2000.00",
    addr_id: id,
    trans_password: WITHDRAWAL_PASSWORD,
  };
  await server.post("user/makeOrder", withdrawal, token);
  // A second address puts withdrawals on hold and sends the player a message.
  const wallet = {
    network: "tron",
    address: WALLET,
    address_confirmation: WALLET,
    trans_password: WITHDRAWAL_PASSWORD,
  };
  await server.post("user/bindDigitWall", wallet, token);
  for (const options of [{ synced: true, aaguid: GOOGLE }, { transports: ["usb"] }])
    await server.addPasskey(token, options);
  await server.post("service/write", { text: "Xin chào, bao giờ lệnh rút của tôi được duyệt?" }, token);
  const { inviteCode } = await server.post<{ inviteCode: string }>("user/getUserInfo", {}, token);
  await server.register("lan_huong_2", inviteCode);
}

/** Saves a slip and favourite numbers of the player. */
async function saveSlips(server: Caller, token: string): Promise<void> {
  const { line } = await server.minLine(token, "FFC", "HR.ZX", "2.00");
  await server.post("lottery/saveSlip", { name: "Weekend", game_code: "FFC", lines: [line] }, token);
  const numbers = { name: "House number", family: "five-digits", items: ["0", "3", "8"] };
  await server.post("lottery/saveNumbers", numbers, token);
}

/** Begins two chases of a game that no screen shows, and ends the first. */
async function beginChases(server: Caller, token: string): Promise<void> {
  const ended = await server.chase(token, "SFC", "XYP.LMP", "5.00");
  await server.post(`lottery/cancelChase/${ended}`, undefined, token);
  await server.chase(token, "SFC", "LHD.LHH", "2.00");
}

async function publishNotices(open: TestServer): Promise<void> {
  const desk = new ServerClient(open.opsUrl);
  const token = await tokenOf(desk, demoOperator(open, "admin"));
  for (const texts of NOTICES) {
    const published = await desk.post("/desk/api/notices", { texts }, token);
    if (published.code !== 0) throw new Error(`the notice was refused: ${published.msg}`);
  }
  desk.close();
}

/** Calls that must succeed. */
class Caller {
  readonly #client: ServerClient;

  constructor(client: ServerClient) {
    this.#client = client;
  }

  async post<Data>(call: string, body: unknown, token?: string): Promise<Data> {
    const reply = await this.#client.post<Data>(`/api/${call}`, body, token);
    if (reply.code !== 0) throw new Error(`${call}: ${reply.code} ${reply.msg}`);
    return reply.data;
  }

  async get<Data>(call: string, token?: string): Promise<Data> {
    const reply = await this.#client.get<Data>(`/api/${call}`, token);
    if (reply.code !== 0) throw new Error(`${call}: ${reply.code} ${reply.msg}`);
    return reply.data;
  }

  async addPasskey(token: string, options: Partial<AuthenticatorOptions>): Promise<void> {
    // That of a server whose port is any free one.
    const authenticator = new SoftwareAuthenticator({ origin: "http://localhost:0", ...options });
    const asked = await this.post<Parameters<SoftwareAuthenticator["create"]>[0]>(
      "user/addPasskeyOptions",
      { password: PASSWORD },
      token,
    );
    await this.post("user/addPasskey", { credential: authenticator.create(asked) }, token);
  }

  logIn(username: string): Promise<{ readonly token: string; readonly jwt: string }> {
    return this.post("user/login", { username, password: PASSWORD });
  }

  async register(username: string, inviteCode?: string): Promise<void> {
    await this.post("user/register", {
      ...(inviteCode !== undefined && { invite_code: inviteCode }),
      username,
      password: PASSWORD,
      password_confirmation: PASSWORD,
      register_device: 1,
      trans_password: WITHDRAWAL_PASSWORD,
    });
  }

  /** A line with the minimum picks of an option, or more of its first group, and what it is bet on with. */
  async minLine(token: string, game: GameCode, option: string, amount: string, items?: number) {
    const tree = await this.get<RuleTree>(`lottery/rule/${game}`, token);
    const rule = tree.rules.flatMap(({ childrens }) => childrens).find(({ id }) => id === option);
    if (rule === undefined) throw new Error(`${game} has no option ${option}`);
    const [first] = rule.groups;
    const groups =
      items === undefined || first === undefined
        ? minPicks(game, rule, 0).groups
        : [{ code: first.code, items: first.items.slice(0, items).map(({ id }) => id) }];
    const { prizeNo } = await this.get<{ prizeNo: string }>(`lottery/current/${game}`, token);
    return { line: { option_id: option, amount, groups }, version: tree.version, prizeNo };
  }

  /** Bets on a line; returns the order number. */
  async bet(token: string, game: GameCode, option: string, amount: string, items?: number): Promise<string> {
    const { line, prizeNo } = await this.minLine(token, game, option, amount, items);
    const placed = await this.post<{ orders: readonly { orderNo: string }[] }>(
      `lottery/order/${game}`,
      { prize_no: prizeNo, bets: [line] },
      token,
    );
    return placed.orders[0]?.orderNo ?? "";
  }

  /** Begins a chase of a line over four periods; returns its number. */
  async chase(token: string, game: GameCode, option: string, amount: string): Promise<string> {
    const { line, version, prizeNo } = await this.minLine(token, game, option, amount);
    const plan = { prize_no: prizeNo, version, bets: [line], multiples: [1, 1, 1, 1], stop_on_win: true };
    const { chaseNo } = await this.post<{ chaseNo: string }>(`lottery/chase/${game}`, plan, token);
    return chaseNo;
  }
}

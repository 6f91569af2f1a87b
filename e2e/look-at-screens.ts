import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RuleTree } from "../packages/contract/index.ts";
import type { GameCode } from "../packages/games/index.ts";
import { openBrowser, openPhone } from "./browser.ts";
import { openGame, showOption, tapPicks } from "./game-screen.ts";
import { HouseClient } from "./house-client.ts";
import { leastPicks } from "./least-picks.ts";
import { logIn } from "./log-in.ts";
import { openTestHouse, type TestHouse } from "./open-house.ts";
import { spillOf, restOf, troubleOf } from "./page-trouble.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);

/** Money can be withdrawn without betting it first. */
const SETTINGS = { TURNOVER_PERCENT: "0" };

/** A wallet's address with its right checksum. */
const WALLET = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

/** Every screen that is built, with a text that stands on it once its data is there. */
const PUBLIC = [
  { path: "/pages/auth/login", shows: "Đăng nhập" },
  { path: "/pages/auth/register", shows: "Tạo tài khoản" },
  { path: "/pages-sub/fairness/index?code=K3&prize=202611210601", shows: "Kết quả đúng như cam kết" },
  { path: "/pages/legal/terms", shows: "Điều khoản" },
  { path: "/pages/auth/forgot", shows: "Gửi mã" },
  { path: `/pages/auth/confirm_email?token=${"A".repeat(43)}`, shows: "Liên kết không dùng được" },
] as const;
const OWN = [
  { path: "/", shows: "Trò chơi" },
  { path: "/pages/tabbar/center", shows: "K3" },
  { path: "/pages/tabbar/mine", shows: "looker_1" },
  { path: "/pages-sub/game/index?code=FFC", shows: "Rồng" },
  { path: "/pages-sub/game/index?code=K3", shows: "Tài" },
  { path: "/pages-sub/game/trends?code=FFC", shows: "Tần suất" },
  { path: "/pages-sub/game/trends?code=K3&view=roads", shows: "Cầu hạt" },
  { path: "/pages-sub/game/trends?code=FFC&view=results", shows: "Tổng" },
  { path: "/pages-sub/game/trends?code=LHC", shows: "×n: số lần ra" },
  { path: "/pages-sub/game/trends?code=PK10&view=roads", shows: "Cầu hạt" },
  { path: "/pages-sub/game/trends?code=LHC&view=results", shows: "Tổng" },
  { path: "/pages-sub/game/guide?code=FFC&option=WX.Z60", shows: "Bạn chọn" },
  { path: "/pages-sub/game/guide?code=K3&option=ETHDX.ETHDX", shows: "Bạn chọn" },
  { path: "/pages-sub/game/guide?code=PK10&option=LMP.LMP", shows: "Bạn chọn" },
  { path: "/pages-sub/game/guide?code=LHC&option=TM.TMA", shows: "Bạn chọn" },
  { path: "/pages-sub/recharge/index", shows: "Nạp tiền" },
  { path: "/pages-sub/record/betting", shows: "Trúng" },
  { path: "/pages-sub/record/recharge", shows: "500,00" },
  { path: "/pages-sub/record/transaction", shows: "500,00" },
  { path: "/pages-sub/settings/index", shows: "Cài đặt" },
  { path: "/pages-sub/settings/language", shows: "English" },
  { path: "/pages-sub/settings/appearance", shows: "Tối" },
  { path: "/pages-sub/settings/login_pwd", shows: "Đổi mật khẩu" },
  { path: "/pages-sub/settings/withdraw_pwd", shows: "Đổi mật khẩu rút tiền" },
  { path: "/pages-sub/settings/phone", shows: "Chưa liên kết" },
  { path: "/pages-sub/settings/email", shows: "Chưa liên kết" },
  { path: "/pages-sub/settings/devices", shows: "Thiết bị này" },
  { path: "/pages-sub/profile/index", shows: "Lần đăng nhập trước" },
  { path: "/pages-sub/report/index", shows: "Tiền cược theo trò chơi" },
  { path: "/pages-sub/agent/index", shows: "Tham gia" },
  { path: "/pages-sub/message/index?tab=message", shows: "Đã thêm địa chỉ rút tiền" },
  { path: "/pages/tabbar/service", shows: "Trợ giúp" },
  { path: "/pages-sub/withdraw/index", shows: "A Bank" },
  { path: "/pages-sub/record/withdrawal", shows: "60,00" },
  { path: "/pages-sub/settings/bank_card", shows: "Họ tên chủ thẻ" },
  { path: "/pages-sub/settings/wallet", shows: "Địa chỉ ví" },
  { path: "/pages-sub/settings/withdraw_addr", shows: "A Bank" },
] as const;

/** One board of each shape, with the least picks on it so that chosen cells are looked at too. */
const BOARDS = [
  ...["XYP.LMP", "XYP.ZH", "XYP.Q3", "LHD.LHH", "YX.DWD", "HR.ZXHZ"].map(of("FFC")),
  ...["STHTX.STHTX", "ETHDX.ETHDX"].map(of("K3")),
  ...["LMP.LMP", "YZSM.YZSM"].map(of("PK10")),
  ...["TM.TMA", "ZM.ZT", "ZM.ZM16", "BB.BB", "SX.TX", "WS.LW2", "QBZ.QBZ4"].map(of("LHC")),
];

function of(game: GameCode) {
  return (option: string) => ({ game, option });
}

/** What axe finds, but for the tab bar's two colours, which are the specification's own. */
async function axe(page: Page, within = "html"): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include(within).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(
        ({ html }) =>
          !(id === "color-contrast" && /^<a href="\/(pages\/tabbar\/\w+)?" class="_tab_/u.test(html)),
      )
      .map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
}

/** What is wrong with what a page shows now, each fault under the name of what is looked at. */
async function faultsOf(page: Page, name: string, within?: string): Promise<string[]> {
  await restOf(page);
  const faults = await axe(page, within);
  const spill = await spillOf(page);
  if (spill > 0) faults.push(`${spill} px too wide`);
  return faults.map((fault) => `${name}: ${fault}`);
}

/** Gives a player what lists and forms are empty without: an address, a withdrawal in review, and a player they invited. */
async function fillAccount(client: HouseClient, token: string): Promise<void> {
  const asked = async <Data>(call: string, body: object, by?: string): Promise<Data> => {
    const reply = await client.post<Data>(`/api/user/${call}`, body, by);
    expect(reply, call).toMatchObject({ code: 0 });
    return reply.data;
  };
  const card = { real_name: "NGUYEN VAN AN", bank_name: "A Bank", card_no: "0123456789" };
  const { id } = await asked<{ id: string }>(
    "bindBankCard",
    { ...card, card_no_confirmation: card.card_no, trans_password: "402815" },
    token,
  );
  const withdrawal = { type: "withdrawal", amount: "60.00", addr_id: id, trans_password: "402815" };
  await asked("makeOrder", withdrawal, token);
  // A second address holds withdrawals, which the player is told of.
  const wallet = { network: "tron", address: WALLET, address_confirmation: WALLET, trans_password: "402815" };
  await asked("bindDigitWall", wallet, token);
  const { inviteCode } = await asked<{ inviteCode: string }>("getUserInfo", {}, token);
  await asked("register", {
    invite_code: inviteCode,
    username: "looker_2",
    password: "lua-chin-vang-8",
    password_confirmation: "lua-chin-vang-8",
    register_device: 1,
    trans_password: "402815",
  });
}

/** How screens are looked at. */
export interface Look {
  readonly dark: boolean;
  readonly width: number;
  readonly height: number;
}

/** Declares a test for every screen and every shape of board: nothing that axe finds, and nothing too wide. */
export function lookAtScreens(look: Look): void {
  let open: TestHouse;
  let browser: Browser;
  let page: Page;
  let trouble: string[];
  beforeAll(async () => {
    [open, browser] = await Promise.all([openTestHouse(START, SETTINGS), openBrowser()]);
    const client = new HouseClient(open.url);
    const token = await client.newPlayer("looker_1", "500.00");
    const sums = Array.from({ length: 16 }, (_, index) => String(index + 3));
    const bets = [{ option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items: sums }] }];
    expect(
      await client.post("/api/lottery/order/K3", { prize_no: "202611210601", bets }, token),
    ).toMatchObject({ code: 0 });
    await fillAccount(client, token);
    client.close();
    // By now every game has drawn.
    await open.setTime(Date.UTC(2026, 10, 21, 3, 10, 5));
    ({ page } = await openPhone(browser, { baseURL: open.url, still: true, ...look }));
    trouble = troubleOf(page);
  });
  afterAll(async () => {
    await browser.close();
    await open.close();
  });

  async function show({ path, shows }: { path: string; shows: string }): Promise<void> {
    await page.goto(path);
    await page.getByText(shows).filter({ visible: true }).first().waitFor();
    expect([...(await faultsOf(page, path)), ...trouble.splice(0)]).toEqual([]);
  }

  test.each(PUBLIC)("$path", show);

  describe("a player's", () => {
    let tree: RuleTree | undefined;
    beforeAll(() => logIn(page, "looker_1"));

    test.each(OWN)("$path", show);

    test.each(BOARDS)("$game $option", async ({ game, option: id }) => {
      // A game is opened once for all its boards.
      if (tree?.gameCode !== game) tree = await openGame(page, game);
      const mode = tree.rules.find(({ childrens }) => childrens.some((option) => option.id === id));
      const option = mode?.childrens.find((each) => each.id === id);
      if (mode === undefined || option === undefined) throw new Error(`${game} has no option ${id}`);
      await showOption(page, mode, option);
      await tapPicks(page, option, leastPicks(game, option, 0).groups);
      const faults = await faultsOf(page, id, "[role=tabpanel]");
      expect([...faults, ...trouble.splice(0)]).toEqual([]);
    });
  });
}

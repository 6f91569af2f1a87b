import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addressOf, arrive } from "./testing/address-bar.ts";
import { openBrowser, openPhone } from "./testing/browser.ts";
import { ServerClient } from "./testing/server-client.ts";
import { logIn } from "./testing/log-in.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "reader_1";
const WALLET = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
/** More bets than a page of the list holds. */
const BETS = 26;

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let context: BrowserContext;
let page: Page;
let errors: string[];
let token: string;

beforeAll(async () => {
  // The player bets on every sum of a draw, which would not count.
  const settings = { TURNOVER_PERCENT: "0", TURNOVER_MAX_COVERAGE_PERCENT: "100" };
  [open, browser] = await Promise.all([openTestServer(START, settings), openBrowser()]);
  client = new ServerClient(open.url);
  token = await client.newPlayer(NAME, "1000.00");
  const bet = async (game: string, prize: string, bets: readonly object[]) =>
    expect(await client.post(`/api/lottery/order/${game}`, { prize_no: prize, bets }, token)).toMatchObject({
      code: 0,
    });
  // Every sum at once wins for sure; a single sum many times fills more than one page.
  const every = Array.from({ length: 16 }, (_, index) => String(index + 3));
  const onSum = (items: readonly string[]) => ({
    option_id: "HZ.HZ",
    amount: "2.00",
    groups: [{ code: "sum", items }],
  });
  await bet("K3", "202611210601", [onSum(every)]);
  await bet(
    "K3",
    "202611210601",
    Array.from({ length: BETS - 1 }, () => onSum(["10"])),
  );
  await open.setTime(Date.UTC(2026, 10, 21, 3, 10, 5));
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  errors = errorsOf(page);
  await logIn(page, NAME);
});
afterAll(async () => {
  await browser.close();
  client.close();
  expect(await brokenBooks(open)).toEqual([]);
  await open.close();
});
beforeEach(() => {
  expect(errors.splice(0)).toEqual([]);
});

const sheet = (name: string) => page.getByRole("dialog", { name });
const rows = (name: RegExp) => page.getByRole("main").getByRole("button", { name });
const figure = (where: Locator | Page, name: string) =>
  where
    .locator("dl > div")
    .filter({ has: page.getByRole("term").filter({ hasText: new RegExp(`^${name}$`, "u") }) })
    .first()
    .getByRole("definition");

/** Copies by the button of a name; what the clipboard then holds. */
async function copied(where: Locator | Page, name: string): Promise<unknown> {
  await where.getByRole("button", { name, exact: true }).click();
  await page.getByText("Đã sao chép").first().waitFor();
  return await page.evaluate("navigator.clipboard.readText()");
}

async function choose(chip: string, item: string): Promise<void> {
  await page.getByRole("button", { name: chip, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: item, exact: true }).click();
}

test("bets: a list without end, its sums, narrowed by game and status, one in detail", async () => {
  await page.goto("/pages-sub/record/betting");
  // 26 lines: one of 16 bets, 25 of one.
  await figure(page, "Tổng cược").getByText("82,00").waitFor();
  await rows(/^HZ|K3/u)
    .first()
    .waitFor();
  const count = () => rows(/K3 1 phút/u).count();
  expect(await count()).toBe(20);
  await page.getByText("Xem thêm").or(page.getByText("Hết danh sách")).scrollIntoViewIfNeeded();
  await page.getByText("Hết danh sách").waitFor();
  expect(await count()).toBe(BETS);

  await choose("Trạng thái", "Trúng");
  // While the narrower list loads there are no rows at all.
  await expect.poll(async () => [0, BETS].includes(await count())).toBe(false);
  await rows(/K3 1 phút/u)
    .last()
    .click();
  const detail = sheet("Chi tiết phiếu cược");
  const orderNo = await copied(detail, "Sao chép mã phiếu");
  expect(orderNo).toMatch(/^\w{8,}$/u);
  await detail.getByText(String(orderNo)).waitFor();
  await detail.getByRole("button", { name: "Đóng" }).click();

  await choose("Tất cả trò chơi", "PK10 3 phút");
  await page.getByText("Chưa có cược nào").waitFor();
  await page.getByRole("button", { name: "Chọn trò chơi" }).click();
  await arrive(page, "/pages/tabbar/center");
});

test("recharges: days, status, what was passed and when", async () => {
  await page.goto("/pages-sub/record/recharge");
  await figure(page, "Đã nạp").getByText("1.000,00").waitFor();
  await page.getByRole("radio", { name: "7 ngày" }).click();
  await rows(/Tiền dùng thử/u).click();
  const detail = sheet("Chi tiết nạp tiền");
  await detail.getByText("Thành công").waitFor();
  expect(await copied(detail, "Sao chép mã giao dịch")).toMatch(/^\w{8,}$/u);
  await page.keyboard.press("Escape");
  await choose("Trạng thái", "Đã hủy");
  await page.getByText("Không có dòng nào khớp bộ lọc.").waitFor();
  await page.getByRole("button", { name: "Bỏ lọc" }).last().click();
  await rows(/Tiền dùng thử/u).waitFor();
});

test("transactions: every movement with the balance after it, by type", async () => {
  await page.goto("/pages-sub/record/transaction");
  await figure(page, "Tiền vào").getByText("+1.").waitFor();
  await choose("Loại giao dịch", "Nạp tiền");
  await expect.poll(() => rows(/Số dư/u).count()).toBe(1);
  await rows(/Nạp tiền/u)
    .last()
    .click();
  const detail = sheet("Chi tiết giao dịch");
  await figure(detail, "Số dư sau đó").getByText("1.000,00").waitFor();
  expect(await copied(detail, "Sao chép mã giao dịch")).toMatch(/^\w{8,}$/u);
});

test("a withdrawal is followed in its records while it waits", async () => {
  const bound = await client.post<{ id: string }>(
    "/api/user/bindDigitWall",
    { network: "tron", address: WALLET, address_confirmation: WALLET, trans_password: "402815" },
    token,
  );
  const order = { type: "withdrawal", amount: "60.00", addr_id: bound.data.id, trans_password: "402815" };
  expect(await client.post("/api/user/makeOrder", order, token)).toMatchObject({ code: 0 });
  await page.goto("/pages-sub/record/withdrawal");
  await rows(/60,00/u).click();
  const detail = sheet("Chi tiết rút tiền");
  await detail.getByText("Đang chờ duyệt").waitFor();
  expect(await copied(detail, "Sao chép mã giao dịch")).toMatch(/^\w{8,}$/u);
});

test("the report: its days, shares by game, how it is computed, and a file that says the same", async () => {
  await page.goto("/pages-sub/report/index");
  await figure(page, "Tiền cược").getByText("82,00").waitFor();
  const profit = await page.locator("p").filter({ hasText: "trên 82,00 tiền cược" }).innerText();
  await page
    .getByRole("row", { name: /K3 1 phút/u })
    .getByText("100,0%")
    .waitFor();
  await page.getByRole("button", { name: "Cách tính" }).click();
  await sheet("Cách tính").getByText("Tổng lãi / lỗ =").waitFor();
  await page.keyboard.press("Escape");

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Tải tệp CSV" }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe("report-2026-11-15-2026-11-21.csv");
  const text = await readFile(await download.path(), "utf8");
  expect(text).toMatch(/^\uFEFFNgày,.*,Tiền cược,/u);
  const lines = text.trim().split("\r\n");
  expect(lines).toHaveLength(8);
  expect(lines.at(-1)).toMatch(/^2026-11-21,/u);
  expect(lines.at(-1)).toContain(",82.00,");
  expect(profit).toMatch(/[\d.,]+/u);

  await page.getByRole("button", { name: "Hôm qua" }).click();
  await page.getByText("Chưa có gì trong khoảng này").waitFor();
  await page.getByRole("button", { name: "Xem 30 ngày" }).click();
  await figure(page, "Tiền cược").getByText("82,00").waitFor();

  await page.getByRole("button", { name: "Tự chọn" }).click();
  await page.getByLabel("Từ ngày").fill("2026-11-21");
  await page.getByLabel("Đến ngày").fill("2026-11-20");
  await page.getByRole("button", { name: "Xem báo cáo" }).click();
  await page.getByText("Ngày cuối phải từ ngày đầu trở đi").waitFor();
  await page.getByLabel("Đến ngày").fill("2026-11-21");
  await page.getByRole("button", { name: "Xem báo cáo" }).click();
  await page.getByRole("button", { name: /21\/11/u, pressed: true }).waitFor();
  await figure(page, "Nạp tiền").getByText("+1.000,00").waitFor();
});

test("messages: what is new counts everywhere at once, and is read by opening it", async () => {
  await page.goto("/pages/tabbar/mine");
  const bar = page.getByRole("navigation", { name: "Thanh điều hướng" });
  const unread = async () => Number(/(\d+) tin chưa đọc/u.exec(await bar.innerText())?.[1] ?? "0");
  await page.getByText(/^ID \d/u).waitFor();
  const before = await unread();
  // Told live: nothing is loaded anew.
  const other = "0x52908400098527886E0F7030069857D2E4169EE7";
  await client.post(
    "/api/user/bindDigitWall",
    { network: "ethereum", address: other, address_confirmation: other, trans_password: "402815" },
    token,
  );
  await expect.poll(unread).toBe(before + 1);
  await page.getByRole("link", { name: /Tin nhắn/u }).click();
  await page.getByRole("tab", { name: /^Cho bạn/u }).click();
  await page
    .getByRole("button", { name: /Chưa đọc.*Đã thêm địa chỉ rút tiền/u })
    .first()
    .click();
  await sheet("Đã thêm địa chỉ rút tiền").getByText("Nếu không phải bạn thực hiện").waitFor();
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect.poll(unread).toBe(before);

  await page.goto("/pages-sub/message/index?tab=message");
  const all = page.getByRole("button", { name: "Đánh dấu tất cả đã đọc" });
  await all.click();
  await page.getByRole("tab", { name: "Cho bạn", exact: true }).waitFor();
  expect(await page.getByText("Chưa đọc").count()).toBe(0);
  await page.getByRole("tab", { name: /^Thông báo/u }).click();
  await page.getByText("Chưa có thông báo").waitFor();
});

test("the invitation's link brings a player into the team", async () => {
  await page.goto("/pages-sub/agent/index");
  await page.getByText("Cấp 1 chưa có ai").waitFor();
  const link = String(await copied(page, "Sao chép liên kết mời"));
  const code = String(await copied(page, "Sao chép mã mời"));
  expect(link).toBe(`${open.url}/pages/auth/register?invite=${code}`);

  const friend = await openPhone(browser, { baseURL: open.url, still: true });
  const there = friend.page;
  await there.goto(link);
  expect(await there.getByLabel("Mã giới thiệu").inputValue()).toBe(code);
  await there.getByText("Từ liên kết mời").waitFor();
  await there.getByLabel("Tên đăng nhập").fill("friend_1");
  await there.getByLabel("Mật khẩu", { exact: true }).fill("lua-chin-vang-8");
  await there.getByLabel("Nhập lại mật khẩu").fill("lua-chin-vang-8");
  await there.getByLabel(/Mật khẩu rút tiền/u).fill("402815");
  await there.getByRole("checkbox").check();
  await there.getByRole("button", { name: "Tạo tài khoản" }).click();
  await there.getByText("Chào mừng, friend_1").first().waitFor();
  await friend.context.close();

  // The server counts the turnover of what was settled every fifteen seconds.
  await open.app.coverage.judge();
  await open.app.agents.book();
  await page.getByRole("button", { name: "Tải lại" }).click();
  await page.getByText("Tham gia").waitFor();
  await page.getByRole("radio", { name: "Cấp 1 · 1" }).waitFor();
  await page.getByRole("tab", { name: "Cách tính" }).click();
  await page.getByText("Tỷ lệ trên doanh số").waitFor();
  await page.getByRole("tab", { name: "Theo ngày" }).click();
  await rows(/Tạm tính/u).click();
  await figure(page.getByRole("dialog"), "Doanh số của bạn").getByText("82,00").waitFor();
  expect(addressOf(page)).toBe("/pages-sub/agent/index");
});

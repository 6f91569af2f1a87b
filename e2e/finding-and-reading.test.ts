import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { arrive, LOGIN } from "./testing/address-bar.ts";
import { openBrowser, openPhone } from "./testing/browser.ts";
import { slipBar } from "./testing/game-screen.ts";
import { ServerClient } from "./testing/server-client.ts";
import { logIn } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "finder_1";
const LOBBY = "/pages/tabbar/center";
const SERVICE = "/pages/tabbar/service";

let open: TestServer;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), openBrowser()]);
  const client = new ServerClient(open.url);
  await client.newPlayer(NAME, "500.00");
  client.close();
  await open.setTime(Date.UTC(2026, 10, 21, 3, 12, 5));
  ({ page } = await openPhone(browser, { baseURL: open.url, still: true }));
  errors = errorsOf(page);
});
afterAll(async () => {
  await browser.close();
  await open.close();
});
beforeEach(() => {
  expect(errors.splice(0)).toEqual([]);
});

const back = () => page.getByRole("button", { name: "Quay lại" });
const tab = (name: string) =>
  page.getByRole("navigation", { name: "Thanh điều hướng" }).getByRole("link", { name });
const game = (name: RegExp) => page.getByRole("main").getByRole("link", { name });

test("before logging in: another language, the terms, and help", async () => {
  await page.goto(LOGIN);
  await page.getByRole("button", { name: /Đổi ngôn ngữ/u }).click();
  await page.getByText("Français", { exact: true }).click();
  await page.getByRole("heading", { name: "Langue" }).waitFor();
  expect(await page.evaluate("document.documentElement.lang")).toBe("fr");
  await page.reload();
  await page.getByText("Tiếng Việt", { exact: true }).click();
  await page.getByRole("heading", { name: "Ngôn ngữ" }).waitFor();
  await back().click();
  for (const [name, text] of [
    ["Điều khoản", "Chơi có chừng mực"],
    ["Quyền riêng tư", "Chúng tôi giữ gì"],
  ] as const) {
    await page.getByRole("link", { name }).click();
    await page.getByRole("heading", { name: text }).waitFor();
    await back().click();
    await arrive(page, LOGIN);
  }
  await page.getByRole("link", { name: "Hỗ trợ" }).click();
  await arrive(page, SERVICE);
  await page.getByRole("tab", { name: "Trò chuyện" }).click();
  await page.getByText("Đăng nhập để nhắn cho chúng tôi").waitFor();
});

test("help is found by words without their marks, and what is not there is asked", async () => {
  await page.goto(SERVICE);
  const search = page.getByRole("searchbox", { name: "Tìm trong trợ giúp" });
  await search.fill("rut tien");
  await page.getByRole("button", { name: "Rút tiền thế nào?" }).click();
  await page.getByRole("dialog", { name: "Rút tiền thế nào?" }).getByText("mật khẩu rút tiền").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: "Ba xúc xắc: K3" }).count()).toBe(0);
  await search.fill("qwerty");
  await page.getByText("Không tìm thấy").waitFor();
  await page.getByRole("button", { name: "Nhắn cho chúng tôi" }).first().click();
  await page.getByRole("button", { name: "Đăng nhập" }).click();
  await arrive(page, `${LOGIN}?redirect=${encodeURIComponent(SERVICE)}`);
});

test("home: the balance is hidden everywhere, a banner leads on, the latest draws are there to verify", async () => {
  await logIn(page, NAME);
  const card = page.getByRole("region", { name: "Số dư khả dụng" });
  await card.getByText("500,00").waitFor();
  await card.getByRole("button", { name: "Ẩn số dư" }).click();
  await tab("Trò chơi").click();
  await page.getByRole("heading", { name: "Xúc xắc" }).waitFor();
  expect(await page.getByText("500,00").filter({ visible: true }).count()).toBe(0);
  await page.reload();
  await tab("Trang chủ").click();
  await card.getByRole("button", { name: "Hiện số dư" }).click();
  await card.getByText("500,00").waitFor();
  await page.getByRole("link", { name: /Kỳ nào cũng kiểm chứng được/u }).click();
  await page.getByText("Mọi bước đều khớp").waitFor();
});

test("verify: another game and another of its periods", async () => {
  await page.getByRole("main").getByRole("button", { name: /phút/u }).first().click();
  const sheet = page.getByRole("dialog", { name: "Chọn kỳ quay" });
  await sheet.getByRole("radio", { name: "PK10 3 phút" }).click();
  await sheet
    .getByRole("button", { name: /Kỳ \d+(?!.*Chưa quay)/u })
    .last()
    .click();
  await page.waitForURL((url) => url.searchParams.get("code") === "PK10");
  await page.getByText("Mọi bước đều khớp").waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Tải bằng chứng về máy" }).click();
  expect((await saved).suggestedFilename()).toMatch(/PK10.*\.json$/u);
});

test("the lobby: by family, by name, and with stars that are there the next time", async () => {
  await page.goto(LOBBY);
  await page.getByRole("button", { name: "Đua xe" }).click();
  await game(/^PK10/u).waitFor();
  expect(await game(/^K3/u).count()).toBe(0);
  await page.getByRole("button", { name: "Thêm XYFT 5 phút vào yêu thích" }).click();
  await page.getByRole("button", { name: "Bỏ XYFT 5 phút khỏi yêu thích" }).waitFor();
  const kept = page.waitForResponse((reply) => reply.url().endsWith("/favourites") && reply.ok());
  await page.reload();
  await kept;
  await page.getByRole("button", { name: "Yêu thích", exact: true }).click();
  await game(/^XYFT/u).waitFor();
  expect(await game(/^PK10/u).count()).toBe(0);
  await page.getByRole("button", { name: "Bỏ XYFT 5 phút khỏi yêu thích" }).click();
  await game(/^K3/u).waitFor();
  await page.getByRole("button", { name: "Tìm trò chơi" }).click();
  const search = page.getByRole("searchbox", { name: "Tên trò chơi" });
  await search.fill("xuc xac");
  await game(/^K3/u).waitFor();
  expect(await game(/^FFC/u).count()).toBe(0);
  await search.fill("poker");
  await page.getByText("Không tìm thấy trò chơi").waitFor();
  await page.getByRole("button", { name: "Xem tất cả" }).click();
  await game(/^FFC/u).waitFor();
});

test("a game: another one by its name, its guide with an example, its trends and results", async () => {
  await game(/^FFC/u).click();
  // The heading is the game; the button in it says what it does.
  const heading = page.getByRole("heading", { level: 1, name: "FFC 1 phút", exact: true });
  await heading.getByRole("button", { name: "Đổi trò chơi: FFC 1 phút" }).click();
  await page.getByRole("dialog").getByRole("link", { name: /K3/u }).click();
  await arrive(page, "/pages-sub/game/index?code=K3");
  await slipBar(page).waitFor();
  await page.getByRole("button", { name: "Chọn ngẫu nhiên 5 phiếu" }).click();
  await slipBar(page).getByText("5 cược").waitFor();

  await page.getByRole("button", { name: "Trình đơn" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cách chơi" }).click();
  await page.getByRole("heading", { name: "Cách chơi K3 1 phút" }).waitFor();
  const search = page.getByRole("searchbox", { name: "Tìm kiểu cược" });
  await search.fill("bo ba");
  await page.getByText(/^\d+ kiểu cược$/u).waitFor();
  await page.getByRole("main").getByRole("button", { expanded: false }).first().click();
  await page.getByText("Bạn chọn").first().waitFor();
  await search.fill("zzz");
  await page.getByText("Không có kiểu cược này").waitFor();
  await page.getByRole("button", { name: "Xem tất cả" }).click();

  await page
    .getByRole("link", { name: /Xu hướng các kỳ trước/u })
    .or(page.getByRole("button", { name: /Xu hướng các kỳ trước/u }))
    .click();
  await page.getByRole("heading", { name: "K3 1 phút · Xu hướng" }).waitFor();
  await page.getByRole("radio", { name: "10", exact: true }).click();
  await page.getByRole("radio", { name: "10", exact: true, checked: true }).waitFor();
  await page.getByRole("tab", { name: "Cầu đường" }).click();
  await page.getByText("Cầu hạt").first().waitFor();
  await page.getByRole("tab", { name: "Kết quả" }).click();
  await page.getByRole("main").getByRole("link").first().click();
  await page.getByText("Mọi bước đều khớp").waitFor();
  await back().click();
  await page
    .getByRole("tab", { name: "Kết quả", selected: true })
    .or(page.getByRole("tab", { name: "Bỏ lỡ", selected: true }))
    .waitFor();
});

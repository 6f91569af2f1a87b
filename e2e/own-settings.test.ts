import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addressOf, arrive, LOGIN } from "./testing/address-bar.ts";
import { openBrowser, openPhone } from "./testing/browser.ts";
import { ServerClient } from "./testing/server-client.ts";
import { logIn } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "owner_1";
const PASSWORD = "lua-chin-vang-8";
const NEXT_PASSWORD = "sen-no-thang-muoi-1";
const MINE = "/pages/tabbar/mine";
const SETTINGS = "/pages-sub/settings";
const WALLET = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

let open: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), openBrowser()]);
  const client = new ServerClient(open.url);
  await client.newPlayer(NAME, "100.00");
  client.close();
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  errors = errorsOf(page);
  await logIn(page, NAME);
});
afterAll(async () => {
  await browser.close();
  await open.close();
});
beforeEach(() => {
  expect(errors.splice(0)).toEqual([]);
});

/** The settings page, and from it the page of an entry. */
async function openSetting(name: string): Promise<void> {
  await page.goto(`${SETTINGS}/index`);
  await page.getByRole("main").getByRole("button", { name }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

test("another picture is chosen, and stands on the account from then on", async () => {
  await page.goto(MINE);
  const picture = page.getByRole("main").getByRole("button", { name: "Hồ sơ" });
  const before = await picture.innerHTML();
  await picture.click();
  await page.getByRole("radio", { name: "Rồng" }).check({ force: true });
  await page.getByRole("button", { name: "Sao chép ID" }).click();
  const id = String(await page.evaluate("navigator.clipboard.readText()"));
  await page.getByRole("button", { name: "Quay lại" }).click();
  await page.getByText(`ID ${id}`).waitFor();
  const after = await picture.innerHTML();
  expect(after).not.toBe(before);
  await page.reload();
  await page.getByText(`ID ${id}`).waitFor();
  expect(await picture.innerHTML()).toBe(after);
});

test("a language is spoken at once, in every window, and by the server as well", async () => {
  const other = await context.newPage();
  await other.goto(MINE);
  await other.getByText(NAME).first().waitFor();
  await openSetting("Ngôn ngữ");
  await page.getByText("English", { exact: true }).click();
  await page.getByRole("heading", { name: "Language" }).waitFor();
  await other.getByRole("button", { name: "Log out" }).waitFor();
  await other.close();
  await page.goto("/pages/tabbar/center");
  await page.getByText("K3 1 min").first().waitFor();
  await page.goto(`${SETTINGS}/language`);
  await page.getByText("Tiếng Việt", { exact: true }).click();
  await page.getByRole("heading", { name: "Ngôn ngữ" }).waitFor();
});

test("dark is dark at once, in every window, and before the first paint of the next start", async () => {
  const other = await context.newPage();
  await other.goto(MINE);
  const theme = (where: Page) => where.evaluate("document.documentElement.dataset.theme ?? ''");
  const ground = (where: Page) =>
    where.evaluate("getComputedStyle(document.documentElement).backgroundColor");
  const light = await ground(page);
  await openSetting("Giao diện");
  await page.getByText("Tối", { exact: true }).click();
  await expect.poll(() => theme(page)).toBe("dark");
  await expect.poll(() => theme(other)).toBe("dark");
  expect(await ground(page)).not.toBe(light);
  await other.close();
  await page.goto(`${SETTINGS}/appearance`, { waitUntil: "domcontentloaded" });
  expect(await theme(page)).toBe("dark");
  await page.getByText("Theo hệ thống", { exact: true }).click();
  await expect.poll(() => theme(page)).toBe("");
});

test("sound is switched on and stays on; the version and the server's key are told", async () => {
  await openSetting("Âm thanh, rung và kết quả");
  const sound = page.getByRole("switch", { name: "Âm thanh" });
  expect(await sound.isChecked()).toBe(false);
  await sound.check();
  await page.reload();
  await sound.waitFor();
  expect(await sound.isChecked()).toBe(true);
  await openSetting("Giới thiệu");
  await page.getByText("Phiên bản 2.1.0").waitFor();
  await page.getByRole("button", { name: "Sao chép khóa" }).click();
  await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toMatch(/^[0-9a-f]{128,}$/u);
  await page.getByRole("link", { name: "Quyền riêng tư" }).click();
  await page.getByRole("heading", { name: "Chúng tôi giữ gì" }).waitFor();
});

test("the withdrawal password: a wrong one is said beside its field, a new one counts", async () => {
  await openSetting("Mật khẩu rút tiền");
  const [now, next, again] = [
    page.getByLabel("Mật khẩu rút tiền hiện tại"),
    page.getByLabel("Mật khẩu rút tiền mới", { exact: true }),
    page.getByLabel("Nhập lại mật khẩu rút tiền mới"),
  ];
  await now.fill("111222");
  await next.fill("739146");
  await again.fill("739146");
  const submit = page.getByRole("button", { name: "Đổi mật khẩu rút tiền" });
  await submit.click();
  await expect.poll(() => now.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => now.and(page.locator(":focus")).count()).toBe(1);
  await now.fill("402815");
  await submit.click();
  await page.getByText("Đã đổi mật khẩu rút tiền").first().waitFor();
  await arrive(page, `${SETTINGS}/index`);
});

test("a wallet: its checksum is checked as it is typed in, and it is listed where money can go", async () => {
  await openSetting("Ví điện tử");
  const address = page.getByLabel("Địa chỉ ví", { exact: true });
  await address.fill(`${WALLET.slice(0, -1)}x`);
  await page.getByLabel("Nhập lại địa chỉ ví").fill(WALLET);
  await page.getByLabel("Mật khẩu rút tiền").fill("739146");
  await page.getByRole("button", { name: "Liên kết ví" }).click();
  await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
  await address.fill(WALLET);
  await page.getByRole("button", { name: "Liên kết ví" }).click();
  await page.getByText("Đã liên kết").first().waitFor();
  await arrive(page, `${SETTINGS}/index`);
  await page.getByRole("button", { name: "Địa chỉ rút tiền" }).click();
  await page.getByText("USDT (TRON)").waitFor();
  // Masked: the whole of it is nowhere on the page.
  expect(await page.getByText(WALLET).count()).toBe(0);
});

test("a new login password ends the session; the old one opens nothing", async () => {
  await openSetting("Mật khẩu đăng nhập");
  await page.getByLabel("Mật khẩu hiện tại").fill(PASSWORD);
  await page.getByLabel("Mật khẩu mới", { exact: true }).fill(NEXT_PASSWORD);
  await page.getByLabel("Nhập lại mật khẩu mới").fill(NEXT_PASSWORD);
  await page.getByRole("button", { name: "Đổi mật khẩu" }).click();
  await arrive(page, LOGIN);
  await page.getByText("Đã đổi mật khẩu. Vui lòng đăng nhập lại").first().waitFor();
  const password = page.getByLabel("Mật khẩu", { exact: true });
  expect(await page.getByLabel("Tên đăng nhập").inputValue()).toBe(NAME);
  await password.fill(PASSWORD);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
  await page.getByText("Tên đăng nhập hoặc mật khẩu không đúng").waitFor();
});

test("a remembered password fills the form after logging out, and is no plain text anywhere", async () => {
  const password = page.getByLabel("Mật khẩu", { exact: true });
  await password.fill(NEXT_PASSWORD);
  await page.getByRole("checkbox", { name: "Ghi nhớ mật khẩu" }).check();
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
  await arrive(page, "/");
  const stores = `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])`;
  expect(await page.evaluate(stores)).not.toContain(NEXT_PASSWORD);
  await page.goto(MINE);
  await page.getByRole("button", { name: "Đăng xuất" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Đăng xuất" }).click();
  await arrive(page, LOGIN);
  await expect.poll(() => password.inputValue()).toBe(NEXT_PASSWORD);
  await page.getByRole("button", { name: "Hiện mật khẩu" }).click();
  expect(await password.getAttribute("type")).toBe("text");
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
  await arrive(page, "/");

  await page.goto(`${SETTINGS}/index`);
  await page.getByRole("button", { name: "Quên thiết bị này" }).click();
  await page.getByText("Đã xóa mật khẩu trên thiết bị này").first().waitFor();
  expect(await page.getByRole("button", { name: "Quên thiết bị này" }).count()).toBe(0);
  expect(addressOf(page)).toBe(`${SETTINGS}/index`);
});

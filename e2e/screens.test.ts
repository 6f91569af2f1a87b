import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, openPhone } from "./browser.ts";
import { HouseClient } from "./house-client.ts";
import { openTestHouse, type TestHouse } from "./open-house.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
let open: TestHouse;
let browser: Browser;

/** Every screen that is built, with a text that stands on it once its data is there. */
const PUBLIC = [
  { path: "/pages/auth/login", shows: "Đăng nhập" },
  { path: "/pages/auth/register", shows: "Tạo tài khoản" },
  { path: "/pages-sub/fairness/index?code=K3&prize=202611210601", shows: "Kết quả đúng như cam kết" },
  { path: "/pages/legal/terms", shows: "Điều khoản" },
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
  { path: "/pages-sub/recharge/index", shows: "Nạp tiền" },
  { path: "/pages-sub/record/betting", shows: "Trúng" },
  { path: "/pages-sub/record/recharge", shows: "500,00" },
  { path: "/pages-sub/record/transaction", shows: "500,00" },
  { path: "/pages-sub/settings/index", shows: "Cài đặt" },
  { path: "/pages-sub/settings/language", shows: "English" },
  { path: "/pages-sub/settings/appearance", shows: "Tối" },
] as const;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestHouse(START), openBrowser()]);
  const client = new HouseClient(open.url);
  const token = await client.newPlayer("looker_1", "500.00");
  const sums = Array.from({ length: 16 }, (_, index) => String(index + 3));
  const bets = [{ option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items: sums }] }];
  expect(await client.post("/api/lottery/order/K3", { prize_no: "202611210601", bets }, token)).toMatchObject(
    { code: 0 },
  );
  client.close();
  await open.setTime(Date.UTC(2026, 10, 21, 3, 1, 5));
});
afterAll(async () => {
  await browser.close();
  await open.close();
});

async function logIn(page: Page): Promise<void> {
  await page.goto("/pages/auth/login");
  await page.getByLabel("Tên đăng nhập").fill("looker_1");
  await page.getByLabel("Mật khẩu", { exact: true }).fill("lua-chin-vang-8");
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

/** What axe finds, but for the tab bar's two colours, which are the specification's own. */
async function axe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(
        ({ html }) =>
          !(id === "color-contrast" && /^<a href="\/(pages\/tabbar\/\w+)?" class="_tab_/u.test(html)),
      )
      .map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
}

async function look(
  context: BrowserContext,
  screens: readonly { path: string; shows: string }[],
  loggedIn: boolean,
): Promise<string[]> {
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("console", (message) => {
    if (/content security policy|trusted ?type/iu.test(message.text())) wrong.push(message.text());
  });
  page.on("pageerror", (error) => wrong.push(error.message));
  if (loggedIn) await logIn(page);
  for (const { path, shows } of screens) {
    await page.goto(path);
    await page.getByText(shows).filter({ visible: true }).first().waitFor();
    for (const found of await axe(page)) wrong.push(`${path} ${found}`);
    const spill = await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    if (Number(spill) > 0) wrong.push(`${path} is ${Number(spill)} px too wide`);
  }
  return wrong;
}

describe.each([
  { name: "light at 375", dark: false, width: 375, height: 812 },
  { name: "dark at 320", dark: true, width: 320, height: 568 },
])("every screen, $name, is accessible and fits", ({ dark, width, height }) => {
  test.each([
    { who: "anybody's", screens: PUBLIC, loggedIn: false },
    { who: "a player's", screens: OWN, loggedIn: true },
  ])("$who", async ({ screens, loggedIn }) => {
    const { context } = await openPhone(browser, { baseURL: open.url, dark, width, height });
    expect(await look(context, screens, loggedIn)).toEqual([]);
    await context.close();
  });
});

import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PAGES, type PageName } from "@lotus/contract/pages";
import type { AnyMessageKey } from "@lotus/locales";
import { arrive } from "./testing/address-bar.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { slipBar } from "./testing/game-screen.ts";
import { logIn } from "./testing/log-in.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf, spillOf } from "./testing/page-errors.ts";
import { ServerClient } from "./testing/server-client.ts";
import { pattern, text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "visitor_1";
const CONTROLS = ["button", "link", "tab", "radio", "checkbox", "switch", "textbox", "searchbox"] as const;

let open: TestServer;
let browser: Browser;
let page: Page;
/** Errors of the page, and calls that the server refused. */
let errors: string[];

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START, { TURNOVER_PERCENT: "0" }), sharedBrowser()]);
  const client = new ServerClient(open.url);
  const token = await client.newPlayer(NAME, "100.00");
  const bets = [{ option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items: ["10"] }] }];
  const wallet = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
  const address = {
    network: "tron",
    address: wallet,
    address_confirmation: wallet,
    trans_password: "402815",
  };
  const bound = await client.post<{ id: string }>("/api/user/bindDigitWall", address, token);
  const order = { type: "withdrawal", amount: "60.00", addr_id: bound.data.id, trans_password: "402815" };
  for (const done of [
    await client.post("/api/lottery/order/K3", { prize_no: "202611210601", bets }, token),
    await client.post("/api/user/makeOrder", order, token),
  ])
    expect(done).toMatchObject({ code: 0 });
  client.close();
  await open.setTime(START + 240_000);
  ({ page } = await openPhone(browser, { baseURL: open.url, still: true }));
  errors = errorsOf(page);
  page.on("response", async (response) => {
    if (!response.headers()["content-type"]?.includes("json")) return;
    const { code } = (await response.json().catch(() => ({ code: 0 }))) as { code?: number };
    if ((code ?? 0) !== 0) errors.push(`${response.url()}: ${code}`);
  });
  await logIn(page, NAME);
});
afterAll(async () => {
  await closeWindows(browser);
  expect(await brokenBooks(open)).toEqual([]);
  await open.close();
});
beforeEach(() => {
  expect(errors.splice(0)).toEqual([]);
});

const main = () => page.getByRole("main");
const titleOf = (name: PageName) => text(PAGES[name].title satisfies AnyMessageKey);
const back = () => page.getByRole("button", { name: text("app.back") });

/** Opens a tab by the tab bar. */
async function openTab(name: "service" | "lobby" | "mine"): Promise<void> {
  await page
    .getByRole("navigation", { name: text("app.tabs") })
    .getByRole("link", { name: titleOf(name) })
    .click();
  await arrive(page, PAGES[name].path);
  await page.getByRole("heading", { level: 1, name: titleOf(name) }).waitFor();
}

/** What no open page may have: still loading, failed, a control without a name, a text that was not filled in. */
async function expectWhole(): Promise<void> {
  await page
    .getByRole("status", { name: text("app.loading") })
    .first()
    .waitFor({ state: "detached" });
  const shown = await main().innerText();
  expect(shown).not.toContain(text("app.state.loadFailed.title"));
  expect(shown).not.toMatch(/\{\w|\bundefined\b|\bNaN\b|\[object /u);
  for (const role of CONTROLS)
    expect([role, await page.getByRole(role, { name: /^\s*$/u }).count()]).toEqual([role, 0]);
  expect(await spillOf(page)).toBe(0);
}

/** Follows a link to a page, looks for some of its data, and goes back. */
async function visit(link: Locator, name: PageName, data: Locator, title = titleOf(name)): Promise<void> {
  const from = new URL(page.url()).pathname;
  await link.click();
  await arrive(page, PAGES[name].path);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await data.first().waitFor();
  await expectWhole();
  await back().click();
  await arrive(page, from);
}

test("customer service: an article, the legal texts, and a conversation", async () => {
  await openTab("service");
  await expectWhole();
  const article = text("help.digits.title");
  await main().getByRole("button", { name: article }).click();
  const sheet = page.getByRole("dialog", { name: article });
  await sheet.getByText(text("help.digits.body").slice(0, 30)).waitFor();
  await sheet.getByRole("button", { name: text("app.close") }).click();
  await sheet.waitFor({ state: "hidden" });
  for (const name of ["terms", "privacy"] as const)
    await visit(
      main().getByRole("link", { name: titleOf(name) }),
      name,
      page.getByRole("article").getByRole("heading"),
    );
  await page.getByRole("tab", { name: text("service.view.chat") }).click();
  await page.getByRole("textbox", { name: text("app.page.messages") }).fill("?");
  await page.getByRole("button", { name: text("service.send"), exact: true }).click();
  await main().getByRole("listitem").filter({ hasText: "?" }).first().waitFor();
});

test("the lobby: every game with its last result; one of them with its guide and its trends", async () => {
  await openTab("lobby");
  const games = main().getByRole("link");
  for (const code of ["FFC", "SFC", "WFC", "K3", "PK10", "XYFT", "LHC"] as const)
    await games
      .filter({ hasText: text(`game.name.${code}`) })
      .first()
      .waitFor();
  await expectWhole();
  await games
    .filter({ hasText: text("game.name.K3") })
    .first()
    .click();
  await slipBar(page).waitFor();
  await expectWhole();
  for (const [name, data] of [
    ["guide", page.getByText(/×\d/u)],
    ["trends", page.getByRole("table")],
  ] as const) {
    await page.getByRole("button", { name: text("play.game.menu") }).click();
    await visit(
      page.getByRole("dialog").getByRole("button", { name: titleOf(name) }),
      name,
      data,
      text("game.name.K3"),
    );
    await slipBar(page).waitFor();
  }
  await back().click();
  await arrive(page, PAGES.lobby.path);
});

test("the player's own page, and each page that it leads to", async () => {
  await openTab("mine");
  await main()
    .getByText(/^ID \d/u)
    .waitFor();
  await expectWhole();
  const link = (name: PageName) => main().getByRole("link", { name: new RegExp(`^${titleOf(name)}`, "u") });
  const records = (key: AnyMessageKey) =>
    page
      .getByRole("navigation", { name: text("app.mine.records") })
      .getByRole("link", { name: pattern(key) });
  const row = (hasText: string | RegExp) => main().getByRole("button").filter({ hasText });
  await visit(main().getByRole("button", { name: titleOf("profile") }), "profile", page.getByRole("radio"));
  await visit(records("app.mine.bets"), "bettingRecords", row(text("game.name.K3")));
  await visit(records("app.mine.recharges"), "rechargeRecords", row("100,00"));
  await visit(records("app.mine.withdrawals"), "withdrawalRecords", row("60,00"));
  await visit(records("app.mine.transactions"), "transactionRecords", row(text("money.type.bet")));
  await visit(link("chaseRecords"), "chaseRecords", main().getByRole("button"));
  await visit(link("report"), "report", page.getByRole("row").filter({ hasText: text("game.name.K3") }));
  await visit(link("agent"), "agent", page.getByText(text("agent.noTeam", { level: "1" })));
  await visit(link("limits"), "limits", page.getByText(text("protection.stake.title")));
  await visit(link("verify"), "verify", page.getByText(text("verify.unwatched")));
  // What is unread comes first: messages to the player, since there is no notice.
  await visit(link("messages"), "messages", row(text("messages.addressAdded.title")));
  await page.getByRole("link", { name: titleOf("messages") }).click();
  await page.getByRole("tab", { name: text("mail.notice") }).click();
  await page.getByText(text("mail.none.notice")).first().waitFor();
  await page.getByRole("tab", { name: pattern("mail.message") }).click();
  await row(text("messages.addressAdded.title")).click();
  await page.getByRole("dialog").getByText(text("messages.addressAdded.body")).waitFor();
  await page.keyboard.press("Escape");
  await back().click();
});

const SETTINGS = [
  "loginPassword",
  "passkeys",
  "withdrawalPassword",
  "devices",
  "identity",
  "phone",
  "email",
  "bankCard",
  "wallet",
  "withdrawalAddresses",
  "language",
  "appearance",
  "news",
  "sound",
  "limits",
  "about",
  "myData",
  "closeAccount",
] as const;

test("the settings, and each of them", async () => {
  await openTab("mine");
  await main()
    .getByRole("link", { name: titleOf("settings") })
    .click();
  await arrive(page, PAGES.settings.path);
  await expectWhole();
  const control = main().locator("button, input, select, a").filter({ visible: true });
  for (const name of SETTINGS)
    await visit(
      main()
        .getByRole("button", { name: titleOf(name) })
        .first(),
      name,
      control,
    );
  await back().click();
  await arrive(page, PAGES.mine.path);
});

test("the last page reported no error either", () => {
  expect(errors).toEqual([]);
});

import { readdirSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { ServerClient } from "./testing/server-client.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { collectErrors } from "./testing/page-errors.ts";
import { openStaffRoom, type StaffRoom } from "./testing/staff.ts";
import { text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const SETTINGS = {
  RECHARGE_BANK_NAME: "A Bank",
  RECHARGE_BANK_ACCOUNT: "0011001234567",
  RECHARGE_BANK_PAYEE: "LOTUS",
  TURNOVER_PERCENT: "0",
};
const NAME = "an_khach";
/** Would run on any page that treated it as anything but text. */
const WORDS = `<img src=x onerror="pwned=1"><svg onload='pwned=1'><script>pwned=1</script>\${7*7}{{7*7}}`;
/** The hostile text with a marker, so that each place can be identified. */
const hostile = (place: string): string => `${place} ${WORDS}`;
/** Whatever runs leaves a mark, and so does every dialog. */
const WATCH = `window.alert = window.confirm = window.prompt = () => { window.pwned = 1; };`;

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let player: string;
let playerId: string;
let staff: StaffRoom;
let adminToken: string;
let desk: Page;
let phone: Page;
const errors: string[] = [];

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START, SETTINGS), sharedBrowser()]);
  client = new ServerClient(open.url);
  player = await client.newPlayer(NAME, "1000.00");
  playerId = (await client.post<{ id: string }>("/api/user/getUserInfo", undefined, player)).data.id;
  staff = await openStaffRoom(browser, open);
  ({ page: desk, token: adminToken } = await staff.at("admin"));
  const opened = await openPhone(browser, { baseURL: open.url, still: true });
  phone = opened.page;
  await Promise.all([desk.context(), opened.context].map(watch));
  collectErrors(phone, errors);
});
afterAll(async () => {
  await closeWindows(browser);
  client.close();
  staff.desk.close();
  await open.close();
});

async function watch(context: BrowserContext): Promise<void> {
  await context.addInitScript(WATCH);
}

/** Makes a desk call that must succeed. */
async function done<Data>(path: string, body: object): Promise<Data> {
  const reply = await staff.desk.post<Data>(`/desk/api/${path}`, body, adminToken);
  if (reply.code !== 0) throw new Error(`${path}: ${reply.code} ${reply.msg}`);
  return reply.data;
}

/** Makes a player call that must succeed. */
async function post<Data>(path: string, body: object): Promise<Data> {
  const reply = await client.post<Data>(`/api/${path}`, body, player);
  if (reply.code !== 0) throw new Error(`${path}: ${reply.code} ${reply.msg}`);
  return reply.data;
}

/** Waits for the text as written, and checks that no part of it was executed or rendered as markup. */
async function expectWords(page: Page, ...places: readonly string[]): Promise<void> {
  for (const place of places)
    await page.getByText(hostile(place)).filter({ visible: true }).first().waitFor();
  expect(await page.evaluate("window.pwned")).toBeUndefined();
  expect(await page.locator("img[src='x'], [onerror], [onload]").count()).toBe(0);
}

interface Order {
  readonly orderNo: string;
}

test("a login stays in this app, whatever the redirect URL", async () => {
  await phone.goto(`/pages/auth/login?redirect=${encodeURIComponent("//evil.example/pages/tabbar/mine")}`);
  await phone.getByLabel(text("auth.username")).fill(NAME);
  await phone.getByLabel(text("auth.password"), { exact: true }).fill("lua-chin-vang-8");
  await phone.getByRole("button", { name: text("auth.login"), exact: true }).click();
  await phone.waitForURL((url) => url.pathname === "/");
  expect(new URL(phone.url()).origin).toBe(new URL(open.url).origin);
});

describe("stored texts are rendered as text on every page", () => {
  test("notices, messages and banners", async () => {
    const texts = (place: string) => ({
      "vi-VN": { title: hostile(`${place} title`).slice(0, 120), body: hostile(`${place} body`) },
    });
    await done("notices", { texts: texts("notice") });
    await done("messages", { to: { player_id: playerId }, texts: texts("message") });
    const banner = { title: hostile("banner title"), words: hostile("banner words"), language: null };
    await done("banners", { ...banner, drawing: "gift", link: "/pages-sub/game/index?code=K3", position: 1 });
    for (const link of [
      "javascript:pwned=1",
      "//evil.example",
      String.raw`/\evil.example`,
      "https://evil.example",
      "data:text/html,x",
      "/x\nSet-Cookie:a",
    ]) {
      const tried = { ...banner, drawing: "gift", link, position: 1 };
      const { code } = await staff.desk.post("/desk/api/banners", tried, adminToken);
      expect([link, code]).not.toEqual([link, 0]);
    }
    await phone.goto("/");
    await expectWords(phone, "banner title", "banner words");
    expect(await phone.locator("a[href^='javascript' i], a[href*='evil']").count()).toBe(0);
    for (const place of ["notice", "message"]) {
      await phone.goto(`/pages-sub/message/index?tab=${place}`);
      await phone.getByText(`${place} title <img`).first().click();
      await phone
        .getByRole("dialog")
        .getByText(hostile(`${place} body`))
        .waitFor();
      await expectWords(phone, `${place} body`);
    }
    await desk.goto("/#/notices");
    await expectWords(desk, "notice body");
    await desk.goto("/#/banners");
    await expectWords(desk, "banner title");
  });

  test("why an order was cancelled, which the desk alone reads", async () => {
    const recharge = await post<Order>("user/makeOrder", {
      type: "recharge",
      amount: "40.00",
      channel_id: "bank",
    });
    await done(`recharges/${recharge.orderNo}/cancel`, { reason: hostile("recharge") });
    const card = { real_name: "NGUYEN VAN AN", bank_name: "A Bank", card_no: "0123456789" };
    const bound = { ...card, card_no_confirmation: card.card_no, trans_password: "402815" };
    const { id } = await post<{ id: string }>("user/bindBankCard", bound);
    const body = { type: "withdrawal", amount: "200.00", addr_id: id, trans_password: "402815" };
    const withdrawal = await post<Order>("user/makeOrder", body);
    await done(`withdrawals/${withdrawal.orderNo}/cancel`, { reason: hostile("withdrawal") });
    for (const [kind, figure] of [
      ["recharge", "40,00"],
      ["withdrawal", "200,00"],
    ] as const) {
      await phone.goto(`/pages-sub/record/${kind}`);
      await phone
        .getByRole("button", { name: new RegExp(figure, "u") })
        .first()
        .click();
      const record = phone.getByRole("dialog");
      await record.getByText(text("reason.other")).waitFor();
      expect(await record.textContent()).not.toContain(WORDS);
    }
    await desk.goto("/#/audit");
    await expectWords(desk, "recharge", "withdrawal");
  });

  test("chat, notes, sessions and every reason", async () => {
    await post("service/write", { text: hostile("asked") });
    await done(`conversations/${playerId}/answer`, { text: hostile("answered") });
    await done(`players/${playerId}/notes`, { text: hostile("noted") });
    await fetch(`${open.url}/api/user/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": hostile("browser") },
      body: JSON.stringify({ username: NAME, password: "lua-chin-vang-8" }),
    });
    await phone.goto("/pages/tabbar/service");
    await phone.getByRole("tab", { name: text("service.view.chat") }).click();
    await expectWords(phone, "asked", "answered");
    await phone.goto("/pages-sub/settings/devices");
    await phone.getByText(text("account.devices.this")).waitFor();
    expect(await phone.evaluate("window.pwned")).toBeUndefined();

    await desk.goto("/#/conversations");
    await desk.getByRole("button", { name: "Open", exact: true }).click();
    await desk.getByText(NAME).first().click();
    await expectWords(desk, "asked", "answered");
    await desk.goto(`/#/players/${playerId}/show`);
    for (const [tab, place] of [
      ["Notes", "noted"],
      ["Sessions", "browser"],
    ] as const) {
      await desk.getByRole("tab", { name: tab }).click();
      await expectWords(desk, place);
    }
  });

  test("why a gift was given", async () => {
    await done(`players/${playerId}/gifts`, { amount: "10.00", reason: hostile("gift") });
    await phone.goto("/pages-sub/message/index?tab=message");
    await phone.getByText(text("messages.giftReceived.title")).first().click();
    expect(await phone.getByRole("dialog").textContent()).not.toContain(WORDS);
    await desk.goto("/#/audit");
    await expectWords(desk, "gift");
  });

  test("why money was stopped and a period is to be voided", async () => {
    await done("money/stop", { reason: hostile("stopped") });
    await desk.goto("/#/");
    await expectWords(desk, "stopped");
    await done("money/resume", { reason: "it was a test" });
    await done("periods/FFC-202611210605/void", { reason: hostile("voided") });
    await desk.goto("/#/periods/FFC-202611210605/show");
    await expectWords(desk, "voided");
  });
});

describe("texts in a URL", () => {
  const query = encodeURIComponent(WORDS);

  test("are rendered as text or not at all on every page of the player", async () => {
    for (const path of [
      `/pages-sub/game/index?code=${query}`,
      `/pages-sub/game/trends?code=FFC&view=${query}`,
      `/pages-sub/game/guide?code=FFC&option=${query}`,
      `/pages-sub/message/index?tab=${query}`,
      `/pages-sub/fairness/index?code=${query}&prize=${query}`,
      `/pages/auth/register?invite=${query}&redirect=${query}`,
      `/pages/auth/confirm_email?token=${query}`,
      `/${query}`,
      `/pages/tabbar/mine#${query}`,
    ]) {
      await phone.goto(path);
      await phone.getByRole("button").or(phone.getByRole("link")).first().waitFor();
      expect([path, await phone.evaluate("window.pwned")]).toEqual([path, undefined]);
      expect([path, await phone.locator("img[src='x'], [onerror], [onload]").count()]).toEqual([path, 0]);
    }
    // The URL of the nonexistent image is not found, and the browser logs it.
    expect(errors.filter((text) => !/404/u.test(text))).toEqual([]);
    errors.length = 0;
  });

  test("are treated as text by the desk's search", async () => {
    const filter = (name: string) => encodeURIComponent(JSON.stringify({ [name]: WORDS.slice(0, 80) }));
    for (const path of [`players?filter=${filter("q")}`, `audit?filter=${filter("subject")}`]) {
      await desk.goto(`/#/${path}`);
      await desk.getByRole("main").waitFor();
      await desk.locator("main table, main p").first().waitFor();
      expect(await desk.evaluate("window.pwned")).toBeUndefined();
      expect(await desk.locator("img[src='x'], [onerror], [onload]").count()).toBe(0);
    }
  });
});

test("names take no markup", async () => {
  const body = { password: "lua-chin-vang-8", password_confirmation: "lua-chin-vang-8", register_device: 1 };
  const registered = { ...body, username: "<b>an", trans_password: "402815" };
  expect((await client.post("/api/user/register", registered)).status).toBe(400);
  const card = {
    real_name: "NGUYEN VAN AN",
    bank_name: "A Bank",
    card_no: "0123456780",
    trans_password: "402815",
  };
  for (const wrong of [
    { real_name: WORDS.slice(0, 60) },
    { bank_name: WORDS.slice(0, 60) },
    { bank_name: "=1+1" },
  ]) {
    const tried = { ...card, ...wrong, card_no_confirmation: card.card_no };
    expect((await client.post("/api/user/bindBankCard", tried, player)).status).toBe(400);
  }
  const operator = { name: "<b>an", role: "support", reason: "joins today" };
  expect((await staff.desk.post("/desk/api/operators", operator, adminToken)).status).toBe(400);
});

describe("every page, file and reply", () => {
  const PAGE_POLICY =
    /^default-src 'none'; script-src 'self'; (?!.*(?:unsafe|https?:|\*)).*frame-ancestors 'none'; require-trusted-types-for 'script'/u;
  const built = (app: string) =>
    readdirSync(new URL(`../apps/${app}/dist/assets`, import.meta.url))
      .filter((name) => /\.(?:js|css)$/u.test(name))
      .slice(0, 10)
      .map((name) => `/assets/${name}`);

  test.each([
    [
      "player",
      [
        "/",
        "/pages/auth/login",
        "/pages/tabbar/mine",
        "/nowhere",
        "/icon.svg",
        "/api/docs",
        "/api/openapi.json",
      ],
    ],
    ["desk", ["/", "/index.html", "/anything", "/icon.svg", "/desk/api/docs", "/desk/api/openapi.json"]],
  ])("of the %s forbids framing and foreign scripts in its own headers", async (app, paths) => {
    for (const path of [...paths, ...built(app)]) {
      const reply = await fetch((app === "player" ? open.url : open.opsUrl) + path);
      const headers = Object.fromEntries(reply.headers);
      expect([path, headers]).toMatchObject([
        path,
        {
          "content-security-policy": expect.stringMatching(PAGE_POLICY),
          "x-frame-options": "DENY",
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
          "permissions-policy": expect.stringContaining("camera=()"),
          "cross-origin-opener-policy": "same-origin",
          "cross-origin-resource-policy": "same-origin",
        },
      ]);
      expect(
        Object.keys(headers).filter((name) =>
          /^(?:access-control-.*|set-cookie|server|x-powered-by)$/u.test(name),
        ),
      ).toEqual([]);
    }
  });

  test("of the operators' port is not on the players', nor are its probes", async () => {
    for (const path of [
      "/metrics",
      "/health/live",
      "/health/ready",
      "/desk/api/docs",
      "/desk/api/session/me",
    ]) {
      const [there, here] = await Promise.all([fetch(open.url + path), fetch(open.opsUrl + path)]);
      expect([path, there.status, here.status]).toEqual([path, 404, 200]);
    }
    const desk = await (await fetch(open.opsUrl)).text();
    const [script] = /\/assets\/index-[\w.-]+\.js/u.exec(desk) ?? [];
    expect((await fetch(`${open.url}${script}`)).status).toBe(404);
  });
});

test("no window reported an error or a policy violation", () => {
  expect([errors, staff.errors]).toEqual([[], []]);
});

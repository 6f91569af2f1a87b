import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { BetRecord } from "@lotus/contract";
import { closeWindows, openPhone, sharedBrowser, TIMEOUT_MS } from "./testing/browser.ts";
import { openGame, slipBar } from "./testing/game-screen.ts";
import { storeSession } from "./testing/log-in.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { ServerClient } from "./testing/server-client.ts";
import { text } from "./testing/text.ts";

/**
 * The app is killed in mid-bet and opened again. Between it and the server stands a proxy that keeps a bet back before
 * the server, after it, or in the middle of the reply.
 */

const START = Date.UTC(2026, 10, 21, 3, 0, 0);
const TIMEOUT = { timeout: TIMEOUT_MS };
const SOON_MS = 1_000;
const ORDER = "/api/lottery/order/FFC";

type Moment = "before the server" | "after the server" | "half of the reply";

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let proxy: Server;
let baseURL: string;
let context: BrowserContext;
let page: Page;
let token: string;
let players = 0;
/** When the next bet stops, and what lets it go on. */
let moment: Moment | undefined;
let reached = Promise.withResolvers<undefined>();
let letGo = Promise.withResolvers<undefined>();

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START + 2000), sharedBrowser()]);
  client = new ServerClient(open.url);
  proxy = createServer((asked, reply) => void pass(asked, reply));
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  baseURL = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(async () => {
  client.close();
  await closeWindows(browser);
  proxy.closeAllConnections();
  proxy.close();
  expect(await brokenBooks(open)).toEqual([]);
  await open.close();
});

beforeEach(async () => {
  players += 1;
  moment = undefined;
  reached = Promise.withResolvers();
  letGo = Promise.withResolvers();
  const username = `killed_${players}`;
  token = await client.newPlayer(username, "100.00");
  ({ context, page } = await openPhone(browser, { baseURL }));
  await storeSession(page, username);
});
afterEach(async () => {
  letGo.resolve(undefined);
  await context.close();
});

/** Passes a request on to the server, and stops a bet at the chosen moment. */
async function pass(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
  const stop = asked.url === ORDER ? moment : undefined;
  const parts: Buffer[] = [];
  for await (const part of asked) parts.push(part);
  if (stop === "before the server") {
    reached.resolve(undefined);
    await letGo.promise;
  }
  const { method = "GET", url = "/", headers } = asked;
  const sent = request(`${open.url}${url}`, { method, headers });
  sent.on("error", () => reply.destroy());
  sent.on("response", (answer) => {
    const length = Number(answer.headers["content-length"] ?? 0);
    if (stop !== "after the server") reply.writeHead(answer.statusCode ?? 502, answer.headers);
    if (stop === undefined) answer.pipe(reply);
    else void stopReply(answer, reply, stop === "half of the reply" ? Math.floor(length / 2) : 0);
  });
  sent.end(Buffer.concat(parts));
}

/** Passes so much of a reply on and nothing more. */
async function stopReply(answer: IncomingMessage, reply: ServerResponse, most: number): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  if (most > 0) reply.write(Buffer.concat(parts).subarray(0, most));
  reached.resolve(undefined);
}

/** Bets 2.00, and kills the app when the bet has come to the moment. */
async function betUntil(at: Moment): Promise<void> {
  await openGame(page, "FFC");
  await page.getByRole("tabpanel").locator("button[aria-pressed]").first().tap();
  await slipBar(page)
    .getByRole("button", { name: text("play.slip.bet") })
    .tap();
  moment = at;
  await page
    .getByRole("dialog", { name: text("play.slip.title") })
    .getByRole("button", { name: text("play.slip.confirm", { count: "1", unit: "2,00", total: "2,00" }) })
    .tap();
  await reached.promise;
  await page.close();
  moment = undefined;
}

/**
 * Opens the app again, and checks that the player is told soon after its first words: within a second, or on a busy
 * machine within the time that those took.
 */
async function reopenAndRead(words: string): Promise<void> {
  page = await context.newPage();
  const opened = performance.now();
  await page.goto("/");
  await page.getByRole("navigation").first().waitFor(TIMEOUT);
  const shown = performance.now();
  await page.getByText(words).first().waitFor(TIMEOUT);
  expect(performance.now() - shown).toBeLessThan(Math.max(SOON_MS, shown - opened));
}

async function orders(): Promise<readonly BetRecord[]> {
  const path = "/api/lottery/orderList/FFC?range=3d&tz_offset=420";
  return (await client.get<{ list: BetRecord[] }>(path, token)).data.list;
}
const balance = async () =>
  (await client.post<{ balance: string }>("/api/user/getUserInfo", {}, token)).data.balance;
const unanswered = () =>
  page.evaluate<boolean>(`JSON.stringify(localStorage).includes('attempt\\\\\\\\":{')`);

test.each<Moment>(["after the server", "half of the reply"])(
  "killed when the bet was accepted (%s): the app says so when it is opened again, and nothing is doubled",
  async (at) => {
    await betUntil(at);
    await reopenAndRead(text("outcomes.bet", { total: "2,00" }));
    expect(await orders()).toHaveLength(1);
    expect(await balance()).toBe("98.00");
    await expect.poll(unanswered).toBe(false);
    // Told once.
    await page.reload();
    await page.getByRole("navigation").first().waitFor(TIMEOUT);
    expect(await page.getByText(text("play.slip.unanswered")).count()).toBe(0);
  },
);

test("killed while the bet was on its way: the app says that nothing was placed, and that stays true", async () => {
  await betUntil("before the server");
  await reopenAndRead(text("outcomes.betNever"));
  // The bet comes to the server after all.
  letGo.resolve(undefined);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await orders()).toEqual([]);
  expect(await balance()).toBe("100.00");
  // Its lines are still on the slip, and can be placed anew.
  await openGame(page, "FFC");
  await slipBar(page)
    .getByRole("button", { name: text("play.slip.bet") })
    .tap();
  await page
    .getByRole("dialog", { name: text("play.slip.title") })
    .getByRole("button", { name: text("play.slip.confirm", { count: "1", unit: "2,00", total: "2,00" }) })
    .tap();
  await expect.poll(async () => (await orders()).length).toBe(1);
  expect(await balance()).toBe("98.00");
});

import { QUICKNET } from "@lotus/beacon";
import { PUBLIC_PARTIES } from "@lotus/fair";
import { cosignerKey, formatVerifierKey } from "@lotus/tlog";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { ServerClient } from "./testing/server-client.ts";
import { text } from "./testing/text.ts";

/*
 * A house that runs beacon and witnesses itself, and says otherwise wherever it can: its word turns nothing green.
 */

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const RECORDS = "/pages-sub/record/betting";

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let context: BrowserContext;
let page: Page;
let errors: string[];
let token: string;
let minute = 0;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  client = new ServerClient(open.url);
});
afterAll(async () => {
  await closeWindows(browser);
  client.close();
  await open.close();
});
beforeEach(async () => {
  const name = `believer_${minute}`;
  token = await client.newPlayer(name, "1000.00");
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
  errors = errorsOf(page);
  await storeSession(page, name);
});
afterEach(async () => {
  await context.close();
  expect(errors).toEqual([]);
});

const periodNo = () => `20261121${String(601 + minute).padStart(4, "0")}`;

/** What a reply of the house says, which a lie may change. */
// oxlint-disable-next-line typescript/no-explicit-any
type Data = Record<string, any>;

/** Everything that an app could be told about the house itself. */
const CLAIMS = {
  runBy: { beacon: "public", witnesses: "public" },
  beaconRunBy: "public",
  witnessesRunBy: "public",
  isPublic: true,
  isWatched: true,
  isByList: true,
  pinnedBy: "build",
  hasChanged: false,
  operators: ["League of Entropy", "Mullvad VPN"],
  parties: PUBLIC_PARTIES,
  trust: { pinnedBy: "build", beacon: "public", witnesses: "public", operators: ["Mullvad VPN"] },
  state: "checked",
  verdict: "valid",
  outcome: { state: "checked", isFinal: true, isByList: true },
};

/** Witnesses of the house under the names of public ones. */
const OWN = PUBLIC_PARTIES.witnesses.map(({ name }, at) => {
  const key = cosignerKey(name, new Uint8Array(32).fill(at + 1));
  return `witness W${at} ${formatVerifierKey(key)}`;
});

const publicBeacon = (beacon: Data): Data => ({
  ...beacon,
  hash: QUICKNET.hash,
  publicKey: QUICKNET.publicKey,
  genesis: QUICKNET.genesisS,
  period: QUICKNET.periodS,
});

const LIES: readonly (readonly [string, (data: Data) => Data])[] = [
  ["claims in every field", (data) => ({ ...data, ...CLAIMS })],
  [
    "own witnesses under public names, beside the public beacon",
    (data) => ({
      ...data,
      ...CLAIMS,
      ...(data["policy"] === undefined
        ? {}
        : { policy: `${String(data["policy"]).replace("quorum none", OWN.join("\n"))}quorum W0\n` }),
      ...(data["beacon"] === undefined ? {} : { beacon: publicBeacon(data["beacon"]) }),
    }),
  ],
  [
    "the hash of the public beacon over its own key",
    (data) =>
      data["beacon"] === undefined
        ? { ...data, ...CLAIMS }
        : { ...data, ...CLAIMS, beacon: { ...data["beacon"], hash: QUICKNET.hash } },
  ],
];

/** Nothing on this page says that nobody could cheat. */
async function expectNothingGreen(): Promise<void> {
  for (const key of [
    "shield.word.checked",
    "shield.word.refunded",
    "verify.fair",
    "verify.fairWords",
  ] as const)
    expect(await page.getByText(text(key), { exact: true }).count(), key).toBe(0);
  expect(await page.locator('ol [data-state="good"]').count()).toBe(0);
  expect(await page.getByText(text("verify.know.public")).count()).toBe(0);
}

test.each(LIES)("%s turn nothing green", async (_name, lie) => {
  await context.route(/\/api\/lottery\/(?:fairness|proof|receipt)/u, async (route) => {
    const reply = await route.fetch();
    const envelope: Data = await reply.json();
    const { data } = envelope;
    await route.fulfill({ response: reply, json: { ...envelope, ...CLAIMS, data: data && lie(data) } });
  });
  const bets = [{ option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items: ["10"] }] }];
  const placed = await client.post("/api/lottery/order/K3", { prize_no: periodNo(), bets }, token);
  expect(placed).toMatchObject({ code: 0 });
  const drawn = periodNo();
  minute += 1;
  await open.setTime(START - 2_000 + minute * 60_000 + 20);

  await page.goto(RECORDS);
  const main = page.getByRole("main");
  const shield = (state: "unwitnessed" | "failed") =>
    main.getByText(text(`shield.word.${state}`), { exact: true });
  await shield("unwitnessed").or(shield("failed")).first().waitFor();
  await expectNothingGreen();

  await page.goto(`/pages-sub/fairness/index?code=K3&prize=${drawn}`);
  await page.getByRole("status").getByRole("heading").waitFor();
  await page.getByRole("heading", { name: text("verify.trust.title") }).waitFor();
  await expectNothingGreen();

  await page.goto("/pages-sub/settings/about");
  await page.getByText(text("device.fair.witnesses"), { exact: true }).waitFor();
  // A name of the list under a key of the house is shown as what it is.
  for (const { name, runBy } of PUBLIC_PARTIES.witnesses)
    expect(await page.getByText(`${name} · ${runBy}`).count()).toBe(0);
  const witnesses = page
    .locator("dt")
    .filter({ hasText: text("device.fair.witnesses") })
    .locator("+ dd");
  expect(await witnesses.getByText(text("device.fair.public")).count()).toBe(0);
});

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emitLiveEvent } from "../../live/live-events.ts";
import { serverClock } from "../../api/server-clock.ts";
import { useSession } from "../../session/session.ts";
import { NO_LIMITS } from "../../testing/no-limits.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { queryClient } from "../../api/query-client.ts";
import { loadCatalog } from "../../i18n/i18n.ts";
import { dayAfter, dayOf } from "../../features/days/days.ts";
import { Screen } from "./report.tsx";
import { REPORT_KEY } from "./report-query.ts";
import { reportColumns } from "./save-report.ts";

const NOTHING = {
  accountBalance: "12655.82",
  totalProfitLoss: "0.00",
  payoutRevenue: "0.00",
  betCost: "0.00",
  rebateIncome: "0.00",
  activityGift: "0.00",
  deposit: "0.00",
  withdrawal: "0.00",
  transferOut: "0.00",
};
const WEEK = {
  ...NOTHING,
  totalProfitLoss: "25.94",
  payoutRevenue: "1198.06",
  betCost: "1178.00",
  rebateIncome: "5.88",
  deposit: "500.00",
  withdrawal: "2000.00",
};
const GAMES = [
  { gameCode: "FFC", betCost: "883.50", payout: "900.00" },
  { gameCode: "K3", betCost: "294.50", payout: "298.06" },
];

let requests: URLSearchParams[];
let figures: typeof NOTHING;
let games: object[];
let broken: boolean;
/** When the limits are answered, and what they say. */
let limitsCome: Promise<unknown>;
let limits: object;
/** What the first day came to. */
let lost: object;

const today = () => dayOf(serverClock.now());
const week = () => [dayAfter(today(), -6), today()];

/** A report of the days asked for: what moved moved on the last of them. */
function reportOf(query: URLSearchParams) {
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  const days = [];
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push({ ...NOTHING, day });
  const all = days.map((day, at) => ({
    ...day,
    ...(at === 0 && lost),
    ...(at === days.length - 1 && figures),
  }));
  return { ...figures, from: 0, to: 0, days: all, games };
}

beforeEach(() => {
  requests = [];
  figures = WEEK;
  games = GAMES;
  broken = false;
  limitsCome = Promise.resolve();
  limits = { code: 0, msg: "", data: NO_LIMITS };
  lost = { totalProfitLoss: "-130.00", betCost: "130.00" };
  useSession.setState({ accessToken: "token" });
  vi.stubGlobal("fetch", (input: string) => {
    const { pathname, searchParams } = new URL(input, "http://house");
    if (pathname === "/api/lottery/games") {
      const data = { list: [{ gameCode: "FFC", name: "FFC 1 minute" }], serverTime: Date.now() };
      return Promise.resolve(Response.json({ code: 0, msg: "", data }));
    }
    if (pathname === "/api/user/limits") return limitsCome.then(() => Response.json(limits));
    // The defaults apply.
    if (pathname === "/api/app/config")
      return Promise.resolve(Response.json({ code: 9500, msg: "broken", data: null }));
    if (pathname !== "/api/user/report")
      return Promise.resolve(Response.json({ code: 0, msg: "", data: {} }));
    requests.push(searchParams);
    const answer = broken ? { code: 9500, msg: "broken", data: null } : { code: 0, msg: "" };
    return Promise.resolve(Response.json({ data: reportOf(searchParams), ...answer }));
  });
});

afterEach(() => {
  useSession.setState({ accessToken: "" });
  vi.unstubAllGlobals();
});

async function open(locale: "en-US" | "vi-VN" = "en-US"): Promise<void> {
  await renderScreen(<Screen />, locale);
  await loadCatalog("report");
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const figure = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;

test("the week's figures have the sign they have for the player; the balance has none", async () => {
  await open();
  expect(await screen.findByText("+25.94", { selector: "p *" })).toBeDefined();
  expect(screen.getByText("on 1,178.00 bet")).toBeDefined();
  expect(figure("Account balance")).toBe("12,655.82");
  expect(figure("Bet cost")).toBe("−1,178.00");
  expect(figure("Payout revenue")).toBe("+1,198.06");
  expect(figure("Rebate income")).toBe("+5.88");
  expect(figure("Activity gift")).toBe("0.00");
  expect(figure("Deposit")).toBe("+500.00");
  expect(figure("Withdrawal")).toBe("−2,000.00");
  expect(figure("Transfer out")).toBe("0.00");
  expect(Object.fromEntries(requests[0] ?? [])).toEqual({
    from: dayAfter(today(), -6),
    to: today(),
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    tz_offset: String(0 - new Date().getTimezoneOffset()),
  });
});

test("a loss is a minus and ▼, not a colour", async () => {
  figures = { ...WEEK, totalProfitLoss: "-74.06" };
  await open();
  const sum = (await screen.findByText("on 1,178.00 bet")).parentElement;
  expect(sum?.textContent).toBe("▼−74.06on 1,178.00 bet");
});

test("the picture says its best and its worst day, and every day stands in the table", async () => {
  await open();
  const picture = await screen.findByRole("img", { name: /^Profit \/ loss by day/u });
  expect(picture.getAttribute("aria-label")).toContain("▲ +25.94");
  expect(picture.getAttribute("aria-label")).toContain("▼ −130.00");
  expect(picture.querySelectorAll("rect")).toHaveLength(2);
  const rows = within(screen.getByRole("region", { name: "Table by day" })).getAllByRole("row");
  expect(rows).toHaveLength(8);
  // The latest first.
  expect(rows[1]?.textContent).toContain("▲ +25.94");
  expect(rows[7]?.textContent).toContain("▼ −130.00");
  fireEvent.click(screen.getByRole("radio", { name: "Bets" }));
  expect(screen.getByRole("img", { name: /Bets in all 1,178.00, payouts in all 1,198.06/u })).toBeDefined();
});

test("stakes are shown by game, in percent and in figures", async () => {
  await open();
  // The name of a game comes after its code.
  const row = await screen.findByRole("row", { name: /^FFC 1 minute/u });
  const rows = within(row.closest("table") ?? document.body).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "GameShareBet cost",
    "FFC 1 minute75.0%883.50",
    "K325.0%294.50",
  ]);
});

test.each([
  ["Today", 0, 0],
  ["Yesterday", -1, -1],
  ["30 days", -29, 0],
])("%s asks for these days", async (name, from, to) => {
  await open();
  press(name);
  await waitFor(() => expect(requests.at(-1)?.get("to")).toBe(dayAfter(today(), to)));
  expect(requests.at(-1)?.get("from")).toBe(dayAfter(today(), from));
});

test("days with only deposits have figures and no chart", async () => {
  figures = { ...NOTHING, deposit: "500.00" };
  games = [];
  lost = {};
  await open();
  await waitFor(() => expect(figure("Deposit")).toBe("+500.00"));
  expect(screen.queryByText("Nothing in these days")).toBeNull();
  expect(screen.queryByRole("img", { name: /by day/u })).toBeNull();
});

test("a single day has figures and no chart", async () => {
  await open();
  press("Today");
  await waitFor(() => expect(figure("Bet cost")).toBe("−1,178.00"));
  expect(screen.queryByRole("img", { name: /by day/u })).toBeNull();
  expect(screen.queryByRole("region", { name: "Table by day" })).toBeNull();
});

test("custom days must be in order, not in the future and not too many; then they are requested", async () => {
  await open();
  press("Choose dates");
  const from = await screen.findByLabelText("From");
  const to = screen.getByLabelText("To");
  const set = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  const before = requests.length;
  const refused = (words: string) => {
    press("Show");
    expect(screen.getByText(words)).toBeDefined();
  };
  set(from, "");
  refused("Choose a day");
  expect(document.activeElement).toBe(from);
  set(from, today());
  set(to, dayAfter(today(), -1));
  refused("The last day cannot be before the first");
  expect(document.activeElement).toBe(to);
  set(to, dayAfter(today(), 1));
  refused("This day has not come yet");
  set(to, today());
  set(from, dayAfter(today(), -92));
  refused("Choose at most 92 days");
  expect(requests).toHaveLength(before);
  set(from, dayAfter(today(), -91));
  press("Show");
  await waitFor(() => expect(requests.at(-1)?.get("from")).toBe(dayAfter(today(), -91)));
});

test("days without movements say so and offer a longer range", async () => {
  figures = NOTHING;
  games = [];
  await open();
  expect(await screen.findByText("Nothing in these days")).toBeDefined();
  expect(figure("Account balance")).toBe("12,655.82");
  press("See 30 days");
  await waitFor(() => expect(requests.at(-1)?.get("from")).toBe(dayAfter(today(), -29)));
  expect(await screen.findByRole("button", { name: "Games" })).toBeDefined();
});

test("a tap retries a failed load", async () => {
  broken = true;
  await open();
  const again = await screen.findByRole("button", { name: /reload/iu });
  broken = false;
  fireEvent.click(again);
  expect(await screen.findByText("on 1,178.00 bet")).toBeDefined();
});

test("a settled bet and a decided order are in the figures at once", async () => {
  await open();
  await screen.findByText("on 1,178.00 bet");
  figures = { ...WEEK, betCost: "1180.00" };
  emitLiveEvent("order", { orders: [] });
  expect(await screen.findByText("on 1,180.00 bet")).toBeDefined();
  figures = { ...WEEK, deposit: "700.00" };
  emitLiveEvent("money", { orderNo: "R1", status: "passed" });
  await waitFor(() => expect(figure("Deposit")).toBe("+700.00"));
});

test("the file has a line a day, with a day and amounts", () => {
  const { days } = reportOf(new URLSearchParams({ from: "2026-11-20", to: "2026-11-21" }));
  const columns = reportColumns({ t: (key) => key });
  expect(columns.slice(0, 3).map(({ name }) => name)).toEqual([
    "report.day",
    "report.accountBalance",
    "report.profitShort",
  ]);
  expect(days.map((day) => columns.slice(0, 3).map(({ cell }) => cell(day))).at(-1)).toEqual([
    { day: "2026-11-21" },
    { amount: "12655.82" },
    { amount: "25.94" },
  ]);
});

test("limits are offered after a lossy day together with the figures: nothing moves them afterwards", async () => {
  await loadCatalog("protection");
  const held = Promise.withResolvers<void>();
  limitsCome = held.promise;
  limits = { code: 0, msg: "", data: { ...NO_LIMITS, net: { ...NO_LIMITS.net, day: "-500.00" } } };
  await open();
  await waitFor(() => expect(queryClient.getQueryState([...REPORT_KEY, ...week()])?.status).toBe("success"));
  expect(screen.queryByText("on 1,178.00 bet")).toBeNull();
  held.resolve();
  expect(await screen.findByText("on 1,178.00 bet")).toBeDefined();
  expect(screen.getByText(/^The last 24 hours cost you 500\.00/u)).toBeDefined();
});

test("limits that are not answered hold no figures up", async () => {
  limits = { code: 9500, msg: "broken", data: null };
  await open();
  expect(await screen.findByText("on 1,178.00 bet")).toBeDefined();
});

test("in vi-VN a dot groups and a comma divides", async () => {
  await open("vi-VN");
  expect(await screen.findByText("trên 1.178,00 tiền cược")).toBeDefined();
});

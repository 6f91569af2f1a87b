import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Care } from "../../features/protection/care.ts";
import type { PlayLimits } from "../../features/protection/play-limits.ts";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import { emitLiveEvent } from "../../live/live-events.ts";
import { useSession } from "../../session/session.ts";
import type { RouteQuery } from "../../shell/routes.ts";
import { NO_LIMITS } from "../../testing/no-limits.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { Screen } from "./limits.tsx";

let limits: PlayLimits;
let care: Care;

let sent: { readonly path: string; readonly body: unknown }[];

const CONFIG = {
  title: "Lotus",
  version: "2.1.0",
  features: { limits: true },
  currency: { code: "VND", symbol: "K", minorDigits: 2, bankUnits: 1000 },
  readings: {},
  serverTime: Date.now(),
  protection: {
    pack: "default",
    depositLimitsObligatory: false,
    timeOutDays: [1, 7, 30, 42],
    exclusionMonths: [6, 12, 60],
    raiseHours: 24,
    realityCheck: { usual: 30, max: 60, pause: 0 },
    idleMinutes: 30,
    netResultDays: null,
    limitReviewDays: null,
    help: [{ locale: "en-US", name: "A help line", phone: "+1 800 1", url: "https://help.example" }],
  },
};

let config: typeof CONFIG;

beforeEach(async () => {
  await activateLocale("en-US");
  await loadCatalog("protection");
  limits = NO_LIMITS;
  config = structuredClone(CONFIG);
  care = { level: 0, reasons: [], offer: false };
  sent = [];
  useSession.setState({ accessToken: "token" });
  vi.stubGlobal("fetch", (input: string, init: { readonly method?: string; readonly body?: string }) => {
    const { pathname } = new URL(input, "http://house");
    if (init.method === "POST") sent.push({ path: pathname, body: JSON.parse(init.body ?? "null") });
    const data = pathname === "/api/app/config" ? config : pathname === "/api/user/care" ? care : limits;
    return Promise.resolve(Response.json({ code: 0, msg: "", data }));
  });
});
afterEach(() => {
  useSession.setState({ accessToken: "" });
  vi.unstubAllGlobals();
});

const of = (kind: string, window: string, more: Partial<PlayLimits["limits"][number]>): PlayLimits => ({
  ...NO_LIMITS,
  limits: NO_LIMITS.limits.map((limit) =>
    limit.kind === kind && limit.window === window ? { ...limit, ...more } : limit,
  ),
});

async function open(query: RouteQuery<"limits"> = {}): Promise<void> {
  await renderScreen(<Screen query={query} />, "en-US");
  await screen.findByRole("heading", { name: "Take a break" });
  await screen.findByRole("button", { name: "1 year" });
}

test("a break of a day is one tap", async () => {
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Break for 24 hours" }));
  await waitFor(() => expect(sent).toEqual([{ path: "/api/user/timeOut", body: { days: 1 } }]));
});

test("a longer break says until when before it begins", async () => {
  await open();
  fireEvent.click(screen.getByRole("button", { name: "1 week" }));
  const dialog = screen.getByRole("alertdialog");
  expect(dialog.textContent).toMatch(/Take a break until \d/u);
  expect(sent).toEqual([]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Begin the break" }));
  await waitFor(() => expect(sent).toEqual([{ path: "/api/user/timeOut", body: { days: 7 } }]));
});

test("an exclusion needs that it is understood that nobody undoes it early", async () => {
  await open();
  fireEvent.click(screen.getByRole("button", { name: "1 year" }));
  const dialog = screen.getByRole("alertdialog");
  const exclude = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Stop playing" });
  expect(exclude.disabled).toBe(true);
  fireEvent.click(within(dialog).getByRole("checkbox"));
  fireEvent.click(exclude);
  await waitFor(() => expect(sent).toEqual([{ path: "/api/user/selfExclude", body: { months: 12 } }]));
});

test("a limit shows what is used, what is left, and a raise that waits", async () => {
  limits = of("loss", "week", {
    amount: "500.00",
    used: "120.50",
    resetsAt: Date.UTC(2026, 10, 28),
    pending: { amount: null, from: Date.now() + 3_600_000 },
  });
  await open();
  const card = screen.getByRole("region", { name: "Loss limits" });
  expect(card.textContent).toContain("120.50 K used");
  expect(card.textContent).toContain("379.50 K left");
  expect(card.textContent).toContain("Waiting: no limit");
  expect(within(card).queryByRole("button", { name: "Confirm the change" })).toBeNull();
  fireEvent.click(within(card).getByRole("button", { name: "Keep the present limit" }));
  const body = { kind: "loss", window: "week", amount: "500.00" };
  await waitFor(() => expect(sent).toEqual([{ path: "/api/user/limits", body }]));
});

test("a raise can be confirmed once its time has come", async () => {
  limits = of("stake", "day", { amount: "10.00", pending: { amount: "20.00", from: Date.now() - 5_000 } });
  await open();
  fireEvent.click(await screen.findByRole("button", { name: "Confirm the change" }));
  const body = { kind: "stake", window: "day" };
  await waitFor(() => expect(sent).toEqual([{ path: "/api/user/confirmLimit", body }]));
});

test("what a change means is said before it is made: lower at once, higher later", async () => {
  limits = of("deposit", "day", { amount: "100.00" });
  await open();
  fireEvent.click(within(screen.getByRole("region", { name: "Deposit limits" })).getByText("24 hours"));
  const field = await screen.findByLabelText("Limit");
  fireEvent.change(field, { target: { value: "50" } });
  expect(screen.getByText("In force at once.")).toBeDefined();
  fireEvent.change(field, { target: { value: "150" } });
  expect(screen.getAllByText(/Waits 24 hours/u).length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole("button", { name: "Ask for the change" }));
  const body = { kind: "deposit", window: "day", amount: "150.00" };
  await waitFor(() => expect(sent).toEqual([{ path: "/api/user/limits", body }]));
});

test("a break that begins on another device is shown here at once", async () => {
  await open();
  limits = { ...NO_LIMITS, timeOutUntil: Date.now() + 86_400_000 };
  emitLiveEvent("limits", { until: limits.timeOutUntil });
  expect(await screen.findByText("You are on a break")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Break for 24 hours" })).toBeNull();
});

test("after an exclusion the player can ask to return", async () => {
  limits = { ...NO_LIMITS, mayReturn: true };
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Ask to play again" }));
  await waitFor(() => expect(sent).toEqual([{ path: "/api/user/returnToPlay", body: {} }]));
});

test("an address that names a kind of limit opens the page there, with the focus on its heading", async () => {
  const shown: (string | null)[] = [];
  Element.prototype.scrollIntoView = function scrolled(this: Element) {
    shown.push(this.getAttribute("aria-labelledby"));
  };
  await open({ section: "deposit" });
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Deposit limits"));
  expect(shown).toEqual(["limits-deposit"]);
  await open();
  expect(document.activeElement).toBe(document.body);
  expect(shown).toEqual(["limits-deposit"]);
});

test("times are in the unit that people say, and a raise waits for days where the rules want days", async () => {
  config.protection.raiseHours = 168;
  config.protection.exclusionMonths = [3, 12, 1200];
  await renderScreen(<Screen query={{}} />, "en-US");
  await screen.findByText(/a higher one waits 7 days and then asks/u);
  for (const name of ["1 week", "30 days", "6 weeks", "3 months", "1 year", "For good", "30 min"])
    expect(await screen.findByRole("button", { name })).toBeDefined();
});

test("who helps is always there", async () => {
  await open();
  expect(screen.getByText("A help line").closest("a")?.getAttribute("href")).toBe("https://help.example");
});

test("what was noticed is shown to the player in words, and nothing where there is nothing", async () => {
  care = {
    level: 2,
    offer: true,
    reasons: [
      { signal: "rechargeAfterLoss", value: 1 },
      { signal: "risingStakes", value: 2.5 },
    ],
  };
  await renderScreen(<Screen query={{}} />, "en-US");
  const list = await screen.findByText("1 recharge soon after a loss");
  expect(list).toBeTruthy();
  expect(screen.getByText("Your daily stakes are 2.5 times what they were")).toBeTruthy();
  expect(screen.getByText("Only you and our care team can see this.")).toBeTruthy();
});

test("the example of a last day can be typed as it stands, and without a day the button says which", async () => {
  await open();
  const field = screen.getByLabelText<HTMLInputElement>("Until a date");
  fireEvent.click(screen.getByRole("button", { name: "Begin the break" }));
  screen.getByText(/^From \d/u);
  fireEvent.change(field, { target: { value: field.placeholder } });
  fireEvent.blur(field);
  expect(screen.queryByText(/^From \d/u)).toBeNull();
});

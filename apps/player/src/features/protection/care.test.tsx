import { NavBar } from "@lotus/ui";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import type { AppConfig } from "../../queries/app-config.ts";
import { serverClock } from "../../api/server-clock.ts";
import { useSession } from "../../session/session.ts";
import { NO_LIMITS } from "../../testing/no-limits.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { CareGate } from "./care-gate.tsx";
import type { PlayLimits } from "./play-limits.ts";

/** What players see of the rules that hold on every page, whichever it is. */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const DEFAULT_RULES: AppConfig["protection"] = {
  pack: "default",
  depositLimitsObligatory: false,
  breakOnEveryPage: false,
  timeOutDays: [1, 7, 30, 42],
  exclusionMonths: [6, 12, 60],
  raiseHours: 24,
  realityCheck: { usual: 30, max: 60, pause: 0 },
  idleMinutes: 30,
  netResultDays: null,
  limitReviewDays: null,
  help: [],
};
const RULES = {
  default: DEFAULT_RULES,
  uk: { ...DEFAULT_RULES, limitReviewDays: 182 },
  se: { ...DEFAULT_RULES, breakOnEveryPage: true, netResultDays: 30, idleMinutes: 2 },
  de: { ...DEFAULT_RULES, breakOnEveryPage: true, netResultDays: 0 },
} as const;

/** The jwt of a login, as the server signs it: the claims begin with the family of the session. */
const jwtOf = (family: string, generation: number): string => {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
  const fam = `${family.repeat(8)}-aaaa-4aaa-8aaa-${family.repeat(12)}`;
  return `${part({ alg: "HS256", typ: "JWT", kid: "1" })}.${part({ fam, gen: generation, iat: 1 })}.sig${generation}`;
};

let rules: AppConfig["protection"];
let limits: PlayLimits;
let sent: { readonly path: string; readonly body: unknown }[];

beforeEach(async () => {
  await activateLocale("en-US");
  await loadCatalog("protection");
  rules = DEFAULT_RULES;
  limits = NO_LIMITS;
  sent = [];
  localStorage.removeItem("lotus.netSeen");
  logInAs("a");
  vi.stubGlobal("fetch", (input: string, init: { readonly method?: string; readonly body?: string }) => {
    const { pathname } = new URL(input, "http://house");
    if (init.method === "POST") sent.push({ path: pathname, body: JSON.parse(init.body ?? "null") });
    if (pathname === "/api/user/timeOut") limits = { ...limits, timeOutUntil: Date.now() + DAY_MS };
    if (pathname === "/api/user/limitsReviewed")
      limits = { ...limits, reviewDue: false, reviewedAt: Date.now() };
    return Promise.resolve(Response.json({ code: 0, msg: "", data: dataOf(pathname) }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  serverClock.sync(Date.now());
  vi.unstubAllGlobals();
  useSession.setState({ accessToken: "", jwtToken: "", username: "" });
});

function dataOf(path: string): unknown {
  if (path !== "/api/app/config") return limits;
  const currency = { code: "VND", symbol: "K", minorDigits: 2, bankUnits: 1000 };
  const features = { limits: true };
  return {
    title: "Lotus",
    features,
    currency,
    readings: {},
    serverTime: serverClock.now(),
    protection: rules,
  };
}

function logInAs(family: string, generation = 1): void {
  useSession.getState().logIn({ token: `token ${family}`, jwt: jwtOf(family, generation) }, "an");
}

async function open(pack: keyof typeof RULES): Promise<void> {
  rules = RULES[pack];
  await renderScreen(
    <CareGate>
      <NavBar title="A page" />
      <button type="button">A board</button>
    </CareGate>,
    "en-US",
  );
}

test("se: two minutes without a touch, and the player is asked; without an answer they are out", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open("se");
  await screen.findByRole("button", { name: "Break for 24 hours" });
  fireEvent.click(await screen.findByRole("button", { name: "I have seen it" }));
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const asked = () => screen.queryByText("Are you still there?");
  await pass(MINUTE_MS);
  // A touch begins the two minutes again, and so does a word that is composed.
  fireEvent.pointerDown(screen.getByText("A board"));
  await pass(MINUTE_MS);
  fireEvent.input(document.body);
  await pass(2 * MINUTE_MS - 1000);
  expect(asked()).toBeNull();
  await pass(1000);
  expect(asked()).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Yes, I am here" }));
  await pass(MINUTE_MS);
  expect(useSession.getState().accessToken).not.toBe("");
  await pass(MINUTE_MS);
  expect(asked()).not.toBeNull();
  // A touch beside the question is no answer.
  fireEvent.pointerDown(document.body);
  await pass(MINUTE_MS);
  await waitFor(() => expect(useSession.getState().accessToken).toBe(""));
  expect(sent.map(({ path }) => path)).toContain("/api/user/logout");
  // The login page says why.
  expect(useSession.getState().ended).toBe("idle");
});

test("de: the result of 30 days is shown at each login, and must be acknowledged", async () => {
  limits = {
    ...NO_LIMITS,
    limits: NO_LIMITS.limits.map((each) =>
      each.kind === "stake" && each.window === "month" ? { ...each, used: "2000.00" } : each,
    ),
    net: { ...NO_LIMITS.net, month: "-1234.50" },
  };
  await open("de");
  const dialog = await screen.findByRole("alertdialog", { name: "Your result over 30 days" });
  expect(dialog.textContent).toContain("−1,234.50 K");
  expect(dialog.textContent).toContain("Staked2,000.00Won765.50");
  fireEvent.keyDown(dialog, { key: "Escape" });
  expect(screen.queryByText("Your result over 30 days")).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "I have seen it" }));
  await waitFor(() => expect(screen.queryByText("Your result over 30 days")).toBeNull());
  // The tokens of this login are renewed: still the same login.
  act(() => logInAs("a", 2));
  expect(screen.queryByText("Your result over 30 days")).toBeNull();
  act(() => logInAs("b"));
  expect(await screen.findByText("Your result over 30 days")).toBeDefined();
});

test("de: who has not played in 30 days reads that, and no figure that says nothing", async () => {
  await open("de");
  const dialog = await screen.findByRole("alertdialog", { name: "Your result over 30 days" });
  expect(dialog.textContent).toContain("You have not placed a bet in the last 30 days.");
  expect(dialog.textContent).not.toContain("0.00");
});

test("de: who played and came out even reads what was staked and won", async () => {
  limits = {
    ...NO_LIMITS,
    limits: NO_LIMITS.limits.map((each) => (each.kind === "stake" ? { ...each, used: "50.00" } : each)),
  };
  await open("de");
  const dialog = await screen.findByRole("alertdialog", { name: "Your result over 30 days" });
  expect(dialog.textContent).toContain("0.00 KStaked50.00Won50.00");
});

test("se: the result of 30 days is shown at a login once in 30 days", async () => {
  await open("se");
  fireEvent.click(await screen.findByRole("button", { name: "I have seen it" }));
  act(() => logInAs("b"));
  expect(screen.queryByText("Your result over 30 days")).toBeNull();
  // Time is the server's, whatever the phone's clock says.
  act(() => serverClock.sync(serverClock.now() + 30 * DAY_MS));
  await open("se");
  expect(await screen.findByText("Your result over 30 days")).toBeDefined();
});

test("uk: when the limits are to be reviewed the player is asked on any page, until it is answered", async () => {
  limits = {
    ...NO_LIMITS,
    reviewDue: true,
    limits: NO_LIMITS.limits.map((each) =>
      each.kind === "deposit" && each.window === "week" ? { ...each, amount: "500.00" } : each,
    ),
  };
  await open("uk");
  const dialog = await screen.findByRole("alertdialog", { name: "Are your deposit limits still right?" });
  expect(dialog.textContent).toContain("500.00 K");
  expect(screen.getByRole("button", { name: "Look at my limits" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "They are right" }));
  await waitFor(() => expect(sent).toEqual([{ path: "/api/user/limitsReviewed", body: {} }]));
  await waitFor(() => expect(screen.queryByText("Are your deposit limits still right?")).toBeNull());
});

test("uk: limits that were set or reviewed lately are not asked about", async () => {
  limits = { ...NO_LIMITS, reviewedAt: Date.now() - DAY_MS };
  await open("uk");
  await screen.findByText("A page");
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.queryByText("Are your deposit limits still right?")).toBeNull();
});

test.each(["se", "de"] as const)(
  "%s: one tap in the bar of a page begins a break of 24 hours",
  async (pack) => {
    await open(pack);
    const bar = await screen.findByRole("banner");
    const tap = await screen.findByRole("button", { name: "Break for 24 hours" });
    expect(bar.contains(tap)).toBe(true);
    fireEvent.click(tap);
    await waitFor(() => expect(sent).toEqual([{ path: "/api/user/timeOut", body: { days: 1 } }]));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Break for 24 hours" })).toBeNull());
  },
);

test("under other rules, and for somebody who is not logged in, nothing of it is there", async () => {
  await open("default");
  await screen.findByText("A page");
  expect(screen.queryByRole("button", { name: "Break for 24 hours" })).toBeNull();
  useSession.setState({ accessToken: "" });
  await open("de");
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.queryByRole("button", { name: "Break for 24 hours" })).toBeNull();
  expect(screen.queryByText("Your result over 30 days")).toBeNull();
});

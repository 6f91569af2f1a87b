import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serverClock } from "../../api/server-clock.ts";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import type { AppConfig } from "../../queries/app-config.ts";
import { useSession } from "../../session/session.ts";
import { navigation } from "../../shell/navigation.ts";
import { NO_LIMITS } from "../../testing/no-limits.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import type { PlayLimits } from "./play-limits.ts";
import { PlayLine } from "./play-line.tsx";

/** The clock of play and the reality check, as a player meets them. */

const MINUTE_MS = 60_000;
/** A dialog that is answered takes as long to leave. */
const LEAVES_MS = 500;
const HOUR_MS = 60 * MINUTE_MS;
/** What is shown moves on each second, and real time passes as well. */
const TICK_MS = 1_000;

let realityCheck: AppConfig["protection"]["realityCheck"];
let limits: PlayLimits;
let posted: string[];

beforeEach(async () => {
  await activateLocale("en-US");
  await loadCatalog("protection");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  posted = [];
  limits = NO_LIMITS;
  realityCheck = { usual: 30, max: 60, pause: 0 };
  localStorage.removeItem("lotus.playSession");
  useSession.setState({ accessToken: "token", username: "an" });
  vi.stubGlobal("fetch", (input: string, init: { readonly method?: string }) => {
    const { pathname } = new URL(input, "http://house");
    if (init.method === "POST") posted.push(pathname);
    if (pathname === "/api/user/realityChecked") limits = { ...limits, checkDueAt: null };
    return Promise.resolve(Response.json({ code: 0, msg: "", data: dataOf(pathname) }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  serverClock.sync(Date.now());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useSession.setState({ accessToken: "", username: "" });
});

function dataOf(path: string): unknown {
  if (path === "/api/user/playSince")
    return { since: 0, serverTime: Date.now(), staked: "80.00", won: "20.00", net: "-60.00" };
  if (path !== "/api/app/config") return limits;
  const currency = { code: "VND", symbol: "K", minorDigits: 2, bankUnits: 1000 };
  const protection = {
    realityCheck,
    breakOnEveryPage: false,
    netResultDays: null,
    limitReviewDays: null,
    idleMinutes: 600,
  };
  return { title: "Lotus", features: {}, currency, readings: {}, serverTime: Date.now(), protection };
}

/** The last seconds pass tick by tick; those before as for a page that was not looked at. */
const pass = (ms: number) =>
  act(async () => {
    const unseen = Math.max(0, ms - 5 * TICK_MS);
    vi.setSystemTime(Date.now() + unseen);
    serverClock.sync(Date.now());
    await vi.advanceTimersByTimeAsync(ms - unseen);
  });
const check = () => screen.queryByRole("alertdialog", { name: /^You have played for/u });

async function open(minutes: number): Promise<void> {
  limits = { ...NO_LIMITS, realityCheckMinutes: minutes };
  await renderScreen(<PlayLine />, "en-US");
  await screen.findByText("· −60.00");
}

test.each([
  ["default", 30],
  ["uk", 30],
  ["se", 60],
] as const)("%s: after %i minutes time and result are shown and must be answered", async (_, minutes) => {
  await open(minutes);
  await pass((minutes - 5) * MINUTE_MS);
  expect(check()).toBeNull();
  await pass(5 * MINUTE_MS + TICK_MS);
  const dialog = check();
  expect(dialog?.textContent).toMatch(/Staked80\.00.*Won20\.00.*Result−60\.00/u);
  fireEvent.keyDown(dialog ?? document.body, { key: "Escape" });
  expect(check()).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await pass(LEAVES_MS);
  expect(check()).toBeNull();
  // And again after as long.
  await pass(minutes * MINUTE_MS + TICK_MS);
  expect(check()).not.toBeNull();
});

test("a reality check leads to the bets and to a break", async () => {
  const push = vi.spyOn(navigation, "push").mockResolvedValue(undefined as never);
  await open(30);
  for (const [name, path] of [
    ["See my bets", "/pages-sub/record/betting?from=result"],
    ["Take a break", "/pages-sub/limits/index?section=break"],
  ] as const) {
    await pass(30 * MINUTE_MS + TICK_MS);
    fireEvent.click(screen.getByRole("button", { name }));
    expect(push).toHaveBeenLastCalledWith(path);
    await pass(LEAVES_MS);
    expect(check()).toBeNull();
  }
});

test("the result of the session is in the line, and one tap shows it in full", async () => {
  await open(30);
  fireEvent.click(screen.getByRole("button", { name: /^Played for .* −60\.00$/u }));
  expect(screen.getByRole("dialog").textContent).toContain("Staked80.00");
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await pass(LEAVES_MS);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("where a pause follows, play goes on only after it, and the server is told of the answer", async () => {
  realityCheck = { usual: 60, max: 60, pause: 5 };
  await open(60);
  await pass(HOUR_MS + TICK_MS);
  const waiting = screen.getByRole("button", { name: /^Pause: 0:0[45]:/u });
  expect(waiting).toHaveProperty("disabled", true);
  await pass(5 * MINUTE_MS + TICK_MS);
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(posted).toEqual(["/api/user/realityChecked"]));
  await waitFor(() => expect(check()).toBeNull());
});

test("a check that waits at the server, or a pause it holds, is shown on this device too", async () => {
  realityCheck = { usual: 60, max: 60, pause: 5 };
  limits = { ...NO_LIMITS, realityCheckMinutes: 60, checkDueAt: Date.now() - MINUTE_MS };
  await renderScreen(<PlayLine />, "en-US");
  await screen.findByRole("button", { name: /^Pause: 0:0[34]:/u });
  limits = { ...limits, checkDueAt: null, pauseUntil: Date.now() + 2 * MINUTE_MS };
  await renderScreen(<PlayLine />, "en-US");
  await screen.findByRole("button", { name: /^Pause: 0:0[12]:/u });
});

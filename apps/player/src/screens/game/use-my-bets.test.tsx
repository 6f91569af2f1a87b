import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emitLiveEvent } from "../../live/live-events.ts";
import { bet } from "../../testing/bets.ts";
import { useSession } from "../../session/session.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { OpenBets } from "./open-bets.tsx";
import { useMyBets } from "./use-my-bets.ts";

/** What the server holds, and how often it was asked for it. */
let held: ReturnType<typeof bet>[];
let requests: number;
let placed: (balance: string) => void;

function Page() {
  const bets = useMyBets("FFC", () => true);
  // The test places bets by itself.
  // oxlint-disable-next-line react/globals
  placed = bets.placed;
  return <OpenBets code="FFC" periods={bets.open} />;
}

/** Time passes, and what it brings is shown. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const receiveBalance = (balance: string) => act(async () => emitLiveEvent("balance", { balance }));
const shown = () => screen.queryByRole("button")?.textContent ?? "nothing";

beforeEach(() => {
  vi.useFakeTimers();
  held = [];
  requests = 0;
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
  vi.stubGlobal("fetch", async () => {
    requests += 1;
    return Response.json({ code: 0, msg: "", data: { list: held, nextCursor: null } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open() {
  await renderScreen(<Page />, "en-US");
  await pass(0);
  requests = 0;
}

test("a bet placed on another device stands on the open page, asked for once however many events tell of it", async () => {
  await open();
  expect(shown()).toBe("nothing");
  held = [bet({ status: "notDrawn", total: "2.00" })];
  await receiveBalance("98.00");
  await pass(100);
  await receiveBalance("96.00");
  await pass(399);
  expect(requests).toBe(0);
  await pass(1);
  expect(requests).toBe(1);
  // The reply is shown.
  await pass(1);
  expect(shown()).toMatch(/2\.00/u);
});

test("an own bet is fetched at once, and its balance event, before or after the reply, causes no request", async () => {
  await open();
  held = [bet({ status: "notDrawn", total: "2.00" })];
  await receiveBalance("98.00");
  await act(async () => placed("98.00"));
  await pass(0);
  expect(shown()).toMatch(/2\.00/u);
  await receiveBalance("98.00");
  await pass(10_000);
  expect(requests).toBe(1);
  // Another device's is news again.
  await receiveBalance("96.00");
  await pass(10_000);
  expect(requests).toBe(2);
});

test("a page that was left sends no requests", async () => {
  await open();
  await receiveBalance("98.00");
  await renderScreen(<p>elsewhere</p>, "en-US");
  await pass(10_000);
  expect(requests).toBe(0);
});

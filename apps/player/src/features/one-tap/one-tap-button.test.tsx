import { ApiError } from "@lotus/client";
import { CODES, type CodeName, type CurrentPeriod } from "@lotus/contract";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import { useSession } from "../../session/session.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { StoreSlip, unkeptStore } from "../../testing/store-slip.tsx";
import type { GameStore } from "../slip/game-store.ts";
import type { PlacedSlip, SendOrder } from "../slip/place-slip.ts";
import { SlipBar } from "../slip/slip-bar.tsx";
import { useSlipHabits } from "../slip/slip-habits.ts";
import type { PlacedAtOnce } from "../slip/use-slip.ts";
import { LateOneTapButton, useOneTapMost } from "./late-one-tap.tsx";

// Frames are no matter of these tests.
vi.mock("../../shell/next-paint.ts", () => ({ nextPaint: async () => undefined }));

const loading = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock("./one-tap-button.tsx", async (original) => {
  await loading.promise;
  return original();
});

const MINUTE = 60_000;
const period = (no: number): CurrentPeriod => ({
  prizeNo: `20261121060${no}`,
  openAt: no * MINUTE,
  closeAt: no * MINUTE + 50_000,
  drawAt: (no + 1) * MINUTE,
  serverTime: 0,
  status: "open",
  commitment: "",
});
const tree = ruleTree("K3");
const placed: PlacedSlip = { orders: [], total: "2.00", balance: "98.00" };
const send = vi.fn<SendOrder>();

let store: GameStore;
let clock: number;
let placedAtOnce: (PlacedAtOnce | null)[];
/** The server's news: another period, other rules. */
let bring: (news: { current?: CurrentPeriod; version?: number }) => void;

function Bar({ balance = 100_00n as bigint | null, most = "50" }) {
  const [news, setNews] = useState({ current: period(1), version: 1 });
  // The test stands in for the server.
  // oxlint-disable-next-line react/globals
  bring = (more) => setNews({ ...news, ...more });
  const now = () => clock;
  const known = { ...tree, version: news.version };
  return (
    <StoreSlip
      store={store}
      tree={known}
      current={news.current}
      now={now}
      balance={balance}
      send={send}
      settle={async () => null}
      onPlaced={(_slip, _no, atOnce) => placedAtOnce.push(atOnce)}
      bar={(slip) => (
        <SlipBar
          store={store}
          tree={known}
          figures={slip.figures}
          bounds={slip.bounds}
          unanswered={slip.unanswered}
          opening={slip.opening}
          onOpen={slip.open}
          betButton={(usual) => (
            <LateOneTapButton
              store={store}
              tree={known}
              slip={slip}
              current={news.current}
              now={now}
              balance={balance}
              most={most}
              usual={usual}
            />
          )}
        />
      )}
    />
  );
}

const NOW = /^Bet 1 × 2\.00 = 2\.00/u;
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const press = (name: string | RegExp) => act(async () => void fireEvent.click(button(name)));
const pick = (item = "9") => act(async () => store.getState().select("sum", item));
const isSlipOpen = () => screen.queryByRole("dialog", { name: "Bet slip" }) !== null;

async function show(props: Parameters<typeof Bar>[0] = {}) {
  await activateLocale("en-US");
  await Promise.all([loadCatalog("slips"), import("./one-tap-button.tsx")]);
  await renderScreen(<Bar {...props} />, "en-US");
}

beforeEach(() => {
  store = unkeptStore("K3");
  store.getState().enter(tree.rules);
  store.getState().chooseMode("HZ");
  clock = MINUTE + 5000;
  placedAtOnce = [];
  send.mockReset().mockResolvedValue(placed);
});
afterEach(cleanup);

// The first one, as the part is loaded once.
test("while it is loaded the usual button stays the same element, which a tap and the focus are not taken from", async () => {
  await activateLocale("en-US");
  await loadCatalog("slips");
  store.getState().select("sum", "9");
  await renderScreen(<Bar />, "en-US");
  const usual = button("Bet");
  usual.focus();
  loading.resolve();
  await act(() => import("./one-tap-button.tsx"));
  expect(button("Bet")).toBe(usual);
  expect(document.activeElement).toBe(usual);
  // And leaves, once the other stands there.
  await pick("10");
  expect(usual.isConnected).toBe(false);
  expect(button(/^Bet 2 × 2\.00 = 4\.00/u)).toBeTruthy();
});

describe("one tap", () => {
  it("says exactly what it does, and places what is picked for the period shown", async () => {
    await show();
    await pick();
    expect(button(NOW).textContent).toContain("601");
    await press(NOW);
    expect(send).toHaveBeenCalledOnce();
    expect(send.mock.calls[0]?.[0]).toEqual({
      prize_no: period(1).prizeNo,
      version: 1,
      bets: [{ option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items: ["9"] }] }],
    });
    expect(placedAtOnce.map((each) => each?.seen.prizeNo)).toEqual([period(1).prizeNo]);
    expect(store.getState().gameBetList).toEqual([]);
    expect(isSlipOpen()).toBe(false);
  });

  it("sends once, however often it is tapped", async () => {
    let answer: (slip: PlacedSlip) => void = () => undefined;
    send.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    await show();
    await pick();
    const first = button(NOW);
    await act(async () => {
      for (let tap = 0; tap < 5; tap += 1) fireEvent.click(first);
    });
    await press(NOW);
    await act(async () => answer(placed));
    expect(send).toHaveBeenCalledOnce();
    expect(placedAtOnce).toHaveLength(1);
  });
});

/** What is to be read first, and how it comes about. */
const TO_BE_READ: readonly (readonly [string, Parameters<typeof Bar>[0], () => Promise<void> | void])[] = [
  ["it costs more than the most the player chose", { most: "1.99" }, () => pick()],
  ["the balance does not have it", { balance: 1_99n }, () => pick()],
  ["the balance is not loaded yet", { balance: null }, () => pick()],
  [
    "the period has moved on since the pick",
    {},
    async () => {
      await pick();
      clock += MINUTE;
      await act(async () => bring({ current: period(2) }));
    },
  ],
  [
    "the odds have changed since the pick",
    {},
    async () => {
      await pick();
      await act(async () => bring({ version: 2 }));
    },
  ],
  [
    "the slip has other lines",
    {},
    async () => {
      await pick();
      await act(async () => store.getState().addLine());
      await pick("10");
    },
  ],
  [
    "no draw pays what it costs",
    {},
    async () => {
      await act(async () => {
        for (const side of ["big", "small", "odd", "even"]) store.getState().select("side", side);
      });
    },
  ],
];

test.each(TO_BE_READ)("the slip is opened first: %s", async (_why, props, prepare) => {
  await show(props);
  await prepare();
  await press("Bet");
  expect(send).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(isSlipOpen()).toBe(true));
});

test("the slip is opened first: the picks were there before the page", async () => {
  store.getState().select("sum", "9");
  await show();
  await press("Bet");
  expect(send).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(isSlipOpen()).toBe(true));
});

test("a tap in the moment the sale closes opens the slip, which says so", async () => {
  await show();
  await pick();
  clock = period(1).closeAt;
  await press(NOW);
  expect(send).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(isSlipOpen()).toBe(true));
});

const refusal = (code: CodeName) =>
  new ApiError({ code: CODES[code], msg: code, kind: "refusal", status: 200 });

test.each(["ODDS_CHANGED", "OWN_LIMIT_REACHED", "PERIOD_CLOSED", "NOT_ENOUGH_BALANCE"] as const)(
  "refused with %s, the slip opens with the reason and what was picked",
  async (code) => {
    send.mockRejectedValue(refusal(code));
    await show();
    await pick();
    await press(NOW);
    await vi.waitFor(() => expect(isSlipOpen()).toBe(true));
    expect(placedAtOnce).toEqual([]);
    expect(store.getState().lines).toHaveLength(1);
    expect(store.getState().attempt).toBeNull();
  },
);

test("without an answer the slip opens, and is sent again unchanged under the same key", async () => {
  send.mockRejectedValueOnce(new ApiError({ code: -1, msg: "", kind: "network", status: 0 }));
  await show();
  await pick();
  await press(NOW);
  await vi.waitFor(() => expect(isSlipOpen()).toBe(true));
  await press(/^Try again/u);
  const [first, second] = send.mock.calls;
  expect(second?.slice(0, 2)).toEqual(first?.slice(0, 2));
  expect(second?.[2]).toBe(true);
});

test("the choice is one player's: another one on the device bets through the slip", async () => {
  const Most = () => <p>{useOneTapMost() ?? "none"}</p>;
  useSession.setState({ username: "Lan" });
  await renderScreen(<Most />, "en-US");
  expect(screen.getByText("none")).toBeTruthy();
  act(() => useSlipHabits.getState().setOneTap({ player: "lan", most: "20" }));
  expect(screen.getByText("20")).toBeTruthy();
  act(() => void useSession.setState({ username: "minh" }));
  expect(screen.getByText("none")).toBeTruthy();
  act(() => useSlipHabits.getState().setOneTap(null));
});

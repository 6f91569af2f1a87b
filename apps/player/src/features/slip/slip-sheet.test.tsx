import { ApiError } from "@lotus/client";
import type { CurrentPeriod, RuleTree } from "@lotus/contract";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import type { GameStore } from "./game-store.ts";
import type { PlacedSlip, SendOrder } from "./place-slip.ts";
import { StoreSlip, unkeptStore } from "../../testing/store-slip.tsx";

// What happens in a frame, if anything does.
const frame = vi.hoisted(() => ({ meanwhile: () => {} }));
vi.mock("../../shell/next-paint.ts", () => ({ nextPaint: async () => frame.meanwhile() }));

const DRAW = Date.UTC(2026, 10, 21, 2, 42);
const period = (drawAt: number, prizeNo: string): CurrentPeriod => ({
  prizeNo,
  openAt: drawAt - 60_000,
  closeAt: drawAt - 5000,
  drawAt,
  serverTime: 0,
  status: "open",
  commitment: "",
});
const FIRST = period(DRAW, "202611210582");
const SECOND = period(DRAW + 60_000, "202611210583");
const THIRD = period(DRAW + 120_000, "202611210584");
const PLACED: PlacedSlip = { orders: [], total: "2.00", balance: "98.00" };

let store: GameStore;
let sent: { prizeNo: string; version: number | undefined; key: string }[];
let answers: (PlacedSlip | ApiError)[];
const now = () => Date.now();
const onPlaced = vi.fn();
let bounds = { maxLines: 200, maxBets: 100_000 };

const send: SendOrder = async (body, key) => {
  sent.push({ prizeNo: body.prize_no, version: body.version, key });
  const answer = answers.shift();
  if (answer === undefined || answer instanceof ApiError) throw answer ?? new Error("no answer left");
  return answer;
};

/** Brings another period up, as the server would. */
let bring: (current: CurrentPeriod) => void;
/** Brings newer rules, as when the window is looked at again. */
let renew: (tree: RuleTree) => void;

function Slip({ docked = false }: { docked?: boolean }) {
  const [current, setCurrent] = useState(FIRST);
  const [tree, setTree] = useState(() => ruleTree("K3"));
  // The test stands in for the server and holds its end.
  // oxlint-disable-next-line react/globals
  bring = setCurrent;
  // oxlint-disable-next-line react/globals
  renew = setTree;
  return (
    <StoreSlip
      store={store}
      tree={tree}
      current={current}
      docked={docked}
      now={now}
      bounds={bounds}
      send={send}
      refreshRules={async () => {
        const renewed = ruleTree("K3", { version: 2, halveOdds: true });
        setTree(renewed);
        return renewed;
      }}
      onPlaced={onPlaced}
    />
  );
}

const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const wait = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers({ now: DRAW - 30_000, toFake: ["Date", "setTimeout", "clearTimeout", "performance"] });
  store = unkeptStore("K3");
  store.getState().enter(ruleTree("K3").rules);
  store.getState().select("sum", "9");
  sent = [];
  answers = [PLACED];
  bounds = { maxLines: 200, maxBets: 100_000 };
  onPlaced.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function openSlip() {
  await renderScreen(<Slip />, "en-US");
  await press("open");
}

const refusal = (code: number, data: unknown = null) =>
  new ApiError({ code, msg: "refused", kind: "refusal", status: 200, data });

describe("slip sheet", () => {
  it("states exactly what it does, and a double tap sends once", async () => {
    await openSlip();
    const bet = screen.getByRole("button", { name: "Bet 1 × 2.00 = 2.00" });
    await act(async () => {
      fireEvent.click(bet);
      fireEvent.click(bet);
    });
    expect(sent.map(({ prizeNo }) => prizeNo)).toEqual([FIRST.prizeNo]);
    expect(onPlaced).toHaveBeenCalledOnce();
  });

  it("sends nothing that the button did not say: what is picked before the tap is shown is confirmed anew", async () => {
    await openSlip();
    frame.meanwhile = () => store.getState().select("sum", "10");
    await press("Bet 1 × 2.00 = 2.00");
    frame.meanwhile = () => {};
    expect(sent).toEqual([]);
    await press("Bet 2 × 2.00 = 4.00");
    expect(sent).toHaveLength(1);
  });

  it("decreases with each result that is opened or dismissed", async () => {
    await openSlip();
    await press("Bet 1 × 2.00 = 2.00");
    const sheet = () => screen.getByRole("dialog", { name: "Bet slip" });
    expect(sheet().dataset["leaving"]).toBe("true");
    expect(sheet().textContent).toContain("HZ");
    expect(screen.queryByText("The slip is empty. Pick on the board.")).toBeNull();
    await wait(200);
    expect(screen.queryByRole("dialog")).toBeNull();

    act(() => store.getState().select("sum", "10"));
    await press("open");
    fireEvent.keyDown(sheet(), { key: "Escape" });
    expect(sheet().dataset["leaving"]).toBe("true");
    expect(screen.queryByText("The slip is empty. Pick on the board.")).toBeNull();
  });

  it("a screen reader announces a chip as its stake, a key as its digit", async () => {
    await openSlip();
    expect(screen.getAllByRole("button", { name: "5" })).toHaveLength(1);
    await press("Stake 5");
    expect(screen.getByRole("button", { name: "Bet 1 × 5.00 = 5.00" })).toBeTruthy();
  });

  it("a stake is typed on the keypad, and a missing one is reported at once", async () => {
    await openSlip();
    await press("7");
    expect(screen.getByRole("button", { name: "Bet 1 × 7.00 = 7.00" })).toBeTruthy();
    await press("Delete a digit");
    expect(screen.getByText("Please enter an amount")).toBeTruthy();
    await press("Bet");
    expect(sent).toEqual([]);
  });

  it("if sales close while it is open, nothing is sent and it moves to the next period only on request", async () => {
    await openSlip();
    await wait(26_000);
    expect(screen.getByText("Draw 0582 is closed.")).toBeTruthy();
    expect(screen.queryByText(/was not sent/u)).toBeNull();
    expect(screen.queryByRole("button", { name: /^Bet/u })).toBeNull();
    await press("Move to draw 0583");
    expect(sent).toEqual([]);
    expect(screen.getByRole("button", { name: /^Draw 0583 opens in/u })).toBeTruthy();
    await wait(5000);
    await act(async () => bring(SECOND));
    expect(sent).toEqual([]);
    await press("Bet 1 × 2.00 = 2.00");
    expect(sent.map(({ prizeNo }) => prizeNo)).toEqual([SECOND.prizeNo]);
  });

  it("opened while the sale is over, it waits for the next period, and nobody hears that nothing was sent", async () => {
    await renderScreen(<Slip />, "en-US");
    await wait(26_000);
    await press("open");
    expect(screen.getByRole("button", { name: /^Draw 0583 opens in/u })).toBeTruthy();
    expect(screen.queryByText(/is closed|was not sent/u)).toBeNull();
    await wait(5000);
    await act(async () => bring(SECOND));
    await press("Bet 1 × 2.00 = 2.00");
    expect(sent.map(({ prizeNo }) => prizeNo)).toEqual([SECOND.prizeNo]);
  });

  it("beside the board it moves on by itself, draw after draw", async () => {
    await renderScreen(<Slip docked />, "en-US");
    for (const [next, after] of [
      ["0583", SECOND],
      ["0584", THIRD],
    ] as const) {
      expect(screen.getByRole("button", { name: "Bet 1 × 2.00 = 2.00" })).toBeTruthy();
      await wait(after.openAt - Date.now() - 4000);
      expect(screen.getByRole("button", { name: new RegExp(`^Draw ${next} opens in`, "u") })).toBeTruthy();
      expect(screen.queryByText(/is closed|was not sent/u)).toBeNull();
      await wait(4000);
      await act(async () => bring(after));
    }
    await press("Bet 1 × 2.00 = 2.00");
    expect(sent.map(({ prizeNo }) => prizeNo)).toEqual([THIRD.prizeNo]);
  });

  it("beside the board, what came too late is said until the next period opens, and not sent again by itself", async () => {
    answers = [refusal(3005)];
    await renderScreen(<Slip docked />, "en-US");
    await press("Bet 1 × 2.00 = 2.00");
    expect(screen.getByText(/The slip was not sent/u)).toBeTruthy();
    await wait(31_000);
    await act(async () => bring(SECOND));
    expect(screen.queryByText(/The slip was not sent/u)).toBeNull();
    expect(screen.getByRole("button", { name: "Bet 1 × 2.00 = 2.00" })).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  it("an open slip does not move to a new period without asking", async () => {
    await openSlip();
    await wait(31_000);
    await act(async () => bring(SECOND));
    expect(screen.getByRole("button", { name: "Move to draw 0583" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Bet/u })).toBeNull();
  });

  it("the server says closed before the clock does", async () => {
    answers = [refusal(3005)];
    await openSlip();
    await press("Bet 1 × 2.00 = 2.00");
    expect(screen.getByText("Draw 0582 is closed.")).toBeTruthy();
    expect(store.getState().lines).toHaveLength(1);
  });

  it("changed odds are shown with the old ones and accepted by betting again", async () => {
    answers = [refusal(3013), PLACED];
    await openSlip();
    await press("Bet 1 × 2.00 = 2.00");
    expect(screen.getByText("HZ: ×7.56 → ×3.78")).toBeTruthy();
    expect(onPlaced).not.toHaveBeenCalled();
    await press("Bet 1 × 2.00 = 2.00");
    expect(sent.map(({ version }) => version)).toEqual([1, 2]);
    expect(onPlaced).toHaveBeenCalledOnce();
  });

  it("odds that change while it is open are shown one by one", async () => {
    store.getState().select("sum", "3");
    store.getState().select("sum", "18");
    await openSlip();
    await act(async () => renew(ruleTree("K3", { version: 2, halveOdds: ["sum9"] })));
    // The least and the most of the line are what they were.
    expect(screen.getByText("HZ · sum9: ×7.56 → ×3.78")).toBeTruthy();
    expect(sent).toEqual([]);
    await press("Bet 3 × 2.00 = 6.00");
    expect(sent.map(({ version }) => version)).toEqual([2]);
  });

  it("newer rules that do not change the slip's odds show nothing", async () => {
    await openSlip();
    await act(async () => renew(ruleTree("K3", { version: 2, halveOdds: ["sum10"] })));
    expect(screen.queryByText("The odds have changed.")).toBeNull();
  });

  it("an unanswered tap is retried with the same key", async () => {
    answers = [new ApiError({ code: 5, msg: "network error", kind: "network" }), PLACED];
    await openSlip();
    await press("Bet 1 × 2.00 = 2.00");
    await press("Try again, never placed twice");
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(onPlaced).toHaveBeenCalledOnce();
  });

  it("reports too many lines at once and sends nothing", async () => {
    bounds = { ...bounds, maxLines: 1 };
    store.getState().addLine();
    store.getState().select("sum", "10");
    await openSlip();
    expect(screen.getByText("A slip holds at most 1 line")).toBeTruthy();
    const bet = screen.getByRole("button", { name: "Bet 2 × 2.00 = 4.00" });
    expect(bet).toHaveProperty("disabled", true);
    const [remove] = screen.getAllByRole("button", { name: "Remove HZ" });
    await act(async () => void (remove !== undefined && fireEvent.click(remove)));
    expect(screen.queryByText("A slip holds at most 1 line")).toBeNull();
  });

  it("says at once which line has too many bets", async () => {
    bounds = { ...bounds, maxBets: 2 };
    for (const sum of ["10", "11"]) store.getState().select("sum", sum);
    await openSlip();
    expect(screen.getByText("3 bets: a line takes at most 2").closest("li")).not.toBeNull();
    expect(screen.getByRole("button", { name: /^Bet 3/u })).toHaveProperty("disabled", true);
  });

  it("shows the minimum and maximum payout of a win, and the balance after the bet", async () => {
    store.getState().select("sum", "3");
    await openSlip();
    expect(screen.getByText("15.12 – 378.00")).toBeTruthy();
    expect(screen.getByText("96.00")).toBeTruthy();
  });

  it.each([
    ["the player's cap on a selection", 3019, { line: 1, max: "400000.00", left: "25.00" }],
    ["the operator's cap on a selection", 3021, { line: 1, max: "5000000.00", left: "25.00" }],
  ])("marks the line that would pass %s", async (_, code, data) => {
    answers = [refusal(code, data)];
    await openSlip();
    await press("Bet 1 × 2.00 = 2.00");
    expect(screen.getByText("refused").closest("li")).not.toBeNull();
  });

  it("says of the whole slip that it would pass the player's cap on the period", async () => {
    answers = [refusal(3020, { max: "2000000.00", left: "25.00" })];
    await openSlip();
    await press("Bet 1 × 2.00 = 2.00");
    expect(screen.getByText("refused").closest("li")).toBeNull();
  });

  it("marks the line that the server refuses", async () => {
    answers = [refusal(3007, { line: 1 })];
    await openSlip();
    await press("Bet 1 × 2.00 = 2.00");
    expect(screen.getByText("refused").closest("li")).not.toBeNull();
  });

  it("leads to recharge if the balance is not enough", async () => {
    answers = [refusal(3012)];
    await openSlip();
    await press("Bet 1 × 2.00 = 2.00");
    expect(screen.getByRole("button", { name: "Recharge" })).toBeTruthy();
  });
});

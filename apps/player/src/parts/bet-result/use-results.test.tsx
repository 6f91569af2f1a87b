import type { BetRecord, DrawResult } from "@lotus/contract";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emitLiveEvent } from "../../live/live-events.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { bet } from "./bet.fixture.ts";
import { drawOf, useResults } from "./use-results.ts";

/** What the house holds, by game. */
let bets: Record<string, BetRecord[]>;

function Told() {
  const results = useResults("FFC");
  // The test stands in for the house and brings draws itself.
  // oxlint-disable-next-line react/globals
  hear = results.hear;
  const { result, waiting } = results;
  return (
    <>
      <output>
        {result === null
          ? "nothing"
          : `${result.draw.gameCode} ${result.draw.prizeNo}: ${result.orders.length} +${waiting}`}
      </output>
      <button type="button" onClick={results.putAway}>
        seen
      </button>
    </>
  );
}

let hear: (draw: DrawResult) => void;
const shows = (text: string) => waitFor(() => expect(screen.getByRole("status").textContent).toBe(text));
const settled = (order: BetRecord) => act(async () => emitLiveEvent("order", order));
const ffcDraw: DrawResult = {
  gameCode: "FFC",
  prizeNo: "202611210582",
  drawAt: 0,
  numbers: [8, 2, 5, 9, 8],
  late: false,
  facts: {},
};

beforeEach(() => {
  bets = {};
  vi.stubGlobal("fetch", async (url: string) => {
    const code = /orderList\/(\w+)/u.exec(url)?.[1] ?? "";
    const data = { list: bets[code] ?? [], nextCursor: null, sum: { bet: "0.00", payout: "0.00" } };
    return new Response(JSON.stringify({ code: 0, msg: "", data }), {
      headers: { "content-type": "application/json" },
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("several games drawn at once are told one after the other, each with all its orders", async () => {
  const own = ["1", "2"].map((orderNo) => bet({ orderNo, status: "notWon" }));
  const dice = bet({
    orderNo: "3",
    gameCode: "K3",
    status: "won",
    payout: "15.12",
    winningNumbers: [2, 3, 4],
  });
  bets = { FFC: own, K3: [dice] };
  await renderScreen(<Told />, "en-US");
  await shows("nothing");
  await act(async () => hear(ffcDraw));
  await settled(dice);
  // The same order may be told of twice.
  await settled(dice);
  await shows("FFC 202611210582: 2 +1");
  fireEvent.click(screen.getByText("seen"));
  await shows("K3 202611210582: 1 +0");
  fireEvent.click(screen.getByText("seen"));
  await shows("nothing");
});

test("a cancelled order is no result, and a period that holds none is not waited for", async () => {
  const cancelled = bet({ gameCode: "K3", status: "cancelled" });
  bets = { K3: [cancelled] };
  await renderScreen(<Told />, "en-US");
  await settled(cancelled);
  await shows("nothing");
  await settled(bet({ gameCode: "K3", status: "notWon" }));
  const lhc = bet({
    gameCode: "LHC",
    status: "notWon",
    winningNumbers: [1, 2, 3, 4, 5, 6, 49],
    lunarYear: 2026,
  });
  bets["LHC"] = [lhc];
  await settled(lhc);
  await shows("LHC 202611210582: 1 +0");
});

test("the draw of a settled order has its facts, with the animals of its lunar year", () => {
  const numbers = [1, 2, 3, 4, 5, 6, 49];
  const draw = drawOf([bet({ gameCode: "LHC", winningNumbers: numbers, lunarYear: 2026 })]);
  expect(draw).toMatchObject({ numbers, facts: { lunarYear: 2026, special: { zodiac: "horse" } } });
  expect(drawOf([])).toBeUndefined();
  expect(drawOf([bet({ gameCode: "NEW", winningNumbers: [1] })])).toBeUndefined();
});

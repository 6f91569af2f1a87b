import { act, fireEvent, screen } from "@testing-library/react";
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gamesQuery } from "../../features/game-data/queries.ts";
import { type LobbyGame, useSwitches } from "../../features/lobby-games/use-games.ts";
import { oneTapBet } from "../../features/one-tap/one-tap-bet.ts";
import type { GameStore } from "../../features/slip/game-store.ts";
import { SlipBar } from "../../features/slip/slip-bar.tsx";
import { slipFigures } from "../../features/slip/slip-figures.ts";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import { emitLiveEvent } from "../../live/live-events.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { StoreSlip, unkeptStore } from "../../testing/store-slip.tsx";
import { BoardArea } from "./board-area.tsx";
import { ClosedStrip, useClosedGame, useSaleOver } from "./closed-game.tsx";

const NOW = Date.UTC(2026, 10, 21, 3);
const HOUR_MS = 3_600_000;
const now = () => Date.now();
const tree = ruleTree("K3");
const BOUNDS = { maxLines: 200, maxBets: 100_000 };

let openAt: number;
let store: GameStore;
const current = () => ({
  prizeNo: "202611210001",
  openAt,
  closeAt: openAt + 50_000,
  drawAt: openAt + 60_000,
  serverTime: NOW,
  status: "open" as const,
  commitment: "",
});
const lobbyGame = (gameCode: string, on = true): LobbyGame => ({
  gameCode,
  name: `Game ${gameCode}`,
  family: "dice",
  cycleMinutes: 1,
  on,
  current: { ...current(), openAt: NOW - 1_000, closeAt: NOW + 24 * HOUR_MS, drawAt: NOW + 25 * HOUR_MS },
  last: null,
});

/** The parts of a game's page that take bets. */
function Page() {
  const games = useQuery(gamesQuery).data?.list ?? [];
  useSwitches();
  const closed = useClosedGame(games[0], current(), now);
  useLayoutEffect(() => store.getState().setClosed(closed), [closed]);
  return (
    <>
      {closed !== null && (
        <ClosedStrip closed={closed} of={{ gameCode: "K3", family: "dice" }} games={games} now={now} />
      )}
      <BoardArea tree={tree} store={store} storage={localStorage} isBetween={useSaleOver(current(), now)} />
      <StoreSlip
        store={store}
        tree={tree}
        current={current()}
        now={now}
        bar={(slip) => (
          <SlipBar
            store={store}
            tree={tree}
            figures={slipFigures("K3", tree.rules, store.getState().lines, "2")}
            bounds={BOUNDS}
            unanswered={false}
            opening={false}
            onOpen={slip.open}
            betButton={(usual) => (
              <>
                {oneTapBet(store.getState(), {
                  tree,
                  current: current(),
                  balance: 100_00n,
                  bounds: BOUNDS,
                  most: "50",
                }) === null
                  ? usual
                  : "at one tap"}
              </>
            )}
          />
        )}
      />
    </>
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const board = () => screen.getByRole("tabpanel", { hidden: true });
const isShut = () => board().hasAttribute("inert");
const cell = (item: string) => board().querySelector<HTMLElement>(`[data-cell="${item}"]`);
const betButton = () => screen.queryByRole<HTMLButtonElement>("button", { name: "Bet" })?.disabled ?? null;
const strip = () =>
  screen.queryByText("This game is closed", { selector: "b" })?.parentElement?.textContent ?? "";
/** Picks a cell as a tap and as a key do, types a list, takes random picks, and opens an earlier slip or a link. */
function fill(): void {
  act(() => {
    fireEvent.click(cell("9") ?? document.body);
    store.getState().select("sum", "10");
    store.getState().addLines([{ optionId: "HZ.HZ", groups: [{ code: "sum", items: ["3"] }] }]);
    store.getState().fillSlip([{ optionId: "HZ.HZ", groups: [{ code: "sum", items: ["4"] }] }], "2");
  });
}

beforeEach(async () => {
  await activateLocale("en-US");
  await loadCatalog("slips");
  vi.useFakeTimers({ now: NOW });
  localStorage.clear();
  store = unkeptStore("K3");
  store.getState().enter(tree.rules);
  openAt = NOW - 1_000;
  fakeServer({
    "GET /api/lottery/games": () => ({
      data: { list: [lobbyGame("K3"), lobbyGame("OTHER")], serverTime: NOW },
    }),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  await renderScreen(<Page />, "en-US");
  await pass(50);
}

test("a game that opens in eight hours says so, takes no picks from anywhere, and opens by itself", async () => {
  openAt = NOW + 8 * HOUR_MS;
  await open();
  expect(strip()).toMatch(/This game is closed\. Opens .*\d\d:00.*Your slip is kept\./u);
  screen.getByRole("button", { name: "Game OTHER" });
  expect(isShut()).toBe(true);
  fill();
  expect(store.getState()).toMatchObject({ gameBetList: [], lines: [] });
  expect(betButton()).toBe(true);
  expect(screen.getByRole("region", { name: "Bet slip" }).textContent).toMatch(/Opens .*\d\d:00/u);
  // Its clock goes on by itself.
  vi.setSystemTime(openAt - 2_000);
  await pass(3_100);
  expect([strip(), isShut()]).toEqual(["", false]);
  fill();
  expect(store.getState().lines).toHaveLength(1);
});

test("a game that the house closes keeps what was picked, says so, and goes on when the house opens it", async () => {
  await open();
  act(() => store.getState().select("sum", "9"));
  expect(screen.getByRole("region", { name: "Bet slip" }).textContent).toContain("at one tap");
  const before = store.getState().gameBetList;
  await act(async () => emitLiveEvent("game", { gameCode: "K3", on: false }));
  await pass(50);
  expect(strip()).toBe("This game is closed. Choose another game. Your slip is kept.");
  expect([isShut(), betButton(), store.getState().gameBetList]).toEqual([true, true, before]);
  expect(screen.getByRole("region", { name: "Bet slip" }).textContent).not.toContain("at one tap");
  act(() => store.getState().unselect("sum", "9"));
  act(() => store.getState().select("sum", "9"));
  expect(store.getState().gameBetList).toEqual([]);
  await act(async () => emitLiveEvent("game", { gameCode: "K3", on: true }));
  await pass(50);
  expect([strip(), isShut()]).toEqual(["", false]);
});

test("between the end of the sale and the next draw the board is dimmed, and takes picks for the next", async () => {
  await open();
  const isDimmed = () => board().hasAttribute("data-between");
  expect(isDimmed()).toBe(false);
  await pass(50_000);
  expect([isDimmed(), isShut()]).toEqual([true, false]);
  act(() => store.getState().select("sum", "9"));
  expect(store.getState().gameBetList).toHaveLength(1);
});

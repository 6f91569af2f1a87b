import type { BetRecord, DrawResult } from "@lotus/contract";
import { facts } from "@lotus/games";
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { REVEAL_MS } from "../../artwork/use-reveal.ts";
import { ResultBar } from "../../features/bet-result/result-bar.tsx";
import { watchResults } from "../../features/bet-result/watch-results.ts";
import { RunningChases } from "../../features/chase/running-chases.tsx";
import { LastTenList } from "../../features/draw/last-ten-list.tsx";
import { useTrend } from "../../features/game-data/trend-query.ts";
import { useGames } from "../../features/lobby-games/use-games.ts";
import { PlayLine } from "../../features/protection/play-line.tsx";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import { emitLiveEvent, onLiveEvent } from "../../live/live-events.ts";
import { awaitResult, resultKey, useResultNews } from "../../session/result-news.ts";
import { useSession } from "../../session/session.ts";
import { balanceOfReply, setBalance, useBalance, userInfoQuery } from "../../session/user-info.ts";
import { AppTabBar } from "../../shell/app-tab-bar.tsx";
import { bet } from "../../testing/bets.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import { NO_LIMITS } from "../../testing/no-limits.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { LatestDraws } from "./latest-draws.tsx";
import { OpenBets } from "./open-bets.tsx";
import { ResultStrip } from "./result-strip.tsx";
import { useDraws } from "./use-draws.ts";
import { useMyBets } from "./use-my-bets.ts";

const FFC = { gameCode: "FFC", family: "five-digits" } as const;
const NOON = Date.UTC(2026, 10, 21, 5);
const drawOf = (prizeNo: string, drawAt: number, numbers: number[]): DrawResult => ({
  gameCode: "FFC",
  prizeNo,
  drawAt,
  numbers,
  late: false,
  facts: { ...facts("FFC", numbers) },
});
const BEFORE = drawOf("202611210581", NOON - 60_000, [0, 4, 7, 1, 6]);
const DRAW = drawOf("202611210582", NOON, [8, 2, 5, 9, 8]);
const OWN = bet({ prizeNo: DRAW.prizeNo, status: "notDrawn" });
const LOST: BetRecord = { ...OWN, status: "notWon", winningNumbers: [...DRAW.numbers], drawAt: NOON };

/** The server has drawn. */
let drawn: boolean;
let still: boolean;

/** All that a window can show beside a draw, and what must not tell of it. */
function Everything() {
  const bets = useMyBets("FFC", () => true);
  const draws = useDraws(FFC, () => NOON, bets.onDraw);
  const places = {
    "the list below the panel": <LastTenList {...FFC} last={draws.told} />,
    "the list beside the board": <LatestDraws code="FFC" family="five-digits" />,
    "the bets that wait": <OpenBets code="FFC" periods={bets.open} />,
    "the line of the result, read aloud": (
      <ResultStrip results={bets.results} code="FFC" nameOf={(code) => code} />
    ),
    "what the slip offers after a loss": String(bets.results.result === null),
    "the running chase": <RunningChases code="FFC" />,
    "the badge on the last tab": <AppTabBar current="home" />,
    "the balance": String(useBalance().data),
    "the lobby": useGames().data?.list[0]?.last?.prizeNo,
    "omissions on the board": String(useTrend("FFC", "10").data?.draws.length),
    "the result of the session": <PlayLine />,
  };
  return (
    <>
      <output data-testid="stage">{draws.last?.numbers.join(" ")}</output>
      {Object.entries(places).map(([name, content]) => (
        <div key={name} data-place={name}>
          {content}
        </div>
      ))}
      <ResultBar />
    </>
  );
}

const told = () =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>("[data-place]")].map((place) => [
      place.dataset["place"],
      place.textContent.replaceAll(/\d+:\d\d(?::\d\d)?/gu, ""),
    ]),
  );
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const stage = () => screen.getByTestId("stage").textContent;
const since = { since: 0, serverTime: NOON, staked: "2.00", won: "0.00" };
const page = (list: readonly object[]) => ({ data: { list, nextCursor: null } });

beforeAll(async () => {
  await activateLocale("en-US");
  for (const part of ["chase", "news", "protection"] as const) await loadCatalog(part);
  watchResults();
  onLiveEvent("balance", ({ balance }) => setBalance(balance));
  onLiveEvent("message", () => void queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey }));
});
beforeEach(async () => {
  vi.useFakeTimers({ now: NOON });
  drawn = false;
  still = false;
  localStorage.clear();
  useResultNews.setState({ player: "", awaited: [], told: [], unseen: [] });
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  vi.stubGlobal("matchMedia", (media: string) => ({
    matches: still && media.includes("reduce"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const game = {
    gameCode: "FFC",
    name: "FFC",
    family: "five-digits",
    cycleMinutes: 1,
    on: true,
    current: null,
  };
  fakeServer({
    "GET /api/lottery/last/FFC": () => ({ data: drawn ? DRAW : BEFORE }),
    "GET /api/lottery/games": () => ({
      data: { list: [{ ...game, last: drawn ? DRAW : BEFORE }], serverTime: NOON },
    }),
    "GET /api/lottery/history/FFC": () => page(drawn ? [DRAW, BEFORE] : [BEFORE]),
    "GET /api/lottery/trend/FFC": () => ({ data: { draws: drawn ? [BEFORE, DRAW] : [BEFORE], tracks: [] } }),
    "GET /api/lottery/orderList/FFC": () => page([drawn ? LOST : OWN]),
    "GET /api/lottery/orderList/ALL": () => page(drawn ? [] : [OWN]),
    "GET /api/lottery/chases/FFC": () =>
      page([{ chaseNo: "C1", state: "running", placed: drawn ? 2 : 1, missed: 0, periods: 9, held: "7.00" }]),
    "GET /api/balance": () => ({ data: drawn ? "111.00" : "98.00" }),
    "POST /api/user/getUserInfo": () => ({
      data: { balance: drawn ? "111.00" : "98.00", unreadMsg: drawn ? 3 : 2 },
    }),
    "GET /api/user/playSince": () => ({ data: { ...since, net: drawn ? "-2.00" : "0.00" } }),
    "GET /api/user/limits": { data: NO_LIMITS },
  });
  await renderScreen(<Everything />, "en-US");
  awaitResult(resultKey("FFC", DRAW.prizeNo));
  await pass(100);
});
afterEach(async () => {
  await pass(5_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What the stream brings of a draw, all at once. */
const draw = () =>
  act(async () => {
    drawn = true;
    emitLiveEvent("draw", { ...DRAW, serverTime: NOON });
    emitLiveEvent("order", LOST);
    emitLiveEvent("balance", { balance: "111.00" });
    emitLiveEvent("chase", { chaseNo: "C1", gameCode: "FFC", state: "running" });
    emitLiveEvent("message", { spreadMs: 0 });
  });

function expectAllTold(before: Readonly<Record<string, string>>): void {
  const after = told();
  expect(Object.keys(after).filter((place) => after[place] === before[place])).toEqual([]);
}

test("no place tells a draw before the page has shown it, and then all do", async () => {
  const before = told();
  await draw();
  await pass(1);
  expect(stage()).toBe("8 2 5 9 8");
  for (let at = 0; at < REVEAL_MS["five-digits"] - 100; at += 100) {
    // Asked again for another reason, and told by the reply to a bet.
    if (at === 300) await act(async () => void queryClient.invalidateQueries());
    if (at === 500) await act(async () => balanceOfReply()("109.00"));
    await pass(at === 0 ? 0 : 100);
    expect([at, told()]).toEqual([at, before]);
  }
  await pass(1_000);
  expectAllTold(before);
  // A reply that is older than an event changes nothing.
  expect(told()["the balance"]).toBe("111.00");
});

test("a draw whose page is left is told at once", async () => {
  const heard = vi.fn();
  const stop = onLiveEvent("order", heard);
  await draw();
  await pass(300);
  expect(heard).not.toHaveBeenCalled();
  act(cleanup);
  expect(heard).toHaveBeenCalledTimes(1);
  stop();
});

test("with reduced motion every place tells a draw at once", async () => {
  still = true;
  await renderScreen(<Everything />, "en-US");
  await pass(100);
  const before = told();
  await draw();
  await pass(50);
  expectAllTold(before);
});

import type { BetRecord } from "@lotus/contract";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { useResults } from "../../features/bet-result/use-results.ts";
import { watchResults } from "../../features/bet-result/watch-results.ts";
import { emitLiveEvent } from "../../live/live-events.ts";
import { useResultNews } from "../../session/result-news.ts";
import { useSession } from "../../session/session.ts";
import { bet } from "../../testing/bets.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ResultStrip } from "./result-strip.tsx";

vi.mock("../../components/cue.ts", () => ({ giveCue: () => undefined }));

const LOST = {
  FFC: bet({ orderNo: "1", status: "notWon", winningNumbers: [8, 2, 5, 9, 8] }),
  SFC: bet({ orderNo: "2", gameCode: "SFC", status: "notWon", winningNumbers: [8, 2, 5, 9, 8] }),
  PK10: bet({
    orderNo: "3",
    gameCode: "PK10",
    status: "notWon",
    winningNumbers: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  }),
};
const WON = bet({ orderNo: "4", gameCode: "K3", status: "won", payout: "15.12", winningNumbers: [2, 3, 4] });

function OnGame() {
  return <ResultStrip results={useResults("FFC", () => true)} code="FFC" nameOf={(code) => code} />;
}

const settled = (order: BetRecord) => act(async () => emitLiveEvent("order", order));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const line = () => screen.getByRole("status").textContent;
const shows = (words: RegExp) => waitFor(() => expect(line()).toMatch(words));

beforeAll(() => watchResults());
beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.clear();
  useResultNews.setState({ player: "", awaited: [], told: [], unseen: [] });
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  const lists = [...Object.values(LOST), WON].map((order) => [
    `GET /api/lottery/orderList/${order.gameCode}`,
    { data: { list: [order], nextCursor: null, sum: { bet: "0.00", payout: "0.00" } } },
  ]);
  fakeServer(Object.fromEntries(lists));
  await renderScreen(<OnGame />, "en-US");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a win is never hidden behind a loss: it takes its place, and a later loss waits behind it", async () => {
  await settled(LOST.PK10);
  await shows(/PK10.*No win this time/u);
  await settled(WON);
  await shows(/K3.*You won \+15\.12$/u);
  await settled(LOST.SFC);
  await shows(/K3.*You won \+15\.12\+1$/u);
});

test("a loss in another game leaves by itself and stays unseen, one in the game of the page after longer", async () => {
  await settled(LOST.PK10);
  await shows(/PK10.*No win this time/u);
  await pass(6_100);
  expect(line()).toBe("");
  expect(useResultNews.getState().unseen).toEqual(["PK10 202611210582"]);
  await settled(LOST.FFC);
  await shows(/FFC.*No win this time/u);
  await pass(15_000);
  expect(line()).toMatch(/FFC.*No win this time/u);
  await pass(5_100);
  expect(line()).toBe("");
  expect(useResultNews.getState().unseen).toEqual(["PK10 202611210582"]);
});

test("a loss leaves with the next draw of its game, not with its own or another game's; a win stays", async () => {
  const draw = (gameCode: string, prizeNo: string) =>
    act(async () => emitLiveEvent("draw", { gameCode, prizeNo }));
  await settled(LOST.FFC);
  await shows(/FFC.*No win this time/u);
  await draw("FFC", "202611210582");
  await draw("SFC", "202611210583");
  expect(line()).toMatch(/FFC.*No win this time/u);
  await draw("FFC", "202611210583");
  expect(line()).toBe("");
  await settled(WON);
  await shows(/K3.*You won/u);
  await draw("K3", "202611210583");
  await pass(60_000);
  expect(line()).toMatch(/K3.*You won/u);
});

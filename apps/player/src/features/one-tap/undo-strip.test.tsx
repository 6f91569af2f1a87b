import { CODES } from "@lotus/contract";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import { fakeOwnBets } from "../../testing/fake-own-bets.ts";
import { fakeServer, type FakeAnswer } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { unkeptStore } from "../../testing/store-slip.tsx";
import { OwnBetsContext } from "../fairness/use-shield.ts";
import { draftOf, type GameStore } from "../slip/game-store.ts";
import { UNDO_MS, UndoStrip } from "./undo-strip.tsx";

const toasted = vi.hoisted((): string[] => []);
vi.mock("@lotus/ui", async (original) => ({
  ...(await original<typeof import("@lotus/ui")>()),
  toast: (text: string) => void toasted.push(text),
}));

const AT = 1_000_000;
const LINE = { key: "1", optionId: "HZ.HZ", groups: [{ code: "sum", items: ["9", "10"] }] };
const ORDER = {
  orderNo: "B1",
  optionId: "HZ.HZ",
  betCount: 2,
  amount: "2.00",
  total: "4.00",
  odds: {},
  receipt: { signature: "", leaf: "", keyId: "" },
};

let store: GameStore;
const onGone = vi.fn();
const askToCancel = vi.fn(async () => undefined);

async function show({ closeAt = AT + 40_000 } = {}) {
  await activateLocale("en-US");
  await loadCatalog("oneTap");
  const seen = { prizeNo: "202611210601", openAt: 0, closeAt, drawAt: closeAt + 10_000 };
  const attempt = { idempotencyKey: "k", prizeNo: seen.prizeNo, version: 1, amount: "2.00", lines: [LINE] };
  // What of an order and its receipt is not read here is left out.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const slip = { orders: [ORDER], total: "4.00", balance: "96.00" } as never;
  await renderScreen(
    <OwnBetsContext value={{ ...fakeOwnBets(), askToCancel }}>
      <UndoStrip placed={{ seen, attempt, slip, at: AT }} store={store} now={Date.now} onGone={onGone} />
      <button type="button" data-open-slip>
        Bet
      </button>
    </OwnBetsContext>,
    "en-US",
  );
}

/** The items picked on the board. */
const picked = () => draftOf(store.getState())?.groups.flatMap(({ items }) => items);
const undo = () => screen.getByRole("button", { name: "Undo" });
const cancels = (answer: FakeAnswer) => fakeServer({ "POST /api/lottery/cancel/B1": answer });
const CANCELLED: FakeAnswer = { data: { orderNo: "B1", refund: "4.00", balance: "100.00" } };

beforeEach(() => {
  vi.useFakeTimers({ now: AT, shouldAdvanceTime: true });
  toasted.length = 0;
  onGone.mockReset();
  askToCancel.mockClear();
  const tree = ruleTree("K3");
  store = unkeptStore("K3");
  store.getState().enter(tree.rules);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("Undo cancels the bet, says what came back, and the picks are on the board again", async () => {
  const requests = cancels(CANCELLED);
  await show();
  expect(screen.getByRole("status").textContent).toContain("1 line placed · 4.00");
  await act(async () => void fireEvent.click(undo()));
  await waitFor(() => expect(onGone).toHaveBeenCalledOnce());
  expect(requests.map(({ path }) => path)).toContain("POST /api/lottery/cancel/B1");
  expect(askToCancel).toHaveBeenCalledExactlyOnceWith({
    orderNo: "B1",
    gameCode: "K3",
    periodNo: "202611210601",
  });
  expect(toasted).toEqual(["Undone, 4.00 back"]);
  expect(picked()).toEqual(["9", "10"]);
  expect(store.getState().lines).toEqual([]);
});

test("a second tap on Undo sends nothing more", async () => {
  const requests = cancels(CANCELLED);
  await show();
  await act(async () => {
    fireEvent.click(undo());
    fireEvent.click(undo());
  });
  await waitFor(() => expect(onGone).toHaveBeenCalled());
  expect(requests).toHaveLength(1);
});

test("picks made since stay on the board, and the stake is that of the bet", async () => {
  cancels(CANCELLED);
  await show();
  store.getState().select("sum", "3");
  store.getState().setUnit("5");
  await act(async () => void fireEvent.click(undo()));
  await waitFor(() => expect(onGone).toHaveBeenCalled());
  expect(picked()).toEqual(["3"]);
  expect(store.getState().lines).toMatchObject([{ amount: "2.00", groups: LINE.groups }]);
});

test.each([
  ["PERIOD_CLOSED", "Too late to undo, the sale has closed"],
  ["ORDER_NOT_CANCELLABLE", "Can no longer be undone"],
] as const)("refused with %s nothing is put back, and it is said", async (code, words) => {
  cancels({ code: CODES[code], msg: code });
  await show();
  await act(async () => void fireEvent.click(undo()));
  await waitFor(() => expect(onGone).toHaveBeenCalled());
  expect(toasted).toEqual([words]);
  expect(picked()).toEqual([]);
});

test.each([
  ["eight seconds after the bet", AT + 40_000, UNDO_MS],
  ["with the close of the sale", AT + 3000, 3000],
])("the way back ends %s, and the focus goes on to the bet button", async (_when, closeAt, after) => {
  await show({ closeAt });
  undo().focus();
  await act(async () => void vi.advanceTimersByTime(after - 100));
  expect(onGone).not.toHaveBeenCalled();
  await act(async () => void vi.advanceTimersByTime(200));
  expect(onGone).toHaveBeenCalledOnce();
  cleanup();
});

import { isRefusal } from "@lotus/client";
import { CALLS } from "@lotus/contract";
import { api } from "../../session/api.ts";
import { serverClock } from "../../api/server-clock.ts";
import { idle } from "../../components/idle.ts";
import { BetChecker } from "./bet-checker.ts";
import { liveState, onLiveEvent, onLiveState } from "../../live/live-events.ts";
import { openBetStore } from "./bet-store.ts";
import { handedReceipts, strikeOut } from "./handed-receipts.ts";
import { openShownCloses } from "./shown-closes.ts";
import { StreamWatch } from "./stream-watch.ts";
import { verifier } from "./verifier.ts";

/** Longest wait of a timer. */
const MAX_TIMER_MS = 2_000_000_000;

const store = openBetStore(globalThis.indexedDB, Date.now);
const closes = openShownCloses(globalThis.indexedDB);
const stream = new StreamWatch();
/** Whose closes come. */
let player = "";

const TICK_MS = 1_000;
/** The most frequent events, of which one or another comes every few seconds. */
const WATCHED = ["hello", "period", "draw", "balance", "close"] as const;

/** Keeps the closes that the stream brings, and notes when it brings events. Once for the life of the page. */
function watchStream(): void {
  for (const name of WATCHED)
    onLiveEvent(name, () => {
      // An app that polls tells itself the same events.
      if (liveState() === "live") stream.event(name, serverClock.now());
    });
  onLiveState(() => stream.interrupt());
  onLiveEvent("close", ({ gameCode, prizeNo: periodNo, body, proof }) => {
    const close = { account: player, gameCode, periodNo, body, proof, at: serverClock.now() };
    if (player !== "") void closes.keep(close).catch(() => undefined);
  });
  setInterval(() => stream.tick(serverClock.now()), TICK_MS);
}

/** Starts checking the bets of a player, in the background. Resolves once it knows what this device remembers of them. */
export async function startBetChecker(account: string): Promise<BetChecker> {
  if (player === "") watchStream();
  player = account;
  const checker = new BetChecker(account, {
    store,
    seenOf: async (bet) => ({ close: await closes.of(bet).catch(() => null), spans: stream.spans }),
    verifier,
    fetchReceipt: (orderNo) =>
      api
        .call(CALLS.receipt, { params: { orderNo } }, { hideErrors: true, shownInPlace: ["ORDER_UNKNOWN"] })
        .catch((error: unknown) => {
          if (isRefusal(error, "ORDER_UNKNOWN")) return null;
          throw error;
        }),
    isAnswering: () => liveState() !== "offline",
    now: Date.now,
    serverNow: () => serverClock.now(),
    whenIdle: async () => {
      await whenLookedAt();
      await idle();
    },
    after: (ms, work) => {
      const timer = setTimeout(work, Math.min(ms, MAX_TIMER_MS));
      return () => clearTimeout(timer);
    },
  });
  // A check that knew less than the store would call the player's own cancellation forged, and a later receipt the first.
  await checker.resume();
  for (const { bet, receipt } of handedReceipts(localStorage, account))
    void checker.keep(bet, receipt).then(() => strikeOut(localStorage, bet.orderNo));
  return checker;
}

/** Resolves while the page is shown and the device is online. */
function whenLookedAt(): Promise<void> {
  const isNow = () => !document.hidden && navigator.onLine;
  if (isNow()) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (!isNow()) return;
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", look);
  });
}

import { isRefusal } from "@lotus/client";
import { CALLS } from "@lotus/contract";
import { api } from "../../session/api.ts";
import { serverClock } from "../../api/server-clock.ts";
import { idle } from "../../components/idle.ts";
import { BetChecker } from "./bet-checker.ts";
import { openBetStore } from "./bet-store.ts";
import { handedReceipts, strikeOut } from "./handed-receipts.ts";
import { verifier } from "./verifier.ts";

/** Longest wait of a timer. */
const MAX_TIMER_MS = 2_000_000_000;

const store = openBetStore(globalThis.indexedDB, Date.now);

/** Starts checking the bets of a player, in the background. Resolves once it knows what this device remembers of them. */
export async function startBetChecker(account: string): Promise<BetChecker> {
  const checker = new BetChecker(account, {
    store,
    verifier,
    fetchReceipt: (orderNo) =>
      api
        .call(CALLS.receipt, { params: { orderNo } }, { hideErrors: true, shownInPlace: ["ORDER_UNKNOWN"] })
        .catch((error: unknown) => {
          if (isRefusal(error, "ORDER_UNKNOWN")) return null;
          throw error;
        }),
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

import { SAMPLE_BET } from "@lotus/fair/testing/sample-bet";
import { expect, test } from "vitest";
import { MemoryBetStore } from "../../testing/memory-bet-store.ts";
import { BetChecker } from "./bet-checker.ts";
import type { KeptBet } from "./kept-bet.ts";

const BET = { orderNo: "B2", gameCode: "FFC", periodNo: "202611210003" };
const RECEIPT = { leaf: SAMPLE_BET };

/** A device whose checks find nothing yet, and what they were asked to hold each bet to. */
function device(store = new MemoryBetStore()) {
  const heldTo = new Map<string, KeptBet["placed"]>();
  let [now, next]: [number, (() => void) | undefined] = [1_000, undefined];
  const checker = new BetChecker("vy", {
    store,
    seenOf: async () => ({ close: null, spans: [] }),
    verifier: {
      fetchProof: async () => undefined,
      checkBet: async (_receipt, { orderNo, placed }) => {
        heldTo.set(orderNo, placed);
        const outcome = { state: "waiting", checkedAt: now, isFinal: false } as const;
        return { outcome, drawAt: 1_000_000, isUnread: true, unstored: null };
      },
    },
    fetchReceipt: async () => RECEIPT,
    now: () => now++,
    serverNow: () => now,
    whenIdle: () => Promise.resolve(),
    isAnswering: () => true,
    after: (_ms, work) => {
      next = work;
      return () => undefined;
    },
  });
  /** Runs the checks that are due. */
  const checked = async () => {
    next?.();
    await new Promise((resolve) => setImmediate(resolve));
    return heldTo;
  };
  return { checker, checked, store };
}

test("a bet is held to what a list first showed of it, also after the record was changed", async () => {
  const { checker, checked } = device();
  checker.watch([{ ...BET, placed: { betAmount: "10.00" }, isOver: false }]);
  expect((await checked()).get("B2")).toMatchObject({ betAmount: "10.00" });
  checker.watch([{ ...BET, placed: { betAmount: "1.00" }, isOver: true }]);
  expect((await checked()).get("B2")).toMatchObject({ betAmount: "10.00" });
});

test("a bet is held to what was sent, whatever lists show before and after the app was closed", async () => {
  const { checker, store } = device();
  checker.watch([{ ...BET, placed: { betAmount: "1.00" }, isOver: false }]);
  await checker.keep({ ...BET, placed: { betAmount: "10.00", sentAt: 900 } }, RECEIPT);
  checker.close();
  const after = device(store);
  await after.checker.resume();
  after.checker.watch([{ ...BET, placed: { betAmount: "1.00" }, isOver: true }]);
  expect((await after.checked()).get("B2")).toMatchObject({ betAmount: "10.00", sentAt: 900 });
});

test("all bets are held to the pseudonym of the first receipt", async () => {
  const { checker, checked } = device();
  await checker.keep({ ...BET, orderNo: "B1" }, { leaf: { ...SAMPLE_BET, player: "0b".repeat(16) } });
  await checker.keep(BET, RECEIPT);
  expect((await checked()).get("B2")).toEqual({ player: "0b".repeat(16) });
});

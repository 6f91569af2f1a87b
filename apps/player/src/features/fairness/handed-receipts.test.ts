import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handedReceipts, strikeOut, writeDown } from "./handed-receipts.ts";

const BET = { orderNo: "B1", gameCode: "FFC", periodNo: "202611270001" };
const RECEIPT = { leaf: "a", path: ["b"] };

beforeEach(() => localStorage.clear());
afterEach(() => void vi.restoreAllMocks());

test("a receipt is found again by its player only, until it is struck out", () => {
  writeDown(localStorage, "vy", { bet: BET, receipt: RECEIPT });
  writeDown(localStorage, "lan", { bet: { ...BET, orderNo: "B2" }, receipt: RECEIPT });
  expect(handedReceipts(localStorage, "vy")).toEqual([{ bet: BET, receipt: RECEIPT }]);
  strikeOut(localStorage, "B1");
  expect(handedReceipts(localStorage, "vy")).toEqual([]);
  expect(handedReceipts(localStorage, "lan")).toHaveLength(1);
});

test("what else is stored there is no receipt", () => {
  localStorage.setItem("lotus.receipt.B9", '{"account":"vy"}');
  localStorage.setItem("lotus.receipt.B8", "3");
  localStorage.setItem("lotus.sent.1", "{}");
  expect(handedReceipts(localStorage, "vy")).toEqual([]);
});

test("a storage that is full or refused forgets, and breaks nothing", () => {
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
  vi.spyOn(Storage.prototype, "removeItem").mockImplementation(refuse);
  writeDown(localStorage, "vy", { bet: BET, receipt: RECEIPT });
  strikeOut(localStorage, "B1");
  expect(handedReceipts(localStorage, "vy")).toEqual([]);
});

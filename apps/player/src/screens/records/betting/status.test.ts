import { expect, test } from "vitest";
import { shownStatus } from "./status.ts";

test("a bet whose stake came back is returned, and one that lost a part of it is not won", () => {
  const wordOf = (refund: string) =>
    shownStatus({ status: "notWon", total: "4.00", payout: "0.00", refund }).word;
  expect(["4.00", "1.00", "0.00"].map(wordOf)).toEqual([
    "play.status.returned",
    "play.status.notWon",
    "play.status.notWon",
  ]);
});

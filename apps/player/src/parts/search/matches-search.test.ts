import { expect, test } from "vitest";
import { matchesSearch } from "./matches-search.ts";

const texts = ["K3 1 phút", "K3", "Xúc xắc"];

test("marks and case do not matter, and every word must be there", () => {
  expect(matchesSearch("", texts)).toBe(true);
  expect(matchesSearch("xuc XAC", texts)).toBe(true);
  expect(matchesSearch(" k3  phut ", texts)).toBe(true);
  expect(matchesSearch("k3 dua", texts)).toBe(false);
  expect(matchesSearch("dua", ["Đua xe"])).toBe(true);
});

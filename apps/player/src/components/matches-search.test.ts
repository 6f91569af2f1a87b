import { expect, test } from "vitest";
import { matchesSearch, searchRank } from "./matches-search.ts";

const texts = ["K3 1 phút", "K3", "Xúc xắc"];

test("marks and case do not matter, and every word must be there", () => {
  expect(matchesSearch("", texts)).toBe(true);
  expect(matchesSearch("xuc XAC", texts)).toBe(true);
  expect(matchesSearch(" k3  phut ", texts)).toBe(true);
  expect(matchesSearch("\u202A\u3000k\u200B３ phut\u202C", texts)).toBe(true);
  expect(matchesSearch("k3 dua", texts)).toBe(false);
  expect(matchesSearch("dua", ["Đua xe"])).toBe(true);
});

test.each([
  ["coeur", "Cœur"],
  ["reglement", "Règlement"],
  ["sao", "São Paulo"],
  ["PK10", "ＰＫ１０"],
  ["サイコロ", "さいころ"],
  ["かく", "ガク"],
  ["주사", "주사위 세 개"],
  ["회ㅊ", "회차마다"],
  ["和值", "投注和值、大小"],
  ["提現", "如何提現？"],
])("%s finds %s", (typed, text) => {
  expect(matchesSearch(typed, [text])).toBe(true);
  expect(matchesSearch(`${typed}x`, [text])).toBe(false);
});

test("a query is ranked by the first texts that have its words, and may be written as one word", () => {
  const bet = [["Rồng hổ", "LHD.LHH", "longhu, long hổ"], ["Vạn-Nghìn", "Hòa"], ["Chọn bên thắng"]];
  expect(["rong ho", "rongho", "lhd", "longhu", "LHD.LHH"].map((typed) => searchRank(typed, bet))).toEqual([
    0, 0, 0, 0, 0,
  ]);
  expect(searchRank("rong hoa", bet)).toBe(1);
  expect(searchRank("vannghin", bet)).toBe(1);
  expect(searchRank("ho thang", bet)).toBe(2);
  expect(searchRank("tai xiu", bet)).toBeNull();
});

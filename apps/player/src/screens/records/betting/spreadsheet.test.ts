import type { BetRecord } from "@lotus/contract";
import { HAS_LIBREOFFICE, inLibreOffice } from "@lotus/contract/testing/in-libreoffice";
import { readSpreadsheet } from "@lotus/contract/testing/read-spreadsheet";
import { expect, test } from "vitest";
import { sheetOf } from "../../../components/save-sheet.ts";
import { betColumns } from "./bet-columns.ts";

const BET: BetRecord = {
  orderNo: "B2026112900000000123",
  type: "bet",
  gameCode: "K3",
  prizeNo: "202611290214",
  optionId: "HZ",
  modeName: "=1+1",
  optionName: "=1+1",
  groups: [],
  betNumbers: "01,02,03",
  picks: "Three numbers: 1 2 3",
  betCount: 3,
  betAmount: "0.50",
  total: "1234567.50",
  payout: "0.00",
  refund: "0.00",
  status: "notDrawn",
  time: 0,
  betTime: new Date(2026, 10, 29, 2, 14, 5).getTime(),
  date: "2026-11-29",
  tiers: [],
};

test.skipIf(!HAS_LIBREOFFICE).each([
  ["vi-VN", "0,50", "1.234.567,50"],
  ["fr-FR", "0,50", "1 234 567,50"],
  ["en-US", "0.50", "1,234,567.50"],
  ["zh-CN", "0.50", "1,234,567.50"],
  ["ja-JP", "0.50", "1,234,567.50"],
])(
  "LibreOffice of %s shows a player's file as meant (skipped where it is missing)",
  (locale, unit, stake) => {
    const file = Buffer.concat(
      sheetOf({ name: "bets", unit: "K", columns: betColumns([], { t: (key) => key }), rows: [BET] }),
    );
    const [head, bet] = inLibreOffice(file, locale);
    expect(head?.slice(0, 4)).toEqual([
      '"play.detail.orderNo"',
      '"play.detail.betTime"',
      '"records.game"',
      '"records.period"',
    ]);
    expect(bet?.slice(0, 9).map((cell) => cell.replaceAll(/\s/gu, " "))).toEqual([
      '"B2026112900000000123"',
      "2026-11-29 02:14:05",
      '"K3"',
      '"202611290214"',
      '"=1+1"',
      '"Three numbers: 1 2 3"',
      "3",
      unit,
      stake,
    ]);
  },
);

test("picks stand in the file in the words of the page, and headings of amounts name the unit", () => {
  const columns = betColumns([], { t: (key) => key });
  const order = { ...BET, betNumbers: "big,small|-", picks: "Units: Big Small" };
  const [head, bet] = readSpreadsheet(
    Buffer.concat(sheetOf({ name: "bets", unit: "K", columns, rows: [order] })),
  );
  expect(bet?.[5]).toBe("Units: Big Small");
  expect(head?.slice(6, 9)).toEqual(["play.detail.bets", "play.slip.unit (K)", "play.records.stake (K)"]);
});

import { expect, test } from "vitest";
import { bankAmount } from "./bank-amount.ts";

const THOUSANDS = { code: "VND", bankUnits: 1000 };

test("an account in thousands of dong is written in whole dong", () => {
  expect(bankAmount(500_00n, THOUSANDS, "vi-VN")).toBe("500.000\u00a0₫");
  expect(bankAmount(1_01n, THOUSANDS, "vi-VN")).toBe("1.010\u00a0₫");
  expect(bankAmount(500_00n, THOUSANDS, "en-US")).toBe("₫500,000");
});

test("an account in the bank's own unit stays as it is, to the last digit", () => {
  expect(bankAmount(999_999_999_999_999_99n, { code: "USD", bankUnits: 1 }, "en-US")).toBe(
    "$999,999,999,999,999.99",
  );
});

import type { Payment } from "@lotus/contract";
import { expect, test } from "vitest";
import { appLinks } from "./app-links.ts";

const PAYMENT: Payment = {
  kind: "bank",
  bank: "Vietcombank",
  bin: "970436",
  account: "0011001234567",
  payee: "CONG TY LOTUS & CO",
  amount: "500000",
  currency: "VND",
  reference: "R2026112100000000042",
  expiresAt: 0,
};

test("a link opens a bank's app with the transfer filled in, at the documented address alone", () => {
  const links = appLinks(PAYMENT);
  expect(links.map(({ code }) => code)).toEqual(["BIDV", "ICB", "OCB", "ACB"]);
  for (const { code, url } of links) {
    const { origin, pathname, searchParams } = new URL(url);
    expect([origin, pathname]).toEqual(["https://dl.vietqr.io", "/pay"]);
    expect(Object.fromEntries(searchParams)).toEqual({
      app: code.toLowerCase(),
      ba: "0011001234567@vcb",
      am: "500000",
      tn: "R2026112100000000042",
      bn: "CONG TY LOTUS & CO",
    });
  }
});

test("there is none for a wallet, another currency, or a bank that is not known", () => {
  expect(appLinks({ ...PAYMENT, bin: undefined })).toEqual([]);
  expect(appLinks({ ...PAYMENT, bin: "999999" })).toEqual([]);
  expect(appLinks({ ...PAYMENT, currency: "EUR" })).toEqual([]);
  expect(appLinks({ ...PAYMENT, kind: "wallet" })).toEqual([]);
});

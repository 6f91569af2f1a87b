import type { Payment } from "@lotus/contract";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAppConfig } from "../../queries/app-config.ts";
import { loadCatalog } from "../../i18n/i18n.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { BankApps } from "./bank-apps.tsx";

const PAYMENT: Payment = {
  kind: "bank",
  bank: "Vietcombank",
  bin: "970436",
  account: "0011001234567",
  payee: "LOTUS",
  amount: "500000",
  currency: "VND",
  reference: "R2026112100000000042",
  expiresAt: 0,
};

let bankAppLinks: boolean;
let isPhone: boolean;
beforeEach(() => {
  bankAppLinks = true;
  isPhone = true;
  vi.stubGlobal("matchMedia", () => ({ matches: isPhone }));
  vi.stubGlobal("fetch", () => {
    const currency = { code: "VND", symbol: "K", bankUnits: 1000 };
    const data = { features: { bankAppLinks }, currency, readings: {}, serverTime: Date.now() };
    return Promise.resolve(Response.json({ code: 0, msg: "", data }));
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** Says when the server's settings are there. */
function Loaded() {
  return <i>{String(useAppConfig().features["bankAppLinks"])}</i>;
}

async function open(): Promise<void> {
  await renderScreen(
    <>
      <Loaded />
      <BankApps payment={PAYMENT} />
    </>,
    "en-US",
  );
  await loadCatalog("payment");
  await screen.findByText(String(bankAppLinks));
}

test("on a phone, links open a bank's app by a tap, and it is said who learns what", async () => {
  await open();
  const links = screen.getAllByRole<HTMLAnchorElement>("link");
  expect(links.map(({ textContent }) => textContent)).toEqual([
    "BIDVBIDV",
    "ICBVietinBank",
    "OCBOCB",
    "ACBACB",
  ]);
  for (const { href, rel } of links) {
    expect(href).toMatch(/^https:\/\/dl\.vietqr\.io\/pay\?/u);
    expect(rel).toBe("noopener noreferrer");
  }
  expect(screen.getByText(/goes through vietqr\.io/u)).toBeDefined();
});

test("there are none where the operator switched them off, nor on a computer", async () => {
  bankAppLinks = false;
  await open();
  expect(screen.queryByRole("link")).toBeNull();
  bankAppLinks = true;
  isPhone = false;
  await open();
  expect(screen.queryByRole("link")).toBeNull();
});

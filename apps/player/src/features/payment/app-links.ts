import type { Payment } from "@lotus/contract";
import { bankWithBin } from "../banks/find-bank.ts";

/** Banks whose apps fill a transfer in from a link. Others only open. */
const APPS = ["BIDV", "ICB", "OCB", "ACB"] as const;

/** A bank's app that can be opened with a transfer. */
export interface AppLink {
  /** Code of the bank. */
  readonly code: (typeof APPS)[number];
  readonly url: string;
}

/**
 * Links that open a bank's app with a transfer filled in, as VietQR documents them: `ba` account@bank, `am` amount, `tn`
 * reference, `bn` payee. None for a payment that is no transfer in đồng to a bank that these links know.
 */
export function appLinks(payment: Payment): readonly AppLink[] {
  const { kind, bin, account, amount, currency, reference, payee = "" } = payment;
  const bank = bin === undefined ? undefined : bankWithBin(bin);
  if (kind !== "bank" || currency !== "VND" || bank === undefined) return [];
  return APPS.map((code) => {
    const url = new URL("https://dl.vietqr.io/pay");
    url.search = new URLSearchParams({
      app: code.toLowerCase(),
      ba: `${account}@${bank.code.toLowerCase()}`,
      am: amount,
      tn: reference,
      bn: payee,
    }).toString();
    return { code, url: url.href };
  });
}

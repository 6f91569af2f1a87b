import { useCallback } from "react";
import { useGetIdentity, useLocaleState, type UserIdentity } from "react-admin";
import {
  dateLocale,
  showDay,
  showDecimal,
  showMoney,
  showOdds,
  showSpan,
  showTime,
} from "../i18n/formats.ts";

/** The signed-in operator and the configuration of the server, from `me`. */
export interface Identity extends UserIdentity {
  readonly fullName: string;
  readonly title: string;
  readonly currency: string;
  readonly timeZone: string;
  /** Address of the players' app. */
  readonly playersUrl: string;
  /** How far the server's clock is ahead of this window's, in milliseconds. */
  readonly clockAheadMs: number;
  /** The one-time password was not replaced yet: nothing else can be done. */
  readonly mustChangePassword: boolean;
  /** Operators for whom they cannot be the second person, and until when for none at all. */
  readonly second: { readonly related: readonly string[]; readonly newUntil: number | null };
}

const ANYBODY: Identity["second"] = { related: [], newUntil: null };

/** The server as the desk shows it. Before it is known, its zone is the one it was made for. */
export function useConfig() {
  const { data, refetch } = useGetIdentity();
  // The identity is what our own auth provider answers.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const identity = data as Identity | undefined;
  const [locale] = useLocaleState();
  const ahead = identity?.clockAheadMs ?? 0;
  const now = useCallback(() => Date.now() + ahead, [ahead]);
  const currency = identity?.currency ?? "";
  const timeZone = identity?.timeZone ?? "Asia/Ho_Chi_Minh";
  const dates = dateLocale(locale, navigator.languages, timeZone);
  return {
    id: String(identity?.id ?? ""),
    mustChangePassword: identity?.mustChangePassword ?? false,
    second: identity?.second ?? ANYBODY,
    /** Refetches the identity. */
    reload: refetch,
    name: identity?.fullName ?? "",
    title: identity?.title ?? "",
    currency,
    playersUrl: identity?.playersUrl ?? "",
    locale,
    timeZone,
    /** An amount with its currency. */
    money: (wire: string) => showMoney(wire, locale, currency),
    /** The server's time, epoch milliseconds. */
    now,
    /** A duration in whole minutes, hours or days. */
    span: (ms: number) => showSpan(ms, locale),
    /** A plain figure, with one decimal at most. */
    // Without "-0".
    number: (value: number) =>
      new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: "negative" }).format(value),
    decimal: (wire: string) => showDecimal(wire, locale),
    odds: (wire: string) => showOdds(wire, locale),
    /** A day of the operator's calendar, as "2026-11-21". */
    day: (day: string) => showDay(day, dates),
    /** The locale whose form days and times have. */
    dates,
    time: (epochMs: number) => showTime(epochMs, dates, timeZone),
  };
}

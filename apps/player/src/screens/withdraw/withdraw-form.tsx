import type { MoneyRecord, WithdrawAddress } from "@lotus/contract";
import { displayMoney, type Money } from "@lotus/money";
import { Button } from "@lotus/ui";
import { useRef, useState } from "react";
import { bankAmount } from "../../features/balance/bank-amount.ts";
import { MoneyField } from "../../features/money-order/money-field.tsx";
import { LockedStrip } from "../../features/payout/locked-strip.tsx";
import type { Quote } from "../../features/payout/payout-queries.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { useBalance } from "../../session/user-info.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { BalanceLine } from "../../features/money-order/balance-line.tsx";
import orderStyles from "../../features/money-order/money-order.module.css";
import { AddressChoice } from "./address-choice.tsx";
import { ConfirmSheet } from "./confirm-sheet.tsx";
import { blockedBy, Obstacles } from "./obstacles.tsx";
import {
  allOf,
  limitsOf,
  PROBLEM_WORDS,
  readAmount,
  type AmountLimits,
  type ReadAmount,
} from "./withdraw-amount.ts";
import { useQuoteOf, WithdrawTerms } from "./withdraw-terms.tsx";

interface WithdrawFormProps {
  /** At least one. */
  addresses: readonly WithdrawAddress[];
  quote: Quote;
  onDone: (order: MoneyRecord) => void;
}

/** Address, amount, and the resulting terms; obstacles are shown first. */
// One form: its fields in the order in which they are filled in.
// oxlint-disable-next-line max-lines-per-function
export function WithdrawForm({ addresses, quote, onDone }: WithdrawFormProps) {
  const words = useI18n();
  const { t, money, locale } = words;
  const { currency } = useAppConfig();
  const unit = currency.symbol;
  const balance = useBalance().data ?? quote.balance;
  const [addressId, setAddressId] = useState(addresses[0]?.id ?? "");
  const [typed, setTyped] = useState("");
  const [checked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [confirming, setConfirming] = useState(false);
  // Stays while it is sent: the new balance may arrive before the reply, and be less than this amount.
  const [asked, setAsked] = useState<Money | undefined>();
  const address = addresses.find(({ id }) => id === addressId) ?? addresses[0];
  const limits = limitsOf(quote, address?.kind ?? "bank", balance);
  const read = readAmount(typed, locale, limits, currency);
  const problem = errorOf(read, limits, unit, words);
  const quoted = useQuoteOf(read.ok ? read.amount : undefined);
  const blocked = blockedBy(quote, unit, words);
  const all = allOf(limits);
  if (address === undefined) return null;

  return (
    <>
      <form
        className={orderStyles.page}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (!read.ok) field.current?.focus();
          else if (blocked === undefined) {
            setAsked(read.amount);
            setConfirming(true);
          }
        }}
      >
        <BalanceLine balance={balance} />
        <Obstacles quote={quote} />
        <AddressChoice addresses={addresses} value={address.id} onChange={setAddressId} />
        {address.locked && <LockedStrip />}
        <MoneyField
          ref={field}
          label={t("withdraw.amount")}
          value={typed}
          action={
            <Button
              variant="ghost"
              size="s"
              disabled={all === 0n}
              onClick={() => setTyped(displayMoney(all, locale))}
            >
              {t("withdraw.all")}
            </Button>
          }
          hint={t("withdraw.bounds", { min: money(limits.min), max: money(limits.max), unit })}
          error={checked || isFinal(read, typed) ? problem : undefined}
          onType={(text, pasted) => {
            setTyped(text);
            // What is pasted is finished.
            setChecked(pasted && text !== "");
          }}
          onBlur={() => setChecked(typed !== "")}
        />
        <p className={orderStyles.exact} aria-live="polite">
          {read.ok &&
            address.kind === "bank" &&
            t("money.recharge.exactly", { amount: bankAmount(read.amount, currency, locale) })}
        </p>
        <WithdrawTerms
          quote={quoted}
          arrivalMinutes={quote.arrivalMinutes}
          isBank={address.kind === "bank"}
        />
        <Button type="submit" size="l" block disabled={typed === "" || blocked !== undefined}>
          {blocked ??
            (read.ok
              ? t("withdraw.submit", { amount: money(read.amount), unit })
              : t(typed === "" ? "withdraw.submitEmpty" : "withdraw.send"))}
        </Button>
      </form>
      {asked !== undefined && (
        <ConfirmSheet
          open={confirming}
          amount={asked}
          address={address}
          quote={quoted}
          onClose={() => setConfirming(false)}
          onDone={onDone}
        />
      )}
    </>
  );
}

/** What more digits cannot mend is said while typing; the rest may only be unfinished. */
function isFinal(read: ReadAmount, typed: string): boolean {
  if (read.ok || read.problem === "not-a-number")
    return !read.ok && !/^\+?[\d\s.,]*(?:\d\s?\p{L}+)?$/u.test(typed);
  return ["above-max", "not-enough"].includes(read.problem) || read.problem.startsWith("too-");
}

function errorOf(read: ReadAmount, limits: AmountLimits, unit: string, words: I18n): string | undefined {
  if (read.ok) return undefined;
  const { t, money, locale } = words;
  return t(PROBLEM_WORDS[read.problem], {
    example: displayMoney(1_234_50n, locale),
    min: money(limits.min),
    max: money(limits.max),
    balance: money(limits.balance),
    step: money(limits.step),
    unit,
  });
}

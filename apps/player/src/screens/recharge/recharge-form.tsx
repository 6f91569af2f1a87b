import { ApiError, isOutcomeKnown, isRefusal } from "@lotus/client";
import { displayMoney, type Money } from "@lotus/money";
import { Button, Chip, InfoIcon, Strip } from "@lotus/ui";
import { useRef, useState } from "react";
import { bankAmount } from "../../features/balance/bank-amount.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { wireMoney } from "../../api/wire-money.ts";
import { useBalance } from "../../session/user-info.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { BalanceLine } from "../../features/money-order/balance-line.tsx";
import { MoneyField } from "../../features/money-order/money-field.tsx";
import { OwnLimitStrip } from "../../features/protection/own-limit-strip.tsx";
import orderStyles from "../../features/money-order/money-order.module.css";
import { Terms } from "./recharge-terms.tsx";
import { ChannelChoice } from "./channel-choice.tsx";
import styles from "./recharge.module.css";
import { decimalText } from "../../features/payment/decimal-text.ts";
import { coinAmount } from "./coin-amount.ts";
import {
  exampleAmount,
  feeOf,
  PROBLEM_WORDS,
  quickAmounts,
  readAmount,
  type Bounds,
  type ReadAmount,
} from "./read-amount.ts";
import { useRecharge, type RechargeOrder } from "./use-recharge.ts";
import type { Channel } from "./channel.ts";

interface RechargeFormProps {
  /** At least one. */
  channels: readonly Channel[];
  onDone: (order: RechargeOrder) => void;
}

/** The amount and the button that names it; everything about the chosen channel is shown before typing. */
// One form: its fields in the order in which they are filled in.
// oxlint-disable-next-line max-lines-per-function
export function RechargeForm({ channels, onDone }: RechargeFormProps) {
  const words = useI18n();
  const { t, money, locale } = words;
  const { currency } = useAppConfig();
  const [channelId, setChannelId] = useState((channels.find(({ open }) => open) ?? channels[0])?.id ?? "");
  const [typed, setTyped] = useState("");
  const [checked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const recharge = useRecharge();
  const balance = useBalance().data;
  const channel = channels.find(({ id }) => id === channelId) ?? channels[0];
  if (channel === undefined) return null;
  const bounds = boundsOf(channel);
  const unit = currency.symbol;
  const read = readAmount(typed, locale, bounds, currency);
  const problem = errorOf(read, bounds, unit, words);

  function submit() {
    setChecked(true);
    if (!read.ok) field.current?.focus();
    if (!read.ok || recharge.isPending || channel?.open !== true) return;
    recharge.mutate({ channelId: channel?.id ?? "", amount: read.amount }, { onSuccess: onDone });
  }

  return (
    <form
      className={orderStyles.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <BalanceLine balance={balance} />
      <ChannelChoice channels={channels} value={channel.id} onChange={setChannelId} />
      {channel.kind === "demo" && (
        <Strip shape="card" tone="brand" icon={<InfoIcon size={20} aria-hidden />}>
          {t("money.recharge.demo")}
        </Strip>
      )}
      {channel.sample && (
        <Strip shape="card" icon={<InfoIcon size={20} aria-hidden />}>
          {t("payment.sample")}
        </Strip>
      )}
      {!channel.open && channel.hours !== null && (
        <Strip shape="card">{t("payment.closedWords", channel.hours)}</Strip>
      )}
      <MoneyField
        ref={field}
        label={t("money.recharge.amount")}
        value={typed}
        hint={t(
          bounds.step === 1n ? "money.recharge.bounds" : "payment.step",
          boundWords(bounds, unit, words),
        )}
        error={checked || isFinal(read, typed) ? problem : undefined}
        onType={(text, pasted) => {
          setTyped(text);
          // What is pasted is finished.
          setChecked(pasted && text !== "");
          // What was said of another amount.
          recharge.reset();
        }}
        onBlur={() => setChecked(typed !== "")}
      />
      <QuickAmounts
        bounds={bounds}
        chosen={read.ok ? read.amount : undefined}
        onChoose={(amount) => setTyped(displayMoney(amount, locale))}
      />
      <Terms channel={channel} amount={read.ok ? read.amount : undefined} />
      {recharge.error instanceof ApiError && !isOutcomeKnown(recharge.error) && (
        <Strip shape="card">{t("money.recharge.unanswered")}</Strip>
      )}
      {isRefusal(recharge.error, "OWN_LIMIT_REACHED") && (
        <OwnLimitStrip words={recharge.error.msg} section="deposit" />
      )}
      <div className={styles.foot}>
        {read.ok && <ToPay channel={channel} amount={read.amount} step={bounds.step} />}
        <Button
          type="submit"
          size="l"
          block
          busy={recharge.isPending}
          disabled={typed === "" || !channel.open}
        >
          {read.ok
            ? t("money.recharge.submit", { amount: money(read.amount), unit })
            : t(typed === "" ? "money.recharge.submitEmpty" : "app.page.recharge")}
        </Button>
      </div>
    </form>
  );
}

/** The amount to transfer, including the fee, and in đồng where it is paid in đồng. */
function ToPay({ channel, amount, step }: { channel: Channel; amount: Money; step: Money }) {
  const { t, money, locale } = useI18n();
  const { currency } = useAppConfig();
  const terms = { basisPoints: BigInt(channel.fee.basisPoints), fixed: wireMoney(channel.fee.fixed) };
  const fee = feeOf(terms, step, amount);
  const total = amount + fee;
  return (
    <div aria-live="polite">
      {fee > 0n && (
        <p className={styles.fee}>
          {t("payment.fee", { fee: money(fee), total: money(total), unit: currency.symbol })}
        </p>
      )}
      {channel.coin !== undefined && (
        <>
          <p className={orderStyles.exact}>
            {t("payment.coinSum", {
              amount: decimalText(coinAmount(total, channel.coin), locale),
              currency: channel.coin.currency,
            })}
          </p>
          <p className={styles.fee}>{t("payment.coinExact")}</p>
        </>
      )}
      {channel.kind !== "wallet" && (
        <p className={orderStyles.exact}>
          {t("money.recharge.exactly", { amount: bankAmount(total, currency, locale) })}
        </p>
      )}
    </div>
  );
}

interface QuickAmountsProps {
  bounds: Bounds;
  chosen: Money | undefined;
  onChoose: (amount: Money) => void;
}

function QuickAmounts({ bounds, chosen, onChoose }: QuickAmountsProps) {
  const { t, number } = useI18n();
  return (
    <fieldset className={styles.quick} aria-label={t("money.recharge.quick")}>
      {quickAmounts(bounds).map((amount) => (
        <Chip key={String(amount)} variant="amount" on={amount === chosen} onClick={() => onChoose(amount)}>
          {number(Number(amount / 100n))}
        </Chip>
      ))}
    </fieldset>
  );
}

/** What more digits cannot mend is said while typing; the rest may only be unfinished. */
function isFinal(read: ReadAmount, typed: string): boolean {
  if (read.ok || read.problem === "not-a-number")
    return !read.ok && !/^\+?[\d\s.,]*(?:\d\s?\p{L}+)?$/u.test(typed);
  return read.problem === "above-max" || read.problem.startsWith("too-");
}

function errorOf(read: ReadAmount, bounds: Bounds, unit: string, words: I18n): string | undefined {
  if (read.ok) return undefined;
  return words.t(PROBLEM_WORDS[read.problem], {
    example: exampleAmount(words.locale),
    ...boundWords(bounds, unit, words),
  });
}

function boundWords({ min, max, step }: Bounds, unit: string, { money }: I18n) {
  return { min: money(min), max: money(max), step: money(step), unit };
}

function boundsOf({ min, max, step }: Channel): Bounds {
  return { min: wireMoney(min), max: wireMoney(max), step: wireMoney(step) };
}

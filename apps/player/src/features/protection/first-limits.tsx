import { LIMIT_WINDOWS, type LimitWindow } from "@lotus/contract";
import { formatMoney, parseMoneyInput, tidyTyped } from "@lotus/money";
import { Button, NavBar, TextField } from "@lotus/ui";
import { useEffect, useRef, useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { useUnitName } from "../balance/use-unit-name.ts";
import styles from "./first-limits.module.css";
import { protecting, useProtect } from "./use-protect.ts";

/**
 * Offers deposit limits to who has just registered: now or later, both one tap away. Later is an answer, so the recharge page does
 * not ask the same again, unless the rules want limits before the first recharge.
 */
export function FirstLimits({ onDone }: { onDone: () => void }) {
  const { t, money } = useI18n();
  const { currency, protection } = useAppConfig();
  const unitName = useUnitName();
  const form = useFirstLimits(onDone);
  const protect = useProtect();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, []);
  const needed = protection?.depositLimitsObligatory === true ? "needed" : "offer";
  const later = () => {
    if (needed === "offer") protect.mutate(protecting.limitsReviewed);
    onDone();
  };
  return (
    <div className={styles.screen}>
      <NavBar title={t("protection.deposit.title")} ground="surface" />
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <header className={styles.head}>
          <h2 ref={heading} tabIndex={-1}>
            {t(`protection.${needed}.title`)}
          </h2>
          <p>{t(`protection.${needed}.words`)}</p>
          {/* Nobody who has just come knows what K is. */}
          <p className={styles.hint}>{unitName}</p>
        </header>
        {LIMIT_WINDOWS.map((window) => (
          <TextField
            key={window}
            label={t(`protection.window.${window}`)}
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            value={form.typed[window]}
            suffix={currency.symbol}
            placeholder={t("protection.none")}
            error={
              form.isWrong(window) ? t("money.field.notANumber", { example: money(500_00n) }) : undefined
            }
            onChange={(event) => form.type(window, event.target.value)}
          />
        ))}
        <div className={styles.pair}>
          <Button type="submit" busy={form.isBusy}>
            {t("protection.offer.set")}
          </Button>
          <Button variant="outline" disabled={form.isBusy} onClick={later}>
            {t("protection.offer.later")}
          </Button>
        </div>
        <p className={styles.hint} role={form.isBlank ? "alert" : undefined}>
          {t(form.isBlank ? "protection.first.blank" : "protection.first.hint")}
        </p>
      </form>
    </div>
  );
}

/** What is typed for each window, and sending it. */
function useFirstLimits(onDone: () => void) {
  const { t, locale } = useI18n();
  const { currency } = useAppConfig();
  const protect = useProtect();
  const [typed, setTyped] = useState<Readonly<Record<LimitWindow, string>>>({ day: "", week: "", month: "" });
  const [tried, setTried] = useState(false);
  const isEmpty = (window: LimitWindow) => tidyTyped(typed[window]) === "";
  const readOf = (window: LimitWindow) => parseMoneyInput(typed[window], locale, currency);
  const isWrong = (window: LimitWindow) => !isEmpty(window) && !readOf(window).ok;
  const submit = async () => {
    setTried(true);
    const filled = LIMIT_WINDOWS.filter((window) => !isEmpty(window));
    if (filled.length === 0 || filled.some(isWrong)) return;
    try {
      for (const window of filled) {
        const read = readOf(window);
        if (!read.ok) return;
        await protect.mutateAsync(
          protecting.setLimit({ kind: "deposit", window, amount: formatMoney(read.value) }),
        );
      }
    } catch {
      // Shown by the API client; what is typed stays.
      return;
    }
    notifySuccess(t("protection.saved"));
    onDone();
  };
  return {
    typed,
    type: (window: LimitWindow, text: string) => setTyped({ ...typed, [window]: text }),
    isWrong,
    isBlank: tried && LIMIT_WINDOWS.every(isEmpty),
    isBusy: protect.isPending,
    submit,
  };
}

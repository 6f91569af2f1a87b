import { displayMoney, formatMoney, parseMoneyInput, type Money } from "@lotus/money";
import { Button, Sheet, TextField, useLastShown } from "@lotus/ui";
import { useState } from "react";
import { wireMoney } from "../../api/wire-money.ts";
import type { PlayLimit } from "../../features/protection/play-limits.ts";
import { protecting, useProtect } from "../../features/protection/use-protect.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { hoursText } from "./durations.ts";
import styles from "./limits.module.css";

interface LimitSheetProps {
  /** The limit that is edited; null while the sheet is closed. */
  limit: PlayLimit | null;
  onClose: () => void;
}

/** Sets a limit. What a change means, now or later, is said before it is made. */
export function LimitSheet({ limit, onClose }: LimitSheetProps) {
  const { t } = useI18n();
  const shown = useLastShown(limit ?? undefined);
  return (
    <Sheet
      open={limit !== null}
      onClose={onClose}
      closeLabel={t("app.close")}
      title={
        shown === undefined
          ? ""
          : `${t(`protection.${shown.kind}.title`)} · ${t(`protection.window.${shown.window}`)}`
      }
    >
      {shown !== undefined && <Form key={`${shown.kind} ${shown.window}`} limit={shown} onClose={onClose} />}
    </Sheet>
  );
}

/** A limit as one would write it. */
const EXAMPLE: Money = 500_00n;

function Form({ limit, onClose }: { limit: PlayLimit; onClose: () => void }) {
  const words = useI18n();
  const { t, locale } = words;
  const { currency, protection } = useAppConfig();
  const [typed, setTyped] = useState("");
  const protect = useProtect();
  const { kind, window } = limit;
  const present = limit.amount === null ? null : wireMoney(limit.amount);
  const read = parseMoneyInput(typed, locale, currency);
  const raises = read.ok && present !== null && read.value > present;
  const canRemove = present !== null && !(kind === "deposit" && protection?.depositLimitsObligatory === true);
  const waits = t("protection.edit.higher", { time: hoursText(protection?.raiseHours ?? 24, words) });

  function change(amount: Money | null) {
    const waitsNow = present !== null && (amount === null || amount > present);
    protect.mutate(
      protecting.setLimit({ kind, window, amount: amount === null ? null : formatMoney(amount) }),
      {
        onSuccess: () => {
          notifySuccess(t(waitsNow ? "protection.asked" : "protection.saved"));
          onClose();
        },
      },
    );
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (read.ok) change(read.value);
      }}
    >
      <TextField
        label={t("protection.edit.amount")}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={24}
        value={typed}
        suffix={currency.symbol}
        hint={read.ok ? (raises ? waits : t("protection.edit.lower")) : undefined}
        error={
          !read.ok && typed !== ""
            ? t("money.field.notANumber", { example: displayMoney(EXAMPLE, locale) })
            : undefined
        }
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" size="l" block busy={protect.isPending} disabled={!read.ok}>
        {t(raises ? "protection.edit.ask" : "protection.edit.set")}
      </Button>
      {canRemove && (
        <>
          <Button variant="ghost" block disabled={protect.isPending} onClick={() => change(null)}>
            {t("protection.edit.remove")}
          </Button>
          <p className={styles.hint}>{waits}</p>
        </>
      )}
    </form>
  );
}

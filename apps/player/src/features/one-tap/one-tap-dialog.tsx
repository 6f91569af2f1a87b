import { parseMoney } from "@lotus/money";
import { AmountField, Button, Dialog } from "@lotus/ui";
import { useId, useState } from "react";
import { SwitchRow } from "../../components/switch-row.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useSession } from "../../session/session.ts";
import { useSlipHabits } from "../slip/slip-habits.ts";
import { typedAmount } from "../slip/stake-steps.ts";
import styles from "./one-tap.module.css";

/** The most before the player types another, and the highest that may be typed. */
const FIRST_MOST = "50";
const HIGHEST_MOST = 1000_00n;

/** Lets the player of this device choose bets by one tap, and the most that one of them costs. */
export function OneTapDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, money, decimalSign } = useI18n();
  const form = useId();
  const player = useSession((session) => session.username.toLowerCase());
  const { oneTap, setOneTap } = useSlipHabits();
  const chosen = oneTap?.player === player ? oneTap : null;
  const [on, setOn] = useState(chosen !== null);
  const [most, setMost] = useState(chosen?.most ?? FIRST_MOST);
  const [problem, setProblem] = useState<string>();
  const save = () => {
    const read = parseMoney(most);
    if (on && (!read.ok || read.value <= 0n)) return setProblem(t("validation.amountBlank"));
    if (on && read.ok && read.value > HIGHEST_MOST)
      return setProblem(t("oneTap.mostTooHigh", { max: money(HIGHEST_MOST) }));
    // Another player's choice on this device is left as it is, unless this one makes one.
    if (on && read.ok) setOneTap({ player, most: typedAmount(read.value) });
    else if (chosen !== null) setOneTap(null);
    return onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("oneTap.title")}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("oneTap.cancel")}
          </Button>
          <Button type="submit" form={form}>
            {t("oneTap.save")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p className={styles.words}>{t("oneTap.words")}</p>
        <SwitchRow label={t("oneTap.switch")} on={on} onChange={setOn} />
        {on && (
          <AmountField
            label={t("oneTap.most")}
            hint={t("oneTap.mostHint")}
            value={most}
            decimalSign={decimalSign}
            wholeDigits={4}
            onChange={(typed) => {
              setProblem(undefined);
              setMost(typed);
            }}
            {...(problem !== undefined && { error: problem })}
          />
        )}
        <p className={styles.device}>{t("oneTap.device")}</p>
      </form>
    </Dialog>
  );
}

import { formatMoney } from "@lotus/money";
import { Chip, Keypad, type KeypadKey, pressKey, Stepper } from "@lotus/ui";
import { useEffect, useEffectEvent, useState } from "react";
import { useStore } from "zustand";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { readStake } from "./assess.ts";
import type { GameStore } from "./game-store.ts";
import type { SlipProblem } from "./slip-figures.ts";
import styles from "./slip-sheet.module.css";
import type { Slip } from "./use-slip.ts";

const CHIPS = ["1", "2", "5", "10", "50", "100"] as const;
const STEP = 1_00n;
const MIN_STAKE = 1_00n;

interface StakeEditorProps {
  slip: Slip;
  store: GameStore;
  /** The keypad is hidden: nothing can be sent now. */
  folded: boolean;
}

/** Editor of the stake per bet: − and +, six chips and a keypad. A hardware keyboard works as well. */
export function StakeEditor({ slip, store, folded }: StakeEditorProps) {
  const words = useI18n();
  const { t, money, decimalSign } = words;
  const unit = useStore(store, (state) => state.attempt?.amount ?? state.unit);
  // The first key after a chip or a step starts a new amount; until then the amount is shown with all decimals.
  const [typing, setTyping] = useState(false);
  const amount = readStake(unit);
  const set = (next: string) => {
    setTyping(false);
    store.getState().setUnit(next);
  };
  const press = (key: KeypadKey) => {
    store.getState().setUnit(pressKey(typing || key === "back" ? unit : "", key));
    setTyping(true);
  };
  useTypedKeys(slip.isOpen && !folded, press);
  const fixed = slip.busy || slip.unanswered;
  const problem = stakeProblem(slip.problem, words);
  return (
    <div className={styles.stake}>
      <div className={styles.stakeLine}>
        <span className={styles.stakeLabel}>{t("play.slip.unit")}</span>
        <Stepper
          label={t("play.slip.unit")}
          value={typing || amount === null ? unit.replace(".", decimalSign) : money(amount)}
          editing={!folded}
          error={problem !== null}
          minusLabel={t("play.slip.minus")}
          plusLabel={t("play.slip.plus")}
          minusDisabled={fixed || amount === null || amount <= MIN_STAKE}
          plusDisabled={fixed}
          onMinus={() => set(plain(amount === null || amount - STEP < MIN_STAKE ? MIN_STAKE : amount - STEP))}
          onPlus={() => set(plain((amount ?? 0n) + STEP))}
        />
      </div>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.chips}>
        {CHIPS.map((chip) => (
          <Chip
            key={chip}
            variant="amount"
            on={amount !== null && amount === readStake(chip)}
            disabled={fixed}
            // The keys below are labelled with figures too, so a chip's label names the stake it sets.
            aria-label={t("play.slip.stakeOf", { amount: chip })}
            onClick={() => set(chip)}
          >
            {chip}
          </Chip>
        ))}
      </div>
      {!folded && (
        <div className={styles.keypad}>
          <Keypad
            label={t("play.slip.unit")}
            deleteLabel={t("play.slip.delete")}
            decimalSign={decimalSign}
            onKey={press}
          />
        </div>
      )}
    </div>
  );
}

/** An amount in the form that is edited: "3", "3.5". */
function plain(amount: bigint): string {
  return formatMoney(amount).replace(/\.00$/u, "");
}

/** Message about an invalid stake; null if it is valid. */
function stakeProblem(problem: SlipProblem | null, { t, money }: I18n): string | null {
  if (problem === null) return null;
  switch (problem.kind) {
    case "noAmount":
      return t("validation.amountBlank");
    case "belowMin":
      return t("play.limit.stakeMin", { min: money(problem.min) });
    case "aboveMax":
      return t("play.limit.stakeMax", { max: money(problem.max) });
    case "overCap":
      return t("play.limit.payoutCap", { max: money(problem.max) });
    // Shown elsewhere: in the empty slip, above the lines, on the line or above the button.
    case "noSelection":
    case "tooManyLines":
    case "tooManyBets":
    case "balance":
      return null;
    default:
      return problem satisfies never;
  }
}

function useTypedKeys(on: boolean, press: (key: KeypadKey) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key === "Backspace" ? "back" : event.key === "," ? "." : event.key;
    if (isKey(key)) press(key);
  });
  useEffect(() => {
    if (!on) return undefined;
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [on]);
}

function isKey(key: string): key is KeypadKey {
  return /^\d$/u.test(key) || key === "." || key === "back";
}

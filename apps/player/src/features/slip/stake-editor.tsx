import { tidyTyped } from "@lotus/money";
import { Chip, Keypad, type KeypadKey, PencilIcon, pressKey, Stepper } from "@lotus/ui";
import { lazy, Suspense, useEffectEvent, useLayoutEffect, useState } from "react";
import { useStore } from "zustand";
import { notify } from "../../shell/notify.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { readStake } from "./assess.ts";
import type { GameStore } from "./game-store.ts";
import type { LineFigures, SlipProblem } from "./slip-figures.ts";
import { useSlipHabits } from "./slip-habits.ts";
import styles from "./slip-sheet.module.css";
import { stakeBounds, stepStake, typedAmount } from "./stake-steps.ts";
import type { Slip } from "./use-slip.ts";

const ChipsEditor = lazy(() =>
  import("./chips-editor.tsx").then((module) => ({ default: module.ChipsEditor })),
);

const STEP = 1_00n;
const MIN_STAKE = 1_00n;

interface StakeEditorProps {
  slip: Slip;
  store: GameStore;
  /** The line whose own stake is edited; null for that of all others. */
  line: LineFigures | null;
  /** Back to the stake of all. */
  onAll: () => void;
  /** The keypad is hidden: nothing can be sent now. */
  folded: boolean;
}

/** Editor of the stake per bet: − and +, the player's chips and a keypad with half and double. A hardware keyboard works as well. */
// One value with the ways to change it.
// oxlint-disable-next-line max-lines-per-function
export function StakeEditor({ slip, store, line, onAll, folded }: StakeEditorProps) {
  const words = useI18n();
  const { t, money, decimalSign } = words;
  const common = useStore(store, (state) => state.attempt?.amount ?? state.unit);
  const chips = useSlipHabits((habits) => habits.chips);
  const unit = line?.line.amount ?? common;
  // The first key after a chip, a step or another line starts a new amount; until then it is shown with all decimals.
  const [typing, setTyping] = useState<string | null>(null);
  const [editsChips, setEditsChips] = useState(false);
  const key = line?.line.key ?? "";
  const isTyping = typing === key;
  const amount = readStake(unit);
  const write = (next: string) => {
    const state = store.getState();
    if (line === null) state.setUnit(next);
    else state.setAmount(line.line.key, next);
  };
  const set = (next: string) => {
    setTyping(null);
    write(next);
  };
  const press = (typed: KeypadKey) => {
    write(pressKey(isTyping || typed === "back" ? unit : "", typed));
    setTyping(key);
  };
  const step = (by: "half" | "double") => {
    if (amount === null) return;
    const bounds = stakeBounds(
      line === null ? slip.figures.lines.filter((each) => each.line.amount === undefined) : [line],
    );
    const next = stepStake(amount, by, bounds);
    if (next.stoppedAt === "min") notify(t("play.limit.stakeMin", { min: money(bounds.min) }));
    if (next.stoppedAt === "max") notify(t("play.limit.stakeMax", { max: money(bounds.max ?? 0n) }));
    set(typedAmount(next.amount));
  };
  useTypedKeys(slip.isOpen && !folded && !editsChips, slip.docked, press);
  const fixed = slip.busy || slip.unanswered;
  const problem = stakeProblem(slip.problem, words);
  const label = line === null ? t("play.slip.unit") : t("slips.stakeOfLine", { name: line.name });
  return (
    <div className={styles.stake}>
      <div className={styles.stakeLine}>
        <span className={styles.stakeLabel}>{label}</span>
        {line !== null && !fixed && (
          <Chip
            onClick={() => {
              store.getState().setAmount(line.line.key, null);
              onAll();
            }}
          >
            {t("slips.stakeAsAll")}
          </Chip>
        )}
        <Stepper
          label={label}
          value={isTyping || amount === null ? unit.replace(".", decimalSign) : money(amount)}
          editing={!folded}
          error={problem !== null}
          minusLabel={t("play.slip.minus")}
          plusLabel={t("play.slip.plus")}
          minusDisabled={fixed || amount === null || amount <= MIN_STAKE}
          plusDisabled={fixed}
          onMinus={() =>
            set(typedAmount(amount === null || amount - STEP < MIN_STAKE ? MIN_STAKE : amount - STEP))
          }
          onPlus={() => set(typedAmount((amount ?? 0n) + STEP))}
        />
      </div>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.chips}>
        {chips.map((chip) => (
          <Chip
            key={chip}
            variant="amount"
            on={amount !== null && amount === readStake(chip)}
            disabled={fixed}
            // The keys below are labelled with figures too, so a chip's label names the stake it sets.
            aria-label={t("play.slip.stakeOf", { amount: chip.replace(".", decimalSign) })}
            onClick={() => set(chip)}
          >
            {chip.replace(".", decimalSign)}
          </Chip>
        ))}
      </div>
      {!folded && (
        <div className={styles.keypad}>
          <Keypad label={label} deleteLabel={t("play.slip.delete")} decimalSign={decimalSign} onKey={press} />
          <div className={styles.side}>
            {/* Who speaks to the phone says what is seen. */}
            <button type="button" aria-label={`½ ${t("slips.half")}`} onClick={() => step("half")}>
              ½
            </button>
            <button type="button" aria-label={`×2 ${t("slips.double")}`} onClick={() => step("double")}>
              ×2
            </button>
            <button type="button" aria-label={t("slips.editChips")} onClick={() => setEditsChips(true)}>
              <PencilIcon size={20} aria-hidden />
            </button>
          </div>
        </div>
      )}
      {editsChips && (
        <Suspense>
          <ChipsEditor onClose={() => setEditsChips(false)} />
        </Suspense>
      )}
    </div>
  );
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

/** Beside the board, only keys pressed within the slip are meant for it: others pick. */
function useTypedKeys(on: boolean, docked: boolean, press: (key: KeypadKey) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    if (docked && !(event.target instanceof Element && event.target.closest("[data-docked]"))) return;
    const typed = tidyTyped(event.key);
    const key = typed === "Backspace" ? "back" : typed === "," ? "." : typed;
    if (isKey(key)) press(key);
  });
  // A layout effect: whoever sees the slip may type at once, and what is typed before the listener is there would be lost.
  useLayoutEffect(() => {
    if (!on) return undefined;
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [on]);
}

function isKey(key: string): key is KeypadKey {
  return /^\d$/u.test(key) || key === "." || key === "back";
}

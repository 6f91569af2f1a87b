import { parseMoney } from "@lotus/money";
import { AmountField, Button, Chip, Dialog, XIcon } from "@lotus/ui";
import { useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./chips-editor.module.css";
import { FIRST_CHIPS, MAX_CHIPS, useSlipHabits } from "./slip-habits.ts";
import { typedAmount } from "./stake-steps.ts";

/** Lets the player choose the amounts of the chips, on this device. */
export function ChipsEditor({ onClose }: { onClose: () => void }) {
  const { t, decimalSign } = useI18n();
  const { chips, setChips } = useSlipHabits();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const add = () => {
    const read = parseMoney(typed);
    if (!read.ok || read.value <= 0n) return setProblem(t("validation.amountBlank"));
    if (chips.length >= MAX_CHIPS) return setProblem(t("slips.chipsFull", { max: MAX_CHIPS }));
    setProblem(undefined);
    setTyped("");
    return setChips(inOrder([...chips, typedAmount(read.value)]));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("slips.editChips")}
      actions={
        <>
          <Button variant="outline" onClick={() => setChips(FIRST_CHIPS)}>
            {t("slips.chipsFirst")}
          </Button>
          <Button onClick={onClose}>{t("slips.done")}</Button>
        </>
      }
    >
      <ul className={styles.chips}>
        {chips.map((chip) => {
          const amount = chip.replace(".", decimalSign);
          return (
            <li key={chip}>
              <Chip
                aria-label={t("slips.chipRemove", { amount })}
                disabled={chips.length === 1}
                end={<XIcon aria-hidden />}
                onClick={() => {
                  setProblem(undefined);
                  setChips(chips.filter((each) => each !== chip));
                }}
              >
                {amount}
              </Chip>
            </li>
          );
        })}
      </ul>
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <AmountField
          label={t("slips.chipNew")}
          value={typed}
          decimalSign={decimalSign}
          wholeDigits={7}
          onChange={setTyped}
          {...(problem !== undefined && { error: problem })}
        />
        <Button type="submit" variant="tint">
          {t("slips.chipAdd")}
        </Button>
      </form>
    </Dialog>
  );
}

/** Each amount once, the smallest first. */
function inOrder(chips: readonly string[]): readonly string[] {
  return [...new Set(chips)].toSorted((a, b) => Number(a) - Number(b));
}

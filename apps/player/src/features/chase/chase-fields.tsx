import { CHASE_MULTIPLE_MAX, CHASE_PERIODS } from "@lotus/contract";
import { AmountField, Chip, Switch } from "@lotus/ui";
import { useId } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { readCount, readTimes } from "./chase-plan.ts";
import { NumberField } from "./number-field.tsx";
import type { Chase } from "./use-chase.ts";
import styles from "./chase.module.css";

const COUNTS = [5, 10, 20, 50] as const;

/** How many periods, how many times the stake, and when it stops. */
export function ChaseFields({ chase, frozen }: { chase: Chase; frozen: boolean }) {
  const { t, number } = useI18n();
  const { draft, set } = chase;
  const [count, times] = [readCount(draft.count), readTimes(draft.times)];
  return (
    <div className={styles.fields}>
      <div className={styles.field}>
        <span>{t("chase.draws")}</span>
        <NumberField
          label={t("chase.draws")}
          value={draft.count}
          number={count}
          min={CHASE_PERIODS.min}
          max={CHASE_PERIODS.max}
          minusLabel={t("chase.fewer")}
          plusLabel={t("chase.more")}
          disabled={frozen}
          onChange={(text) => set({ count: text })}
        />
      </div>
      {count === null && (
        <p className={styles.problem} role="alert">
          {t("validation.chasePeriods")}
        </p>
      )}
      <div className={styles.chips}>
        {COUNTS.map((each) => (
          <Chip
            key={each}
            variant="amount"
            on={count === each}
            disabled={frozen}
            aria-label={t("chase.drawsOf", { count: each, draws: number(each) })}
            onClick={() => set({ count: String(each) })}
          >
            {number(each)}
          </Chip>
        ))}
      </div>
      <div className={styles.field}>
        <span>{t("chase.times")}</span>
        <NumberField
          label={t("chase.times")}
          value={draft.times}
          number={times}
          min={1}
          max={CHASE_MULTIPLE_MAX}
          minusLabel={t("chase.timesLess")}
          plusLabel={t("chase.timesMore")}
          disabled={frozen}
          onChange={(text) => set({ times: text })}
        />
      </div>
      {times === null && (
        <p className={styles.problem} role="alert">
          {t("chase.timesInvalid", { max: number(CHASE_MULTIPLE_MAX) })}
        </p>
      )}
      <Stops chase={chase} frozen={frozen} />
    </div>
  );
}

function Stops({ chase: { draft, set }, frozen }: { chase: Chase; frozen: boolean }) {
  const { t, decimalSign } = useI18n();
  const id = useId();
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={id}>{t("chase.stopOnWin")}</label>
        <Switch
          id={id}
          checked={draft.stopOnWin}
          disabled={frozen}
          onChange={(event) => set({ stopOnWin: event.target.checked })}
        />
      </div>
      <div className={styles.stops}>
        <AmountField
          label={t("chase.stopLoss")}
          value={draft.stopLoss}
          onChange={(stopLoss) => set({ stopLoss })}
          decimalSign={decimalSign}
          placeholder={t("chase.noStop")}
          disabled={frozen}
        />
        <AmountField
          label={t("chase.stopProfit")}
          value={draft.stopProfit}
          onChange={(stopProfit) => set({ stopProfit })}
          decimalSign={decimalSign}
          placeholder={t("chase.noStop")}
          disabled={frozen}
        />
      </div>
    </>
  );
}

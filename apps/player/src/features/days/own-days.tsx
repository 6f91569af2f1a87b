import { SPAN_DAYS_MAX } from "@lotus/contract";
import type { DaysMessageKey } from "@lotus/locales";
import { Button, Chip, Sheet } from "@lotus/ui";
import { useRef, useState } from "react";
import { DayField } from "../../components/day-field.tsx";
import { dayAt } from "../../components/read-day.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { monthText } from "./day-words.ts";
import { countDays, type Day, type Days, daysOf, lastMonths } from "./days.ts";
import styles from "./days.module.css";

interface OwnDaysProps {
  open: boolean;
  today: Day;
  /** The previous choice. */
  before: Days | undefined;
  onClose: () => void;
  onChoose: (days: Days) => void;
}

interface Problems {
  readonly from?: DaysMessageKey;
  readonly to?: DaysMessageKey;
}

/** Months that are chosen with one tap. */
const MONTHS = 6;

/** The first and the last day, typed, from a calendar or as one of the last months. */
export function OwnDays({ open, today, before, onClose, onChoose }: OwnDaysProps) {
  const { t } = useI18n();
  const [days, setDays] = useState<Days>(before ?? daysOf("7d", today));
  const [checked, setChecked] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const last = useRef<HTMLInputElement>(null);
  const problems = problemsOf(days, today);
  const text = (key: DaysMessageKey | undefined) =>
    checked && key !== undefined ? t(key, { days: SPAN_DAYS_MAX }) : undefined;
  function choose() {
    setChecked(true);
    if (problems.from !== undefined) first.current?.focus();
    else if (problems.to !== undefined) last.current?.focus();
    else onChoose(days);
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t("days.range")}
      closeLabel={t("app.close")}
      footer={
        <Button block onClick={choose}>
          {t("days.show")}
        </Button>
      }
    >
      <div className={styles.own}>
        <Months today={today} chosen={days} onChoose={onChoose} />
        <DayField
          ref={first}
          label={t("days.from")}
          calendar={{ max: today }}
          value={days.from}
          error={text(problems.from)}
          onChange={(from) => setDays({ ...days, from })}
        />
        <DayField
          ref={last}
          label={t("days.to")}
          calendar={{ max: today }}
          value={days.to}
          error={text(problems.to)}
          onChange={(to) => setDays({ ...days, to })}
        />
      </div>
    </Sheet>
  );
}

interface MonthsProps {
  today: Day;
  chosen: Days;
  onChoose: (month: Days) => void;
}

function Months({ today, chosen, onChoose }: MonthsProps) {
  const { t, locale } = useI18n();
  return (
    <section className={styles.months} aria-label={t("days.months")}>
      <span className={styles.caption} aria-hidden>
        {t("days.months")}
      </span>
      <div className={styles.chips}>
        {lastMonths(today, MONTHS).map((month) => (
          <Chip
            key={month.from}
            on={month.from === chosen.from && month.to === chosen.to}
            onClick={() => onChoose(month)}
          >
            {monthText(month.from, locale)}
          </Chip>
        ))}
      </div>
    </section>
  );
}

/** What is wrong with these days; an empty field is a day not chosen. */
function problemsOf(days: Days, today: Day): Problems {
  const { from, to } = days;
  const of = (day: Day): DaysMessageKey | undefined =>
    dayAt(day) === undefined ? "days.dayBlank" : day > today ? "days.dayFuture" : undefined;
  const [wrongFrom, wrongTo] = [of(from), of(to)];
  if (wrongFrom !== undefined || wrongTo !== undefined) {
    return {
      ...(wrongFrom !== undefined && { from: wrongFrom }),
      ...(wrongTo !== undefined && { to: wrongTo }),
    };
  }
  const count = countDays(days);
  if (count < 1) return { to: "days.dayOrder" };
  return count > SPAN_DAYS_MAX ? { from: "days.dayCount" } : {};
}

import { REPORT_DAYS_MAX } from "@lotus/contract";
import type { ReportMessageKey } from "@lotus/locales";
import { Button, Sheet, TextField } from "@lotus/ui";
import { useRef, useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { countDays, type Day, type Days, daysOf } from "./report-days.ts";
import styles from "./report.module.css";

interface OwnDaysProps {
  open: boolean;
  today: Day;
  /** The previous choice. */
  before: Days | undefined;
  onClose: () => void;
  onChoose: (days: Days) => void;
}

interface Problems {
  readonly from?: ReportMessageKey;
  readonly to?: ReportMessageKey;
}

/** The first and the last day, with the device's native date picker. */
export function OwnDays({ open, today, before, onClose, onChoose }: OwnDaysProps) {
  const { t } = useI18n();
  const [days, setDays] = useState<Days>(before ?? daysOf("7d", today));
  const [checked, setChecked] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const last = useRef<HTMLInputElement>(null);
  const problems = problemsOf(days, today);
  const text = (key: ReportMessageKey | undefined) =>
    checked && key !== undefined ? t(key, { days: REPORT_DAYS_MAX }) : undefined;
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
      title={t("report.range")}
      closeLabel={t("app.close")}
      footer={
        <Button block onClick={choose}>
          {t("report.show")}
        </Button>
      }
    >
      <div className={styles.own}>
        <TextField
          ref={first}
          label={t("report.from")}
          type="date"
          max={today}
          value={days.from}
          error={text(problems.from)}
          onChange={(event) => setDays({ ...days, from: event.target.value })}
        />
        <TextField
          ref={last}
          label={t("report.to")}
          type="date"
          max={today}
          value={days.to}
          error={text(problems.to)}
          onChange={(event) => setDays({ ...days, to: event.target.value })}
        />
      </div>
    </Sheet>
  );
}

/** What is wrong with these days; an empty field is a day not chosen. */
function problemsOf(days: Days, today: Day): Problems {
  const { from, to } = days;
  const of = (day: Day): ReportMessageKey | undefined =>
    day === "" ? "report.dayBlank" : day > today ? "report.dayFuture" : undefined;
  const [wrongFrom, wrongTo] = [of(from), of(to)];
  if (wrongFrom !== undefined || wrongTo !== undefined) {
    return {
      ...(wrongFrom !== undefined && { from: wrongFrom }),
      ...(wrongTo !== undefined && { to: wrongTo }),
    };
  }
  const count = countDays(days);
  if (count < 1) return { to: "report.dayOrder" };
  return count > REPORT_DAYS_MAX ? { from: "report.dayCount" } : {};
}

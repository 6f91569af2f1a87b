import { Chip } from "@lotus/ui";
import type { ReportMessageKey } from "@lotus/locales";
import { useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { dayText } from "../../features/days/day-words.ts";
import { OwnDays } from "../../features/days/own-days.tsx";
import { type Day, type Days, NAMED_DAYS, type NamedDays } from "../../features/days/days.ts";
import styles from "./report.module.css";

/** The requested days: by name, or by the first and the last. */
export type ReportRange = NamedDays | Days;

const WORDS = {
  today: "report.today",
  yesterday: "report.yesterday",
  "7d": "report.7d",
  "30d": "report.30d",
  month: "report.month",
} as const satisfies Record<NamedDays, ReportMessageKey>;

interface RangeChoiceProps {
  range: ReportRange;
  today: Day;
  onChange: (range: ReportRange) => void;
}

/** Choice of days: one tap for the usual ranges, a sheet for others. */
export function RangeChoice({ range, today, onChange }: RangeChoiceProps) {
  const { t, locale } = useI18n();
  const [choosing, setChoosing] = useState(false);
  const own = typeof range === "string" ? undefined : range;
  return (
    // A <fieldset> would need a visible legend.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" aria-label={t("days.range")} className={styles.ranges}>
      {NAMED_DAYS.map((name) => (
        <Chip key={name} on={range === name} onClick={() => onChange(name)}>
          {t(WORDS[name])}
        </Chip>
      ))}
      <Chip on={own !== undefined} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        {own === undefined ? t("days.custom") : `${dayText(own.from, locale)} – ${dayText(own.to, locale)}`}
      </Chip>
      <OwnDays
        open={choosing}
        today={today}
        before={own}
        onClose={() => setChoosing(false)}
        onChoose={(days) => {
          setChoosing(false);
          onChange(days);
        }}
      />
    </div>
  );
}

import { Card, Figure, Segmented } from "@lotus/ui";
import { useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { AgentSummary } from "./agent-queries.ts";
import styles from "./agent.module.css";
import { dayText } from "./day-words.ts";

const SPANS = ["today", "yesterday", "month"] as const;
const NAMES = ["turnover", "commission", "ownTurnover", "rebate"] as const;

/** Totals of the team and of the player's own bets. */
export function Figures({ summary }: { summary: AgentSummary }) {
  const { t, money, locale } = useI18n();
  const [span, setSpan] = useState<(typeof SPANS)[number]>("today");
  const { bookedTo } = summary;
  return (
    <>
      <Segmented
        label={t("agent.figures")}
        items={SPANS.map((key) => ({ key, label: t(`agent.${key}`) }))}
        value={span}
        onChange={setSpan}
      />
      <Card padding="none">
        <dl className={styles.figures}>
          {NAMES.map((name) => (
            <div key={name}>
              <dt>{t(`agent.${name}`)}</dt>
              <dd>
                <Figure size={16}>{money(summary[span][name])}</Figure>
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <p className={styles.note}>
        {bookedTo === null ? t("agent.notBooked") : t("agent.bookedTo", { day: dayText(bookedTo, locale) })}
      </p>
    </>
  );
}

import type { ReportMessageKey } from "@lotus/locales";
import { Card, Figure } from "@lotus/ui";
import { wireMoney } from "../../api/wire-money.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { Report } from "./report-query.ts";
import styles from "./report.module.css";

type Name = Exclude<keyof Report, "days" | "games" | "from" | "to" | "totalProfitLoss">;

interface Shown {
  readonly name: Name;
  /** 1n for money to the player, -1n for money from them, 0n for a balance, which has no sign. */
  readonly sign: 1n | -1n | 0n;
}

const FIGURES: readonly Shown[] = [
  { name: "accountBalance", sign: 0n },
  { name: "betCost", sign: -1n },
  { name: "payoutRevenue", sign: 1n },
  { name: "rebateIncome", sign: 1n },
  { name: "activityGift", sign: 1n },
  { name: "deposit", sign: 1n },
  { name: "withdrawal", sign: -1n },
  { name: "transferOut", sign: -1n },
];

/** Every sum of the report, each with the sign it has for the player. */
export function Figures({ report }: { report: Report }) {
  const { t, money } = useI18n();
  return (
    <Card padding="none">
      <dl className={styles.figures} aria-label={t("report.figures")}>
        {FIGURES.map(({ name, sign }) => (
          <div key={name}>
            <dt>{t(`report.${name}` satisfies ReportMessageKey)}</dt>
            <dd>
              <Figure size={16}>
                {sign === 0n ? money(report[name]) : money(sign * wireMoney(report[name]), { signed: true })}
              </Figure>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

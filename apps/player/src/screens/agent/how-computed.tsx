import { Card } from "@lotus/ui";
import type { Money } from "@lotus/money";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { Plan } from "./agent-queries.ts";
import styles from "./agent.module.css";
import { commissionOf } from "./commission.ts";
import { dayText } from "./day-words.ts";

/** A round turnover for the worked example. */
const EXAMPLE: Money = 1_000_00n;

interface HowComputedProps {
  plan: Plan;
  /** A plan that takes effect on a later day. */
  next: Plan | null;
}

/** The rates, a worked example of one day, and the rule in words. */
export function HowComputed({ plan, next }: HowComputedProps) {
  const { t, locale } = useI18n();
  return (
    <>
      <Card>
        <h2 className={styles.title}>{t("agent.rates")}</h2>
        <Rates plan={plan} />
        <p className={styles.note}>{t("agent.planFrom", { day: dayText(plan.fromDay, locale) })}</p>
      </Card>
      {next !== null && (
        <Card>
          <h2 className={styles.title}>{t("agent.planNext", { day: dayText(next.fromDay, locale) })}</h2>
          <Rates plan={next} />
        </Card>
      )}
      <Example plan={plan} />
      <p className={styles.note}>{t("agent.rule")}</p>
      <p className={styles.note}>{t("agent.covering")}</p>
    </>
  );
}

function Rates({ plan }: { plan: Plan }) {
  const { t, money } = useI18n();
  return (
    <table className={styles.rates}>
      <tbody>
        <tr>
          <th scope="row">{t("agent.rateOwn")}</th>
          <td>{`${money(plan.rebatePercent)}%`}</td>
        </tr>
        {plan.levels.map(({ level, percent }) => (
          <tr key={level}>
            <th scope="row">
              {t("agent.rateLevel", { level })}
              <span className={styles.who}>
                {level === 1 ? t("agent.whoLevel1") : t("agent.whoLevelMore", { above: level - 1 })}
              </span>
            </th>
            <td>{`${money(percent)}%`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same turnover for everybody, so that only the rates differ. */
function Example({ plan }: { plan: Plan }) {
  const { t, money } = useI18n();
  const unit = useAppConfig().currency.symbol;
  const parts = [plan.rebatePercent, ...plan.levels.map(({ percent }) => percent)];
  const total = parts.reduce((sum, percent) => sum + commissionOf(EXAMPLE, percent), 0n);
  const values = (percent: string) => ({
    amount: money(EXAMPLE),
    percent: money(percent),
    result: money(commissionOf(EXAMPLE, percent)),
    unit,
  });
  return (
    <Card>
      <h2 className={styles.title}>{t("agent.example")}</h2>
      <ul className={styles.example}>
        <li>{t("agent.exampleOwn", values(plan.rebatePercent))}</li>
        {plan.levels.map(({ level, percent }) => (
          <li key={level}>{t("agent.exampleLevel", { level, ...values(percent) })}</li>
        ))}
        <li>
          <b>{t("agent.exampleSum", { total: money(total), unit })}</b>
        </li>
      </ul>
    </Card>
  );
}

import { Figure } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./explain.module.css";
import type { Receipt } from "./receipt.ts";

interface ReceiptLinesProps {
  receipt: Receipt;
  /** Label of the total. */
  totalLabel: string;
  /** An example, nobody was paid: the total is plain, not gold. */
  example?: boolean;
}

/** The arithmetic line by line, as anyone can redo it: winning bets × stake × odds, refund, total. */
export function ReceiptLines({ receipt, totalLabel, example = false }: ReceiptLinesProps) {
  const { t, money, odds, number } = useI18n();
  const { unit, lines, refund, cappedAt, total } = receipt;
  const gold = !example && lines.length > 0 && total > 0n;
  return (
    <dl className={styles.receipt}>
      {lines.map((line) => (
        <div key={line.key}>
          <dt>
            {line.name}
            <span className={styles.formula}>
              {`${number(line.count)} × ${money(unit)} × ${odds(line.odds)}`}
            </span>
          </dt>
          <dd>{money(line.paid)}</dd>
        </div>
      ))}
      {refund !== null && (
        <div>
          <dt>
            {t("play.explain.refund")}
            <span className={styles.formula}>{`${number(refund.count)} × ${money(unit)}`}</span>
          </dt>
          <dd>{money(refund.amount)}</dd>
        </div>
      )}
      {cappedAt !== null && (
        <div>
          <dt>{t("play.explain.capped")}</dt>
          <dd>{money(cappedAt)}</dd>
        </div>
      )}
      <div className={styles.total}>
        <dt>{totalLabel}</dt>
        <dd>
          <Figure size={16} tone={gold ? "gold" : "text"}>
            {money(total)}
          </Figure>
        </dd>
      </div>
    </dl>
  );
}

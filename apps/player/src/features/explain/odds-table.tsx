import type { RuleOption } from "@lotus/contract";
import { type Fraction, formatFraction, toNumber } from "@lotus/games";
import { Chip, ScrollBox } from "@lotus/ui";
import { useId, useMemo, useState } from "react";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { type OddsKind, oddsKinds } from "./odds-kinds.ts";
import styles from "./odds-table.module.css";

interface OddsTableProps {
  gameCode: string;
  option: RuleOption;
}

/**
 * Every prize of an option with odds and chance, and each kind of bet with its return to player. The chance is shown as
 * one in N; the exact fraction on demand.
 */
export function OddsTable({ gameCode, option }: OddsTableProps) {
  const { t } = useI18n();
  const id = useId();
  const [exact, setExact] = useState(false);
  const kinds = useMemo(() => oddsKinds(gameCode, option), [gameCode, option]);
  return (
    <div className={styles.odds}>
      <div className={styles.head}>
        <p id={id}>{t("play.rules.tiers")}</p>
        <Chip variant="helper" on={exact} onClick={() => setExact(!exact)}>
          {t("play.rules.exact")}
        </Chip>
      </div>
      <ScrollBox className={styles.box} labelledBy={id}>
        <table className={styles.table} data-exact={exact || undefined} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{t("play.rules.prize")}</th>
              <th scope="col">{t("play.rules.odds")}</th>
              <th scope="col">{t("play.rules.chance")}</th>
              <th scope="col">RTP</th>
            </tr>
          </thead>
          {kinds.map((kind) => (
            <Kind key={kind.rows[0]?.key} kind={kind} exact={exact} />
          ))}
        </table>
      </ScrollBox>
      {kinds.some(({ rows }) => rows.length > 1) && <p className={styles.note}>{t("play.rules.whole")}</p>}
    </div>
  );
}

function Kind({ kind, exact }: { kind: OddsKind; exact: boolean }) {
  const words = useI18n();
  const { t, odds, number } = words;
  return (
    <tbody>
      {kind.name !== undefined && (
        <tr>
          <th scope="rowgroup" colSpan={4} className={styles.kind}>
            {kind.name}
          </th>
        </tr>
      )}
      {kind.rows.map((row, at) => (
        <tr key={row.key}>
          <th scope="row">{row.name}</th>
          <td className={styles.figure}>{odds(row.odds)}</td>
          <td>
            {chanceText(row.chance, exact, words)}
            {row.refund !== undefined && (
              <span className={styles.refund}>
                {t("play.rules.refund", { chance: chanceText(row.refund, exact, words) })}
              </span>
            )}
          </td>
          {at === 0 && (
            <td rowSpan={kind.rows.length} className={styles.share}>
              {`${number(Number(kind.returnToPlayer), { maximumFractionDigits: 2 })}%`}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  );
}

/** "1 in 216", or the exact fraction. N is not rounded to an integer below one hundred. */
export function chanceText(
  chance: Fraction,
  exact: boolean,
  { t, number }: Pick<I18n, "t" | "number">,
): string {
  if (exact) return formatFraction(chance);
  const one = toNumber({ num: chance.den, den: chance.num });
  return t("play.rules.oneIn", {
    n: number(one, { maximumFractionDigits: one < 10 ? 2 : one < 100 ? 1 : 0 }),
  });
}

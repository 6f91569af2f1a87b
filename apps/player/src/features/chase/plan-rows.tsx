import type { Period } from "@lotus/games";
import type { Money } from "@lotus/money";
import { Button } from "@lotus/ui";
import { memo, useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { shortNo } from "../draw/draw-phase.ts";
import { type ChaseDraft, readTimes } from "./chase-plan.ts";
import { WholeInput } from "./number-field.tsx";
import styles from "./chase.module.css";

interface PlanRowsProps {
  periods: readonly Period[];
  draft: ChaseDraft;
  /** What a period costs whose multiple is 1. */
  stake: Money;
  frozen: boolean;
  set: (change: Partial<ChaseDraft>) => void;
  setOwn: (at: number, times: string) => void;
}

/** Rows that are there at first, and that each further step adds. */
const FIRST_ROWS = 10;
const MORE_ROWS = 50;

/** The planned periods with their draw times and stakes; the multiple of each can be typed. */
export function PlanRows({ periods, draft, stake, frozen, set, setOwn }: PlanRowsProps) {
  const { t, number } = useI18n();
  const [limit, setLimit] = useState(FIRST_ROWS);
  const left = periods.length - limit;
  const [first, last] = [periods[0], periods.at(-1)];
  return (
    <section className={styles.rows} aria-label={t("chase.plan")}>
      <header>
        <h3>{t("chase.plan")}</h3>
        {first !== undefined && last !== undefined && (
          <span>{t("chase.planSpan", { first: shortNo(first.periodNo), last: shortNo(last.periodNo) })}</span>
        )}
        {draft.own.size > 0 && (
          <Button variant="ghost" size="s" disabled={frozen} onClick={() => set({ own: new Map() })}>
            {t("chase.sameForAll")}
          </Button>
        )}
      </header>
      <ol>
        {periods.slice(0, limit).map((period, at) => (
          <PlanRow
            key={period.periodNo}
            at={at}
            period={period}
            text={draft.own.get(at) ?? draft.times}
            stake={stake}
            frozen={frozen}
            change={setOwn}
          />
        ))}
      </ol>
      {left > 0 && (
        <Button variant="ghost" size="s" block onClick={() => setLimit(limit + MORE_ROWS)}>
          {t("chase.showMore", {
            count: Math.min(left, MORE_ROWS),
            draws: number(Math.min(left, MORE_ROWS)),
          })}
        </Button>
      )}
    </section>
  );
}

interface PlanRowProps {
  at: number;
  period: Period;
  text: string;
  stake: Money;
  frozen: boolean;
  change: (at: number, text: string) => void;
}

/** Memoized: typing one multiple renders one row, of up to 1,440. */
const PlanRow = memo(function PlanRow({ at, period, text, stake, frozen, change }: PlanRowProps) {
  const { t, money, number, dateTime } = useI18n();
  const times = readTimes(text);
  const no = shortNo(period.periodNo);
  return (
    <li className={styles.row}>
      <span className={styles.place}>{number(at + 1)}</span>
      <span className={styles.when}>
        <b>{t("play.draw.period", { no })}</b>
        <span>{dateTime(period.drawAt)}</span>
      </span>
      <span className={styles.timesOf}>
        <span aria-hidden>×</span>
        <WholeInput
          label={t("chase.timesOf", { no })}
          value={text}
          invalid={times === null}
          disabled={frozen}
          onChange={(typed) => change(at, typed)}
        />
      </span>
      <b className={styles.rowStake}>{times === null ? "–" : money(stake * BigInt(times))}</b>
    </li>
  );
});

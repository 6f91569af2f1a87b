import { allLostRange, linesReturn, planChance, type DrawChance, type PlanChance } from "@lotus/games";
import { Figure, Skeleton } from "@lotus/ui";
import { useDeferredValue, useMemo, type ReactNode } from "react";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { shortNo } from "../draw/draw-phase.ts";
import { chanceText, meanAmount, ratioText } from "./chance-words.ts";
import type { Chase } from "./use-chase.ts";
import { costedLines, useDrawChance } from "./use-draw-chance.ts";
import styles from "./chase.module.css";

/** What a plan may come to: the chance that all of it is lost, and what it loses on average. */
export function ChaseChances({ gameCode, chase }: { gameCode: string; chase: Chase }) {
  const words = useI18n();
  const { t, money, number } = words;
  const { figures, lunarYear, multiples, stopProfit, stopLoss } = chase;
  const { stopOnWin } = chase.draft;
  const lines = useMemo(() => costedLines(gameCode, figures.lines), [gameCode, figures]);
  const chance = useDrawChance(gameCode, lines, lunarYear);
  const returned = useMemo(() => linesReturn(lines, lunarYear), [lines, lunarYear]);
  const plan = useMemo(
    () => (multiples === null ? null : { unit: figures.total, multiples, stopOnWin, stopProfit, stopLoss }),
    [figures, multiples, stopOnWin, stopProfit, stopLoss],
  );
  // A long plan takes some milliseconds: typing goes first.
  const settled = useDeferredValue(plan);
  const found = useMemo(
    () => (settled === null || chance === null ? null : planChance(settled, chance, returned)),
    [settled, chance, returned],
  );
  return (
    <section className={styles.chances} aria-label={t("chase.chance.title")} aria-live="polite">
      <dl>
        <Fact name={t("chase.chance.all")} note={found === null ? "" : allLostNote(found, words)}>
          {found !== null && about(found, ratioText(found.allLost.chance, words), words)}
        </Fact>
        <Fact
          name={t(found?.meanLoss.exact === false ? "chase.chance.lossMost" : "chase.chance.loss")}
          note={found === null ? "" : t("chase.chance.lossNote", { total: money(found.total) })}
        >
          {found !== null && money(meanAmount(found.meanLoss.loss))}
        </Fact>
        {stopOnWin && (
          <Fact
            name={t(found?.winStops?.exact === false ? "chase.chance.winLeast" : "chase.chance.win")}
            note={t("chase.chance.winNote")}
            small
          >
            {found?.winStops != null &&
              about(found, ratioText(found.winStops.chance, words, WIN_DIGITS), words)}
          </Fact>
        )}
      </dl>
      {found?.exact === false && chance !== null && (
        <p className={styles.quiet}>{rangeText(found, chance, words)}</p>
      )}
      {chase.yearTurn !== undefined && (
        <p className={styles.quiet}>
          {t("chase.chance.yearTurns", { no: shortNo(chase.yearTurn.periodNo) })}
        </p>
      )}
      <p className={styles.quiet}>
        {t("chase.chance.independent", { count: number(multiples?.length ?? 0) })}
      </p>
    </section>
  );
}

/** A chance of winning is not counted more finely than it matters. */
const WIN_DIGITS = 2;

interface FactProps {
  name: string;
  note: string;
  /** Smaller than what can be lost. */
  small?: boolean;
  children: ReactNode;
}

function Fact({ name, note, small = false, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {typeof children === "string" ? (
          <Figure size={small ? 14 : 20}>{children}</Figure>
        ) : (
          <Skeleton width={72} height={24} />
        )}
        <span>{note}</span>
      </dd>
    </div>
  );
}

const about = ({ exact }: PlanChance, text: string, { t }: I18n): string =>
  exact ? text : t("chase.chance.about", { chance: text });

function allLostNote({ allLost }: PlanChance, { t, money, number }: I18n): string {
  return t("chase.chance.allNote", {
    count: allLost.draws,
    draws: number(allLost.draws),
    lost: money(allLost.lost),
  });
}

/** How exact a sampled chance is. */
function rangeText({ allLost }: PlanChance, { nothing }: DrawChance, words: I18n): string {
  const [least, most] = allLostRange(nothing, allLost.draws);
  return words.t("chase.chance.range", {
    least: chanceText(least, words),
    most: chanceText(most, words),
    draws: words.number(nothing.draws),
  });
}

import type { RuleOption } from "@lotus/contract";
import { exampleOf, findGame, findOption } from "@lotus/games";
import { stake } from "@lotus/money";
import { useMemo } from "react";
import { spokenNumbers } from "../../features/draw/draw-words.ts";
import { DrawShown } from "../../features/explain/draw-shown.tsx";
import { MarkedPicks } from "../../features/explain/marked-picks.tsx";
import { marksOf } from "../../features/explain/marks.ts";
import { ReceiptLines } from "../../features/explain/receipt-lines.tsx";
import { receiptOfOutcome } from "../../features/explain/receipt.ts";
import { oddsTable } from "../../features/slip/assess.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./guide.module.css";

/** The stake of one bet in examples: 2.00, with which a slip begins. */
const UNIT = 2_00n;

interface ExampleProps {
  gameCode: string;
  option: RuleOption;
  lunarYear: number;
}

/** A selection, a draw in which it wins, and the payout, computed by the engine that settles real bets. */
export function Example({ gameCode, option, lunarYear }: ExampleProps) {
  const { t, money } = useI18n();
  const example = useMemo(() => exampleFor(gameCode, option, lunarYear), [gameCode, option, lunarYear]);
  if (example === undefined) return null;
  const { family, groups, bets, result, marks, receipt, wins } = example;
  return (
    <section className={styles.example} aria-label={t("rules.guide.example")}>
      <h4 className={styles.exampleTitle}>{t("rules.guide.example")}</h4>
      <div className={styles.part}>
        <p className={styles.label}>{t("rules.guide.youPick")}</p>
        <MarkedPicks option={option} groups={groups} marks={marks} />
      </div>
      <p className={styles.stake}>
        {`${t("play.bets", { count: bets })} × ${money(UNIT)} = `}
        <b>{money(stake(UNIT, bets))}</b>
      </p>
      <div className={styles.part}>
        <p className={styles.label}>{t("rules.guide.drawn")}</p>
        <DrawShown
          gameCode={gameCode}
          family={family}
          numbers={result.numbers}
          lunarYear={result.lunarYear}
          option={option}
          lit={marks?.lit}
          label={spokenNumbers(family, result.numbers, t)}
        />
      </div>
      <p>{t("play.explain.won", { wins, count: bets })}</p>
      <ReceiptLines receipt={receipt} totalLabel={t("rules.guide.payout")} example />
      <p className={styles.note}>{t("rules.guide.chosen")}</p>
    </section>
  );
}

function exampleFor(gameCode: string, rule: RuleOption, lunarYear: number) {
  const game = findGame(gameCode);
  const option = game === undefined ? undefined : findOption(game.code, rule.id);
  if (option === undefined) return undefined;
  const { groups, bets, result, outcome } = exampleOf(option, lunarYear);
  return {
    family: option.family,
    groups,
    bets,
    result,
    wins: outcome.wins.reduce((sum, { count }) => sum + count, 0),
    marks: marksOf(gameCode, { optionId: rule.id, groups }, result),
    receipt: receiptOfOutcome(outcome, rule, UNIT, oddsTable(rule)),
  };
}

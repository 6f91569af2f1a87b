import type { BetRecord, RuleOption } from "@lotus/contract";
import { findGame } from "@lotus/games";
import { ChevronRightIcon } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { wireMoney } from "../../api/wire-money.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { spokenNumbers } from "../draw/draw-words.ts";
import { ruleQuery } from "../game-data/queries.ts";
import { findRule } from "../slip/game-mode.ts";
import { DrawShown } from "./draw-shown.tsx";
import styles from "./explain.module.css";
import { MarkedPicks } from "./marked-picks.tsx";
import { type Marks, marksOf } from "./marks.ts";
import { ReceiptLines } from "./receipt-lines.tsx";
import { receiptOfOrder } from "./receipt.ts";

interface OrderWhyProps {
  order: BetRecord;
  /** The draw is already shown above. */
  withoutDraw?: boolean;
}

/** Explains the result of an order: what was drawn, which picks count, and the arithmetic anyone can redo. */
export function OrderWhy({ order, withoutDraw = false }: OrderWhyProps) {
  const words = useI18n();
  const { t, locale } = words;
  const rules = useQuery(ruleQuery(order.gameCode, locale)).data?.rules ?? [];
  const option = findRule(rules, order.optionId)?.option;
  const settled = order.status === "won" || order.status === "notWon";
  const marks = useMemo(() => (settled ? marksOfOrder(order) : undefined), [order, settled]);
  return (
    <div className={styles.why}>
      {!withoutDraw && order.winningNumbers !== undefined && (
        <Drawn order={order} option={option} lit={marks?.lit} />
      )}
      <section className={styles.part}>
        <h3>{t("play.detail.picks")}</h3>
        {option === undefined ? (
          <b>{order.betNumbers}</b>
        ) : (
          <MarkedPicks option={option} groups={order.groups} marks={marks} />
        )}
      </section>
      <section className={styles.part}>
        {settled && <h3>{t("play.detail.why")}</h3>}
        <p className={styles.verdict}>{verdict(order, words)}</p>
        {option !== undefined && settled && <Sum order={order} option={option} />}
      </section>
      {option !== undefined && <Rule order={order} option={option} />}
    </div>
  );
}

function marksOfOrder(order: BetRecord): Marks | undefined {
  const { winningNumbers: numbers, lunarYear } = order;
  if (numbers === undefined) return undefined;
  return marksOf(order.gameCode, order, { numbers, ...(lunarYear !== undefined && { lunarYear }) });
}

interface DrawnProps {
  order: BetRecord;
  option: RuleOption | undefined;
  lit: readonly number[] | undefined;
}

function Drawn({ order, option, lit }: DrawnProps) {
  const { t } = useI18n();
  const numbers = order.winningNumbers ?? [];
  const family = findGame(order.gameCode)?.family ?? "five-digits";
  return (
    <section className={styles.part}>
      <h3>{t("play.detail.result")}</h3>
      <DrawShown
        gameCode={order.gameCode}
        family={family}
        numbers={numbers}
        lunarYear={order.lunarYear}
        option={option}
        lit={lit}
        label={t("play.draw.result", { no: order.prizeNo, numbers: spokenNumbers(family, numbers, t) })}
      />
    </section>
  );
}

interface PartProps {
  order: BetRecord;
  option: RuleOption;
}

/** The drawn numbers in a row, with the special ball of Mark Six set apart. */
function drawnText({ gameCode, winningNumbers = [] }: BetRecord): string {
  if (findGame(gameCode)?.family !== "mark-six") return winningNumbers.join(" ");
  return `${winningNumbers.slice(0, -1).join(" ")} + ${winningNumbers.at(-1) ?? ""}`;
}

/** The order's result in a sentence or two. */
function verdict(order: BetRecord, { t, money }: I18n): string {
  const count = order.betCount;
  switch (order.status) {
    case "notDrawn":
      return t("play.detail.whyOpen");
    case "drawn":
      return t("play.explain.counting");
    case "cancelled":
      return t(order.cancelledBy === "void" ? "play.explain.voided" : "play.detail.whyCancelled", {
        refund: money(order.refund),
      });
    case "won":
    case "notWon": {
      const wins = order.tiers.reduce((sum, tier) => sum + tier.wins, 0);
      const unit = wireMoney(order.betAmount);
      const returned = unit === 0n ? 0 : Number(wireMoney(order.refund) / unit);
      const parts = [
        ...(wins > 0 ? [t("play.explain.won", { wins, count })] : []),
        ...(returned > 0 ? [t("play.explain.refunds", { count: returned })] : []),
      ];
      return parts.length > 0
        ? parts.join(" ")
        : t("play.explain.lost", { numbers: drawnText(order), count });
    }
    default:
      return order.status satisfies never;
  }
}

/** The arithmetic; none for an order that paid nothing. */
function Sum({ order, option }: PartProps) {
  const { t } = useI18n();
  const receipt = useMemo(() => receiptOfOrder(order, option), [order, option]);
  if (receipt.lines.length === 0 && receipt.refund === null) return null;
  return <ReceiptLines receipt={receipt} totalLabel={t("play.explain.total")} />;
}

/** The rule that the order was settled by, with a link to the full text. */
function Rule({ order, option }: PartProps) {
  const { t } = useI18n();
  const guide = href("guide", { code: order.gameCode, option: option.id });
  return (
    <section className={styles.part}>
      <h3>{t("play.explain.rule")}</h3>
      <p className={styles.rule}>
        {/* The first lines; the linked guide has the full text. */}
        <span data-may-shorten>{option.help}</span>
      </p>
      <button type="button" className={styles.toGuide} onClick={() => void navigation.push(guide)}>
        {t("play.explain.toGuide")}
        <ChevronRightIcon size={16} aria-hidden />
      </button>
    </section>
  );
}

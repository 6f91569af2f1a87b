import type { RuleItem, RuleOption } from "@lotus/contract";
import { zodiacOf } from "@lotus/games";
import { joinClasses, TickBadge } from "@lotus/ui";
import { Fragment, memo, type ReactNode, useId } from "react";
import { MarkSixBall } from "../../artwork/ball.tsx";
import { animalFor, ZodiacHead } from "../../artwork/zodiac-head.tsx";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import styles from "./ball-cards.module.css";
import { animalNamed, type BallSet, ballsOf, isBallSet } from "./balls-of.ts";
import type { GroupProps } from "./use-group.ts";
import board from "./board.module.css";
import { GroupHead } from "./group-head.tsx";
import { useLunarYear } from "./use-lunar-year.ts";
import { useRovingFocus } from "./use-roving-focus.ts";

/** Items that each cover several of the forty-nine balls: a card with name, odds and balls. */
export function BallCards(props: GroupProps) {
  const { store, option, group, picked, onToggle } = props;
  const id = useId();
  const { ref, ...roving } = useRovingFocus();
  const lunarYear = useLunarYear(store.getState().gameCode);
  const on = new Set(picked.map((item) => item.id));
  const kind = isBallSet(group.kind) ? group.kind : "colour";
  return (
    <section className={board.section} aria-labelledby={id}>
      <GroupHead {...props} id={id} />
      <fieldset
        ref={ref}
        aria-labelledby={id}
        className={joinClasses(styles.cards, WIDE.has(kind) && styles.wide)}
        {...roving}
      >
        {group.items.map((item) => (
          <BallCard
            key={item.id}
            item={item}
            kind={kind}
            lunarYear={lunarYear}
            odds={item.odds ?? (kind === "zodiac" ? animalOdds(option, item.id, lunarYear) : undefined)}
            on={on.has(item.id)}
            onToggle={onToggle}
          />
        ))}
      </fieldset>
    </section>
  );
}

/** Kinds with about ten balls per item: one card per line. */
const WIDE: ReadonlySet<BallSet> = new Set(["colour", "head", "range"]);

/**
 * Odds of an animal: the year's animal has one ball more and its own odds. With several tiers it is the first, which
 * one hit pays; undefined if the odds depend on the number of picks.
 */
export function animalOdds(option: RuleOption, animal: string, lunarYear: number): string | undefined {
  const [first, second] = option.tiers;
  const growing = first?.code.startsWith("hits") === true;
  if (first === undefined || (second !== undefined && !growing)) return undefined;
  const wanted = zodiacOf(1, lunarYear) === animal ? "year" : "other";
  return first.classes.find((line) => line.class === wanted)?.odds;
}

interface BallCardProps {
  item: RuleItem;
  kind: BallSet;
  lunarYear: number;
  odds: string | undefined;
  on: boolean;
  onToggle: (item: string) => void;
}

/**
 * Selection is shown by fill and shape: tinted background with outline, so that the balls keep their colours, and a
 * tick.
 */
const BallCard = memo(function BallCard({ item, kind, lunarYear, odds, on, onToggle }: BallCardProps) {
  const words = useI18n();
  const { head, name } = titleOf(kind, item, words);
  return (
    <button
      type="button"
      data-cell={item.id}
      aria-pressed={on}
      className={styles.card}
      onClick={() => onToggle(item.id)}
    >
      <span className={styles.title}>
        {head}
        <span className={styles.name}>{name}</span>{" "}
        {odds !== undefined && <span className={styles.odds}>{words.odds(odds)}</span>}
      </span>{" "}
      <span className={styles.balls}>
        {ballsOf(kind, item.id, lunarYear).map((ball) => (
          <Fragment key={ball}>
            <MarkSixBall number={ball} size="max(22px, 1.375rem)" variant="solid" />{" "}
          </Fragment>
        ))}
      </span>
      <TickBadge />
    </button>
  );
});

function titleOf(kind: BallSet, item: RuleItem, { t, locale }: I18n): { head: ReactNode; name: string } {
  if (kind === "head") return { head: null, name: t("play.board.head", { n: item.id }) };
  if (kind === "tail") return { head: null, name: t("play.board.tail", { n: item.id }) };
  const animal = kind === "zodiac" ? animalNamed(item.id) : undefined;
  if (animal === undefined) return { head: null, name: item.name };
  return { head: <ZodiacHead animal={animalFor(animal, locale)} size={26} />, name: item.name };
}

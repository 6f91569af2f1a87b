import type { RuleOption } from "@lotus/contract";
import { facts, type Family, findGame, zodiacOf } from "@lotus/games";
import { DrawPicture } from "../../artwork/draw-picture.tsx";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { factLine, factWords } from "../draw/fact-words.ts";
import styles from "./explain.module.css";

interface DrawShownProps {
  gameCode: string;
  family: Family;
  numbers: readonly number[];
  /** The lunar year of the draw, for the animals of Mark Six. */
  lunarYear?: number | undefined;
  /** The option for which the draw is shown; decides which of its facts matter. */
  option: RuleOption | undefined;
  /** Places that count for what is explained; the others are grey. Absent: all count. */
  lit?: readonly number[] | undefined;
  /** Accessible name of the picture. */
  label: string;
}

/** A draw as its pieces, with its facts below. */
export function DrawShown(props: DrawShownProps) {
  const { gameCode, family, numbers, lunarYear, option, lit, label } = props;
  const words = useI18n();
  const game = findGame(gameCode);
  const known =
    game === undefined || (family === "mark-six" && lunarYear === undefined)
      ? undefined
      : { facts: { ...facts(game.code, numbers, lunarYear) } };
  const line =
    family === "mark-six"
      ? markSixLine(numbers, lunarYear, option, words)
      : family === "dice" || known === undefined
        ? ""
        : factLine(known, words.t);
  return (
    <div className={styles.draw}>
      <DrawPicture
        family={family}
        numbers={numbers}
        {...(lit !== undefined && { lit })}
        label={label}
        words={{ locale: words.locale, ...(known !== undefined && factWords(known, words.t)) }}
      />
      {line !== "" && <p className={styles.facts}>{line}</p>}
    </div>
  );
}

/** Facts of Mark Six that a bet depends on besides the numbers: the sum of all, or the animals in the order drawn. */
function markSixLine(
  numbers: readonly number[],
  lunarYear: number | undefined,
  option: RuleOption | undefined,
  { t, number }: I18n,
): string {
  const groups = option?.groups ?? [];
  if (groups.some(({ code }) => code === "total")) {
    return t("play.fact.sum", { sum: number(numbers.reduce((sum, ball) => sum + ball, 0)) });
  }
  const animals = groups.some(
    ({ code, kind, items }) =>
      kind === "zodiac" || code === "count" || items.some(({ id }) => id === "domestic"),
  );
  if (!animals || lunarYear === undefined) return "";
  const names = numbers.map((ball) => t(`app.zodiac.${zodiacOf(ball, lunarYear)}`));
  return `${names.slice(0, -1).join(" · ")} + ${names.at(-1) ?? ""}`;
}

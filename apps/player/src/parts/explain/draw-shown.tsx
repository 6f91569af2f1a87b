import { facts, type Family, findGame, zodiacOf } from "@lotus/games";
import { DrawPicture, type DrawSize } from "../../pictures/draw-picture.tsx";
import { useWords, type Words } from "../../words/use-words.tsx";
import { factLine, factWords } from "../draw-panel/fact-words.ts";
import styles from "./explain.module.css";

interface DrawShownProps {
  gameCode: string;
  family: Family;
  numbers: readonly number[];
  /** The lunar year of the draw, for the animals of Mark Six. */
  lunarYear?: number | undefined;
  size?: DrawSize;
  /** Places that had a part in what is being explained; the others are grey. All had if absent. */
  lit?: readonly number[] | undefined;
  /** What the picture says. */
  label: string;
}

/** A draw as its pieces, with what it comes to under them. */
export function DrawShown(props: DrawShownProps) {
  const { gameCode, family, numbers, lunarYear, size = "panel", lit, label } = props;
  const words = useWords();
  const known = factsOf(gameCode, family, numbers, lunarYear);
  const line = family === "dice" || known === undefined ? "" : factLine({ facts: known }, words.t);
  return (
    <div className={styles.draw}>
      <DrawPicture
        family={family}
        numbers={numbers}
        size={size}
        {...(lit !== undefined && { lit })}
        label={label}
        words={{
          locale: words.locale,
          ...(known !== undefined && factWords({ facts: known }, words.t)),
          ...(family === "mark-six" && lunarYear !== undefined && animals(numbers, lunarYear, words)),
        }}
      />
      {line !== "" && <p className={styles.facts}>{line}</p>}
    </div>
  );
}

function factsOf(gameCode: string, family: Family, numbers: readonly number[], lunarYear?: number) {
  const game = findGame(gameCode);
  if (game === undefined || (family === "mark-six" && lunarYear === undefined)) return undefined;
  return { ...facts(game.code, numbers, lunarYear) };
}

function animals(numbers: readonly number[], lunarYear: number, { t }: Words) {
  return {
    animals: numbers.map((number) => {
      const zodiac = zodiacOf(number, lunarYear);
      return { zodiac, name: t(`app.zodiac.${zodiac}`) };
    }),
  };
}

import type { DrawResult } from "@lotus/contract";
import { type Family, type Zodiac, ZODIAC } from "@lotus/games";
import { joinClasses } from "@lotus/ui";
import { memo } from "react";
import { DrawPicture } from "../../artwork/draw-picture.tsx";
import { MarkSixBall } from "../../artwork/ball.tsx";
import { animalFor, ZodiacHead } from "../../artwork/zodiac-head.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { shortNo } from "../draw/draw-phase.ts";
import { drawWords, spokenNumbers } from "../draw/draw-words.ts";
import styles from "./last-draw.module.css";

interface LastDrawProps {
  family: Family;
  last: DrawResult;
  /** Half a phone's width: a race shows the first five cars, Mark Six the special ball. */
  narrow?: boolean;
}

/** Number of cars that fit into half a phone's width. */
const FIRST_CARS = 5;

/**
 * The last result of a game as its pieces; the accessible name has those that do not fit. Re-renders only with a new
 * result.
 */
export const LastDraw = memo(function LastDraw({ family, last, narrow = false }: LastDrawProps) {
  const words = useI18n();
  const label = words.t("play.draw.result", {
    no: shortNo(last.prizeNo),
    numbers: spokenNumbers(family, last.numbers, words.t),
  });
  if (narrow && family === "mark-six") return <SpecialBall last={last} label={label} />;
  const cut = narrow && family === "racing" && last.numbers.length > FIRST_CARS;
  return (
    <span className={joinClasses(styles.draw, family === "mark-six" && styles.seven)}>
      <DrawPicture
        family={family}
        numbers={cut ? last.numbers.slice(0, FIRST_CARS) : last.numbers}
        size="row"
        {...(family === "mark-six" && { words: drawWords(last, words) })}
        label={label}
      />
      {cut && <span aria-hidden>…</span>}
    </span>
  );
});

function SpecialBall({ last, label }: { last: DrawResult; label: string }) {
  const { t, locale } = useI18n();
  const animal: Zodiac | undefined = specialAnimal(last);
  return (
    // A group of pieces read as one picture; there is no file an <img> could show.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <span role="img" aria-label={label} className={styles.draw}>
      <MarkSixBall number={last.numbers.at(-1) ?? 0} size={22} />
      {animal !== undefined && (
        <>
          <ZodiacHead animal={animalFor(animal, locale)} size={16} />
          {t(`app.zodiac.${animal}`)}
        </>
      )}
    </span>
  );
}

/** The animal of the special ball, as the facts of a Mark Six result name it; undefined for any other result. */
function specialAnimal({ facts }: Pick<DrawResult, "facts">): Zodiac | undefined {
  const special = facts["special"];
  if (typeof special !== "object" || special === null || !("zodiac" in special)) return undefined;
  return ZODIAC.find((animal) => animal === special.zodiac);
}

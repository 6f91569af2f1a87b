import type { Family, Zodiac } from "@lotus/games";
import { joinClasses } from "@lotus/ui";
import type { ReactNode } from "react";
import { DigitBall, MarkSixBall } from "./ball.tsx";
import { Die } from "./dice.tsx";
import styles from "./draw-picture.module.css";
import { CarPlate } from "./racer.tsx";
import { animalFor, ZodiacHead } from "./zodiac-head.tsx";

/** Display size: `row` in lists and tiles, `panel` above a board, `stage` in the result dialog. */
export type DrawSize = "row" | "panel" | "stage";

/** Texts below or beside a draw, already translated. */
export interface DrawWords {
  /** Dice: the sum, in large type. */
  sum?: string;
  /** Dice: its sides (big or small, odd or even), in small type. */
  sides?: string;
  /** Mark Six: the animal of each ball, in order, with its name. */
  animals?: readonly { readonly zodiac: Zodiac; readonly name: string }[];
  /** Selects the cat or the rabbit, among others. */
  locale?: string;
}

export interface DrawPictureProps {
  family: Family;
  /** The draw in its own order: digits, dice, cars by place, six balls and the special. */
  numbers: readonly number[];
  size?: DrawSize;
  words?: DrawWords;
  /** Positions whose pieces contributed to a win; the others are grey. Undefined: all are in colour. */
  lit?: readonly number[];
  /** Accessible name; the numbers if absent. */
  label?: string;
  /** Class that animates the entry of a piece, for the reveal. */
  pieceClass?: string | undefined;
}

/** A draw as balls, dice, plates or Mark Six balls, depending on the family. */
export function DrawPicture(props: DrawPictureProps) {
  const { family, numbers, size = "panel", words, label } = props;
  const seven = family === "mark-six" && numbers.length === 7;
  // Names stand beside the animals while all are short; otherwise all go below.
  const long = seven && words?.animals?.some(({ name }) => name.length > INLINE_LETTERS);
  return (
    <div
      // A group of pieces read as one picture; there is no file an <img> could show.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label ?? numbers.join(" ")}
      className={joinClasses(
        styles.draw,
        styles[size],
        styles[family],
        words?.animals !== undefined && styles.named,
        long === true && styles.long,
      )}
    >
      {seven ? <MarkSixPieces {...props} /> : <Pieces {...props} />}
      {family === "dice" && words?.sum !== undefined && (
        <span className={styles.sum}>
          <b>{words.sum}</b>
          <span>{words.sides}</span>
        </span>
      )}
    </div>
  );
}

/**
 * Edge or diameter of one piece. Above a board it grows with the width of the phone; on a stage it shrinks on a narrow
 * one, so that a draw always fits on one line.
 */
const EDGE: Readonly<Record<Family, Readonly<Record<DrawSize, string>>>> = {
  "five-digits": { row: "19px", panel: "calc(29 * var(--u))", stage: "min(45px, 17cqi)" },
  dice: { row: "20px", panel: "calc(34 * var(--u))", stage: "52px" },
  racing: { row: "18px", panel: "calc(20 * var(--u))", stage: "min(24px, 8.6cqi)" },
  "mark-six": { row: "22px", panel: "calc(33 * var(--u))", stage: "min(36px, 12cqi)" },
};

function Piece({
  at,
  pieceClass,
  children,
}: {
  at: number;
  pieceClass: string | undefined;
  children: ReactNode;
}) {
  return (
    <span className={joinClasses(styles.piece, pieceClass)} style={{ "--at": at }}>
      {children}
    </span>
  );
}

function Pieces({ family, numbers, size = "panel", lit, pieceClass }: DrawPictureProps) {
  return numbers.map((number, at) => (
    // The key is the position in the draw: the same digit may occur twice.
    // oxlint-disable-next-line react/no-array-index-key
    <Piece key={at} at={at} pieceClass={pieceClass}>
      {PIECE[family](number, EDGE[family][size], lit !== undefined && !lit.includes(at))}
    </Piece>
  ));
}

type DrawPiece = (number: number, edge: string, quiet: boolean) => ReactNode;

const PIECE: Readonly<Record<Family, DrawPiece>> = {
  "five-digits": (number, edge, quiet) => <DigitBall digit={number} size={edge} quiet={quiet} />,
  dice: (number, edge) => <Die value={number} size={edge} />,
  racing: (number, edge, quiet) => <CarPlate number={number} size={edge} quiet={quiet} />,
  "mark-six": (number, edge, quiet) => <MarkSixBall number={number} size={edge} quiet={quiet} />,
};

/** Longest name, in letters, that fits beside its animal on a phone 375 pixels wide. */
const INLINE_LETTERS = 5;

function MarkSixPieces({ numbers, size = "panel", words, lit, pieceClass }: DrawPictureProps) {
  const locale = words?.locale ?? "";
  return numbers.map((number, at) => {
    const animal = words?.animals?.[at];
    return (
      <Piece key={number} at={at} pieceClass={pieceClass}>
        {at === 6 && (
          <i className={styles.plus} aria-hidden>
            +
          </i>
        )}
        <span className={styles.column}>
          {PIECE["mark-six"](number, EDGE["mark-six"][size], lit !== undefined && !lit.includes(at))}
          {animal !== undefined && (
            <span className={styles.animal}>
              <ZodiacHead animal={animalFor(animal.zodiac, locale)} size={14} />
              <span>{animal.name}</span>
            </span>
          )}
        </span>
      </Piece>
    );
  });
}

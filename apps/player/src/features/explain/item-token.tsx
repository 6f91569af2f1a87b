import type { RuleItem } from "@lotus/contract";
import { type Colour, ZODIAC } from "@lotus/games";
import { CheckIcon, joinClasses, UndoIcon, VisuallyHidden } from "@lotus/ui";
import type { ReactNode } from "react";
import { MarkSixBall, RingBall } from "../../artwork/ball.tsx";
import { Die } from "../../artwork/dice.tsx";
import { DragonEmblem, TieEmblem, TigerEmblem } from "../../artwork/duel.tsx";
import { CarPlate } from "../../artwork/racer.tsx";
import { animalFor, ZodiacHead } from "../../artwork/zodiac-head.tsx";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import styles from "./explain.module.css";

/** What a draw made of a pick: it had a part in a bet that won, or in one whose stake came back. */
export type Mark = "won" | "refunded";

interface ItemTokenProps {
  /** What the item is, as the rule tree says. */
  kind: string;
  item: RuleItem;
  mark: Mark | undefined;
}

/**
 * One pick, drawn as its piece. A mark is fill and shape, with a sign where a drawn piece keeps its colours, and
 * is said to those who do not see it.
 */
export function ItemToken({ kind, item, mark }: ItemTokenProps) {
  const words = useI18n();
  const { piece, name, figure } = lookOf(kind, item, words);
  return (
    <li
      className={joinClasses(
        styles.token,
        figure === true && styles.figure,
        piece !== undefined && styles.piece,
        mark !== undefined && styles[mark],
      )}
    >
      {piece !== undefined && <span aria-hidden>{piece}</span>}
      {name === undefined ? <VisuallyHidden>{item.name}</VisuallyHidden> : <b>{name}</b>}
      {mark !== undefined && (
        <>
          {(piece !== undefined || mark === "refunded") && (
            <span className={styles.sign} aria-hidden>
              {mark === "won" ? <CheckIcon size={10} /> : <UndoIcon size={10} />}
            </span>
          )}
          <VisuallyHidden>
            {words.t(mark === "won" ? "play.explain.markWon" : "play.explain.markRefunded")}
          </VisuallyHidden>
        </>
      )}
    </li>
  );
}

interface Look {
  readonly piece?: ReactNode;
  /** What is written; a piece without it says all by itself. */
  readonly name?: string;
  /** A bare figure in a circle, as on the board. */
  readonly figure?: boolean;
}

const COLOURS = ["red", "blue", "green"] as const satisfies readonly Colour[];

const DUEL: Readonly<Record<string, ReactNode>> = {
  dragon: <DragonEmblem size={18} />,
  tiger: <TigerEmblem size={18} />,
  tie: <TieEmblem size={18} />,
};

function lookOf(kind: string, { id, name }: RuleItem, { t, locale }: I18n): Look {
  switch (kind) {
    case "digit":
    case "sum":
      return { name, figure: true };
    case "side-digit":
      return /^\d$/u.test(id) ? { name, figure: true } : { name };
    case "die":
    case "dice-pair":
    case "dice-triple":
      return { piece: <Dice faces={id} /> };
    case "car":
      return { piece: <CarPlate number={Number(id)} size={24} /> };
    case "ball":
      return { piece: <MarkSixBall number={Number(id)} size={28} /> };
    case "dragon-tiger":
      return { piece: DUEL[id], name };
    case "head":
      return { name: t("play.board.head", { n: id }) };
    case "tail":
      return { name: t("play.board.tail", { n: id }) };
    case "zodiac": {
      const animal = ZODIAC.find((known) => known === id);
      return animal === undefined
        ? { name }
        : { piece: <ZodiacHead animal={animalFor(animal, locale)} size={22} />, name };
    }
    case "colour":
    case "wave": {
      const colour = COLOURS.find((known) => id === known || id.startsWith(`${known}-`));
      return colour === undefined ? { name } : { piece: <RingBall colour={colour} size={18} />, name };
    }
    default:
      return { name };
  }
}

function Dice({ faces }: { faces: string }) {
  return (
    <span className={styles.dice}>
      {Array.from(faces, String).map((face, at) => (
        // Faces of one tick keep their places; the same face may come twice.
        // oxlint-disable-next-line react/no-array-index-key
        <Die key={at} value={Number(face)} size={24} />
      ))}
    </span>
  );
}

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

/** Result of a pick: part of a bet that won, or of one whose stake was refunded. */
export type Mark = "won" | "refunded";

interface ItemTokenProps {
  /** Kind of the item in the rule tree. */
  kind: string;
  item: RuleItem;
  mark: Mark | undefined;
}

/**
 * One pick, drawn as its piece. A mark is shown by fill and shape, with a sign where the piece keeps its colours, and
 * is part of the accessible name.
 */
export function ItemToken({ kind, item, mark }: ItemTokenProps) {
  const words = useI18n();
  const { piece, name, figure } = appearanceOf(kind, item, words);
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

interface Appearance {
  readonly piece?: ReactNode;
  /** Text of the token; absent if the piece needs none. */
  readonly name?: string;
  /** A digit in a circle, as on the board. */
  readonly figure?: boolean;
}

const COLOURS = ["red", "blue", "green"] as const satisfies readonly Colour[];

const DUEL: Readonly<Record<string, ReactNode>> = {
  dragon: <DragonEmblem size={18} />,
  tiger: <TigerEmblem size={18} />,
  tie: <TieEmblem size={18} />,
};

function appearanceOf(kind: string, { id, name }: RuleItem, { t, locale }: I18n): Appearance {
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
        // Faces of one tick never move, and the same face may occur twice.
        // oxlint-disable-next-line react/no-array-index-key
        <Die key={at} value={Number(face)} size={24} />
      ))}
    </span>
  );
}

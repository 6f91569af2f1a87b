import type { RuleItem } from "@lotus/contract";
import { joinClasses, TickBadge } from "@lotus/ui";
import { memo, type ReactNode, useId } from "react";
import { Die } from "../../pictures/dice.tsx";
import { DragonEmblem, TieEmblem, TigerEmblem } from "../../pictures/duel.tsx";
import { useWords } from "../../words/use-words.tsx";
import type { GroupProps } from "./board.tsx";
import styles from "./board.module.css";
import { GroupHead } from "./group-head.tsx";
import { useRovingFocus } from "./use-roving-focus.ts";

/** Any group but a row of ten: cells in columns, each with its piece or name and, where items differ, its odds. */
export function PieceGrid(props: GroupProps) {
  const { group, picked, onToggle } = props;
  const id = useId();
  const { ref, ...roving } = useRovingFocus();
  const on = new Set(picked.map((item) => item.id));
  return (
    <section className={styles.section} aria-labelledby={id}>
      <GroupHead {...props} id={id} />
      <fieldset
        ref={ref}
        aria-labelledby={id}
        className={joinClasses(styles.grid, styles[layoutOf(group.kind, group.items.length)])}
        {...roving}
      >
        {group.items.map((item) => (
          <PieceCell key={item.id} item={item} kind={group.kind} on={on.has(item.id)} onToggle={onToggle} />
        ))}
      </fieldset>
    </section>
  );
}

/** How a kind is laid out; a kind this build does not draw stands as words. */
function layoutOf(kind: string, count: number): string {
  if (kind === "sum") return count > 20 ? "narrow" : "sum";
  if (kind === "side" || kind === "dragon-tiger" || kind === "die" || kind === "all") return kind;
  if (kind === "dice-pair" || kind === "dice-triple") return "dice";
  return "word";
}

interface PieceCellProps {
  item: RuleItem;
  kind: string;
  on: boolean;
  onToggle: (item: string) => void;
}

/** One cell. Selected is fill and shape: the ground is filled and a tick stands on the corner. */
export const PieceCell = memo(function PieceCell({ item, kind, on, onToggle }: PieceCellProps) {
  const { odds } = useWords();
  const picture = pictureOf(kind, item.id);
  // What is written in the cell is its name; only a cell that is all picture needs one of its own.
  const written = picture === null || kind === "dragon-tiger";
  return (
    <button
      type="button"
      data-cell
      aria-pressed={on}
      aria-label={written ? undefined : item.name}
      className={styles.cell}
      onClick={() => onToggle(item.id)}
    >
      {picture}
      {written && (
        <span className={styles.words}>
          <span className={styles.item}>{item.name}</span>{" "}
          {item.odds !== undefined && <span className={styles.odds}>{odds(item.odds)}</span>}
        </span>
      )}
      {on && <TickBadge />}
    </button>
  );
});

const DUEL: Readonly<Record<string, ReactNode>> = {
  dragon: <DragonEmblem />,
  tiger: <TigerEmblem />,
  tie: <TieEmblem />,
};

const DIE_EDGE: Readonly<Record<number, number>> = { 1: 30, 2: 28, 3: 26 };

/** The drawn piece of an item, or null for one that is only a name. */
function pictureOf(kind: string, id: string): ReactNode {
  if (kind === "dragon-tiger") return <span className={styles.emblem}>{DUEL[id]}</span>;
  if (kind !== "die" && kind !== "dice-pair" && kind !== "dice-triple") return null;
  return (
    <span className={styles.dicePiece}>
      {Array.from(id, String).map((face, at) => (
        // The dice of one cell are told apart by their place alone.
        // oxlint-disable-next-line react/no-array-index-key
        <Die key={at} value={Number(face)} size={DIE_EDGE[id.length] ?? 26} />
      ))}
    </span>
  );
}

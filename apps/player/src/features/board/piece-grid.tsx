import type { RuleGroup, RuleItem } from "@lotus/contract";
import { findGame, findOption, wholeDraws } from "@lotus/games";
import { joinClasses, TickBadge } from "@lotus/ui";
import { memo, type ReactNode, useId, useMemo } from "react";
import { Die } from "../../artwork/dice.tsx";
import { DragonEmblem, TieEmblem, TigerEmblem } from "../../artwork/duel.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { assess } from "../slip/assess.ts";
import type { GroupProps } from "./use-group.ts";
import { isColour } from "./balls-of.ts";
import styles from "./board.module.css";
import { GroupHead } from "./group-head.tsx";
import { useRovingFocus } from "./use-roving-focus.ts";
import { wordLines } from "./word-lines.ts";

/** Default layout of a group: cells in columns, each with its piece or name and its odds. */
export function PieceGrid(props: GroupProps) {
  const { group, picked, onToggle } = props;
  const id = useId();
  const { ref, ...roving } = useRovingFocus();
  const on = new Set(picked.map((item) => item.id));
  const notes = useBetCounts(props);
  const draws = useWholeDraws(props);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <GroupHead {...props} id={id} />
      <fieldset ref={ref} aria-labelledby={id} {...roving}>
        {linesOf(group).map(({ columns, items }) => (
          <div
            key={items[0]?.id}
            className={joinClasses(
              styles.grid,
              styles[layoutOf(group.kind)],
              columns === 4 && styles.four,
              notes.size > 0 && styles.counted,
              columns === 5 && styles.five,
            )}
            style={{ "--columns": columns }}
          >
            {items.map((item) => (
              <PieceCell
                key={item.id}
                item={item}
                kind={group.kind}
                on={on.has(item.id)}
                note={notes.get(item.id)}
                draws={draws}
                onToggle={onToggle}
              />
            ))}
          </div>
        ))}
      </fieldset>
    </section>
  );
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

/** Number of bets of each figure of a ladder whose figures all have the same odds. */
function useBetCounts({ store, option, group }: GroupProps): ReadonlyMap<string, number> {
  return useMemo(() => {
    const alone = group.kind === "sum" && option.groups.length === 1 && group.min === 1;
    if (!alone || group.items.some((item) => item.odds !== undefined)) return NO_COUNTS;
    return new Map(
      group.items.flatMap(({ id }) => {
        const line = { optionId: option.id, groups: [{ code: group.code, items: [id] }] };
        const found = assess(store.getState().gameCode, line);
        return found.state === "ready" ? [[id, found.betCount] as const] : [];
      }),
    );
  }, [store, option, group]);
}

/** Winning draws of a bet that is one tick, if they can be shown. */
function useWholeDraws({ store, option, group }: GroupProps): ReturnType<typeof wholeDraws> | undefined {
  return useMemo(() => {
    if (group.kind !== "all") return undefined;
    const game = findGame(store.getState().gameCode);
    const found = game === undefined ? undefined : findOption(game.code, option.id);
    const draws = found === undefined ? [] : wholeDraws(found);
    return draws.length === 0 ? undefined : draws;
  }, [store, option, group]);
}

/** Lines of cells; only words are split into several runs. */
function linesOf(group: RuleGroup) {
  const layout = layoutOf(group.kind);
  if (layout === "word") return wordLines(group.items);
  return [{ columns: columnsOf(group), items: group.items }];
}

/** Layout of a kind; a kind unknown to this build is laid out as words. */
function layoutOf(kind: string): string {
  if (kind === "sum" || kind === "side" || kind === "dragon-tiger" || kind === "die" || kind === "all") {
    return kind;
  }
  return kind === "dice-pair" || kind === "dice-triple" ? "dice" : "word";
}

const FIXED: Readonly<Record<string, number>> = { side: 4, die: 6, dice: 3, all: 1 };

function columnsOf({ kind, items }: RuleGroup): number {
  const fixed = FIXED[layoutOf(kind)];
  if (fixed !== undefined) return fixed;
  if (kind !== "sum") return Math.min(items.length, 4);
  // Sixteen sums fill four lines of four; ten figures and longer ladders take five or six columns.
  if (items.length <= 16 && items.length % 4 === 0) return 4;
  return items.some((item) => item.odds !== undefined) ? 6 : 5;
}

interface PieceCellProps {
  item: RuleItem;
  kind: string;
  on: boolean;
  /** Number of bets of the item, shown if it has no odds of its own. */
  note?: number | undefined;
  /** Winning draws of the whole bet, if it is one tick. */
  draws?: readonly (readonly number[])[] | undefined;
  onToggle: (item: string) => void;
}

/** One cell. Selection is shown by fill and shape: filled background and a tick in the corner. */
export const PieceCell = memo(function PieceCell(props: PieceCellProps) {
  const { item, kind, on, note, draws, onToggle } = props;
  const { t, odds } = useI18n();
  const picture = pictureOf(kind, item.id);
  // The cell's text is its accessible name; only a cell without text needs a label.
  const written = picture === null || kind === "dragon-tiger";
  return (
    <button
      type="button"
      data-cell={item.id}
      aria-pressed={on}
      aria-label={written ? undefined : item.name}
      className={styles.cell}
      onClick={() => onToggle(item.id)}
    >
      {picture}
      {written && (
        <span className={styles.words}>
          <span className={styles.item}>
            {kind === "word" && isColour(item.id) && (
              <i className={styles.dot} style={{ "--ball": `var(--ms-${item.id})` }} />
            )}
            {item.name}
          </span>{" "}
          {item.odds !== undefined && <span className={styles.odds}>{odds(item.odds)}</span>}
          {item.odds === undefined && note !== undefined && (
            <span className={styles.odds}>{t("play.bets", { count: note })}</span>
          )}
        </span>
      )}
      {draws !== undefined && <WholeBet draws={draws} />}
      <TickBadge />
    </button>
  );
});

const DUEL: Readonly<Record<string, ReactNode>> = {
  dragon: <DragonEmblem />,
  tiger: <TigerEmblem />,
  tie: <TieEmblem />,
};

const DIE_EDGE: Readonly<Record<number, number>> = { 1: 30, 2: 28, 3: 26 };

/** Artwork of an item, or null if it has only a name. */
function pictureOf(kind: string, id: string): ReactNode {
  if (kind === "dragon-tiger") return <span className={styles.emblem}>{DUEL[id]}</span>;
  if (kind !== "die" && kind !== "dice-pair" && kind !== "dice-triple") return null;
  return <Dice faces={id} edge={DIE_EDGE[id.length] ?? 26} />;
}

function Dice({ faces, edge }: { faces: string; edge: number }) {
  return (
    <span className={styles.dicePiece}>
      {Array.from(faces, String).map((face, at) => (
        // The dice of one cell have no identity but their position.
        // oxlint-disable-next-line react/no-array-index-key
        <Die key={at} value={Number(face)} size={edge} />
      ))}
    </span>
  );
}

/** Winning draws of a bet that is one tick. */
function WholeBet({ draws }: { draws: readonly (readonly number[])[] }) {
  return (
    <span className={styles.whole} style={{ "--columns": draws.length / 2 }} aria-hidden>
      {draws.map((numbers) => (
        <Dice key={numbers.join("")} faces={numbers.join("")} edge={18} />
      ))}
    </span>
  );
}

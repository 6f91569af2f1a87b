import type { RuleOption } from "@lotus/contract";
import {
  findGame,
  findOption,
  type LineBounds,
  type Option,
  type ReadTyped,
  readTyped,
  type TypedLines,
  typedLines,
  type TypedName,
  type TypedReading,
  typedText,
} from "@lotus/games";

/** A board on which a list is typed: its rules, and its words in the player's language. */
export interface TypedBoard {
  readonly option: Option;
  readonly names: readonly TypedName[];
}

/** The board of an option; undefined if this build does not know the option. */
export function typedBoard(gameCode: string, rule: RuleOption): TypedBoard | undefined {
  const game = findGame(gameCode);
  const option = game === undefined ? undefined : findOption(game.code, rule.id);
  if (option === undefined) return undefined;
  const names = rule.groups.flatMap((group) =>
    group.items.map((item) => ({ group: group.code, item: item.id, name: item.name })),
  );
  return { option, names };
}

/** A text as it was read, and the lines it makes. */
export interface TypedList {
  readonly reading: ReadTyped;
  readonly lines: TypedLines;
}

const NO_LINES: TypedLines = { count: 0, lines: [], betCount: 0 };

/** Reads a text; undefined for a board that has nothing to choose. */
export function readList(
  { option, names }: TypedBoard,
  text: string,
  bounds: LineBounds,
): TypedList | undefined {
  const reading = readTyped(option, text, names);
  if (reading === undefined) return undefined;
  return { reading, lines: reading.ok ? typedLines(option, reading, bounds) : NO_LINES };
}

/** The text in order and without repeats. What was left out follows on lines of its own: nothing typed is lost. */
export function sortedText({ option, names }: TypedBoard, text: string, reading: TypedReading): string {
  const left = reading.leftOut.map(({ from, to }) => text.slice(from, to));
  return [typedText(option, reading, names), ...left].filter((part) => part !== "").join("\n");
}

/** A list that is too long for a slip, in two: lines that fit, and a text of the rest. */
export interface FittingPart {
  readonly lines: TypedLines;
  readonly rest: string;
  /** Combinations of the rest. */
  readonly restCount: number;
}

/** The most combinations, from the least on, that fit on a slip, and what remains; undefined if none does. */
export function fittingPart(
  board: TypedBoard,
  text: string,
  reading: TypedReading,
  bounds: LineBounds,
): FittingPart | undefined {
  const { option } = board;
  const { form } = reading;
  const combinations = reading.combinations.toSorted((a, b) => a - b);
  const linesOf = (length: number): TypedLines =>
    typedLines(option, { form, combinations: combinations.slice(0, length) }, bounds);
  // Each line holds at least one combination.
  let [fits, over] = [Math.min(bounds.maxLines, combinations.length), combinations.length + 1];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (linesOf(middle).lines === undefined) over = middle;
    else fits = middle;
  }
  const lines = linesOf(fits);
  if (fits === 0 || lines.lines === undefined) return undefined;
  const rest = { ...reading, combinations: combinations.slice(fits) };
  return { lines, rest: sortedText(board, text, rest), restCount: combinations.length - fits };
}

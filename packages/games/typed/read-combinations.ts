import { together, type Atom } from "./group.ts";
import { digitOf, GAP, PIECE } from "./lex.ts";
import { figureOf, isAmbiguousPair, namedItems, rangeAt, spotOf, type Reader } from "./reader.ts";

/** How a piece becomes a combination. */
export interface Combining {
  /** Items of a combination; undefined if a set of any size is one. */
  readonly want: number | undefined;
  /** Whether combinations are numbers that ascend from one to the next, so that "00~09" is a range of them. */
  readonly ranges: boolean;
  /** Takes the items of a combination, in the order typed, or leaves them out. */
  readonly take: (items: readonly number[], from: number, to: number) => void;
  /** Takes a run of `want` single digits as it stands, for long lists; says whether all of them exist. */
  readonly takeDigits?: (text: string, from: number, to: number) => boolean;
}

/** In place of an item that does not exist: it counts among those it stands with, and leaves them out. */
const UNKNOWN = -1;

// Items of a run of digits, each figure of the alphabet's width; undefined if one does not exist.
function itemsOfRun({ pieces, alphabet }: Reader, from: number, to: number): readonly number[] | undefined {
  const items: number[] = [];
  const step = alphabet.narrow ? 1 : alphabet.width;
  for (let at = from; at < to; at += step) {
    let figure = 0;
    for (let digit = at; digit < at + step; digit++)
      figure = figure * 10 + digitOf(pieces.text.charCodeAt(digit));
    const item = alphabet.figures.get(figure);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function takeRun(reader: Reader, at: number, { want, take, takeDigits }: Combining): void {
  const { pieces, alphabet, leave } = reader;
  const [from, to] = [pieces.from[at] ?? 0, pieces.to[at] ?? 0];
  const length = to - from;
  if (length === want && takeDigits?.(pieces.text, from, to) === true) return;
  const spot = { from, to };
  const wanted = (want ?? 1) * (alphabet.narrow ? 1 : alphabet.width);
  if (want === undefined || length !== wanted) {
    return leave("length", spot, { want: wanted, got: length });
  }
  const items = itemsOfRun(reader, spot.from, spot.to);
  if (items === undefined) leave("unknown", spot);
  else take(items, spot.from, spot.to);
}

// "00~09": ten numbers of two digits.
function takeRange(reader: Reader, at: number, last: number, { want = 0, ranges, take }: Combining): void {
  const { pieces, alphabet, leave } = reader;
  const spot = spotOf(pieces, at, last);
  const [low, high] = [figureOf(pieces, at), figureOf(pieces, last)];
  const isLong = [at, last].every((end) => (pieces.to[end] ?? 0) - (pieces.from[end] ?? 0) === want);
  if (!ranges || !isLong || !(low < high) || !reader.budget.spend(high - low)) return leave("range", spot);
  for (let number = low; number <= high; number++) {
    const digits = Array.from(
      String(number).padStart(want, "0"),
      (digit) => alphabet.figures.get(Number(digit)) ?? 0,
    );
    take(digits, spot.from, spot.to);
  }
}

function takeWhole({ leave }: Reader, atoms: readonly Atom[], { take }: Combining): void {
  const [from, to] = [atoms[0]?.from ?? 0, atoms.at(-1)?.to ?? 0];
  if (atoms.some(({ item }) => item === UNKNOWN)) return leave("unknown", { from, to });
  take(
    atoms.map(({ item }) => item),
    from,
    to,
  );
}

function takeLoose(reader: Reader, atoms: readonly Atom[], combining: Combining): void {
  const { alphabet, leave } = reader;
  const { want } = combining;
  if (atoms.length === want) return takeWhole(reader, atoms, combining);
  for (const { kind, atoms: each } of want === undefined ? wholeSets(atoms) : together(atoms, want)) {
    if (kind === "whole") takeWhole(reader, each, combining);
    else {
      const spot = { from: each[0]?.from ?? 0, to: each.at(-1)?.to ?? 0 };
      const isDigit = kind === "few" && each.length === 1 && alphabet.narrow;
      if (isDigit) leave("length", spot, { want: want ?? 1, got: spot.to - spot.from });
      else leave(kind, spot, { want: want ?? 1, got: each.length });
    }
  }
}

// Sets of any size are told apart by the greatest of two kinds of separators.
function wholeSets(atoms: readonly Atom[]): { kind: "whole"; atoms: readonly Atom[] }[] {
  const gaps = new Set(atoms.slice(1).map(({ gap }) => gap));
  const greatest = gaps.size < 2 ? Infinity : Math.max(...gaps);
  const sets: Atom[][] = [];
  for (const [at, atom] of atoms.entries()) {
    if (at === 0 || atom.gap >= greatest) sets.push([]);
    sets.at(-1)?.push(atom);
  }
  return sets.map((each) => ({ kind: "whole", atoms: each }));
}

/** Reads pieces that are combinations of several items, run together or one by one. */
export function readCombinations(reader: Reader, combining: Combining): void {
  const { pieces, alphabet, leave } = reader;
  const { from, to, gap, kind } = pieces;
  const single = alphabet.narrow ? 1 : alphabet.width;
  let loose: Atom[] = [];
  const endLoose = (): void => {
    if (loose.length === 0) return;
    takeLoose(reader, loose, combining);
    loose = [];
  };
  for (let at = 0; at < pieces.count; at++) {
    if ((gap[at] ?? GAP.line) >= GAP.bar) endLoose();
    const length = (to[at] ?? 0) - (from[at] ?? 0);
    const range = rangeAt(pieces, at);
    if (range !== undefined || kind[at] === PIECE.heading) {
      endLoose();
      if (range?.isRange === true) takeRange(reader, at, range.last, combining);
      else if (range !== undefined) leave("range", spotOf(pieces, at, range.last));
      else leave("unreadable", spotOf(pieces, at));
      at = range?.last ?? at;
      continue;
    }
    const named = namedItems(reader, at);
    if (named !== undefined) {
      const spot = spotOf(pieces, at, at + named.pieces - 1);
      const [item] = named.items;
      if (named.items.length === 1 && item !== undefined) loose.push({ item, ...spot, gap: gap[at] ?? 0 });
      else {
        endLoose();
        takeWord(reader, named.items, spot, combining);
      }
      at += named.pieces - 1;
    } else if (kind[at] !== PIECE.digits) {
      endLoose();
      leave("unreadable", spotOf(pieces, at));
    } else if (length > single) {
      endLoose();
      if (combining.ranges && length === combining.want && isAmbiguousPair(pieces, at)) {
        leave("ambiguous", spotOf(pieces, at, at + 1));
        at++;
      } else takeRun(reader, at, combining);
    } else {
      const item = alphabet.figures.get(figureOf(pieces, at)) ?? UNKNOWN;
      loose.push({ item, from: from[at] ?? 0, to: to[at] ?? 0, gap: gap[at] ?? 0 });
    }
  }
  endLoose();
}

// Words that are run together are one combination.
function takeWord(
  { leave }: Reader,
  items: readonly number[],
  spot: { readonly from: number; readonly to: number },
  { want, take }: Combining,
): void {
  if (want !== undefined && items.length !== want) {
    leave(items.length < want ? "few" : "many", spot, { want, got: items.length });
  } else take(items, spot.from, spot.to);
}

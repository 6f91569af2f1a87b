import { digitOf, PIECE } from "./lex.ts";
import { figureOf, isAmbiguousPair, namedItems, rangeAt, spotOf, type Reader } from "./reader.ts";

type Take = (item: number, from: number, to: number) => void;

// "3~11": every figure between, all of which must be items.
function takeRange(reader: Reader, at: number, last: number, take: Take): void {
  const { pieces, alphabet, leave } = reader;
  const spot = spotOf(pieces, at, last);
  const [low, high] = [figureOf(pieces, at), figureOf(pieces, last)];
  const run = alphabet.runs.get(`${String(low)}-${String(high)}`);
  if (run !== undefined) return take(run, spot.from, spot.to);
  if (!(low < high)) return leave("range", spot);
  const ends = alphabet.figures.has(low) && alphabet.figures.has(high);
  if (!ends) return leave("unknown", spot);
  if (!reader.budget.spend(high - low)) return leave("range", spot);
  for (let figure = low; figure <= high; figure++) {
    const item = alphabet.figures.get(figure);
    if (item !== undefined) take(item, spot.from, spot.to);
  }
}

function takeFigures({ pieces, alphabet, leave }: Reader, at: number, take: Take): void {
  const { from, to } = spotOf(pieces, at);
  // Digits that are run together are each an item, unless items are longer.
  if (alphabet.narrow) {
    const items = Array.from({ length: to - from }, (_, digit) =>
      alphabet.figures.get(digitOf(pieces.text.charCodeAt(from + digit))),
    );
    if (items.includes(undefined)) leave("unknown", { from, to });
    else
      for (const [digit, item] of items.entries())
        if (item !== undefined) take(item, from + digit, from + digit + 1);
    return;
  }
  const item = alphabet.figures.get(figureOf(pieces, at));
  if (item === undefined) leave("unknown", { from, to });
  else take(item, from, to);
}

/** Reads pieces of which every item is a bet by itself: "11 12", "3~8", "big odd". */
export function readItems(reader: Reader, take: Take): void {
  const { pieces, alphabet, leave } = reader;
  for (let at = 0; at < pieces.count; at++) {
    const range = rangeAt(pieces, at);
    if (range !== undefined) {
      if (range.isRange) takeRange(reader, at, range.last, take);
      else leave("range", spotOf(pieces, at, range.last));
      at = range.last;
      continue;
    }
    const pair = isAmbiguousPair(pieces, at);
    if (pair && alphabet.runs.size > 0) {
      takeRange(reader, at, at + 1, take);
      at++;
      continue;
    }
    const named = namedItems(reader, at);
    if (named !== undefined) {
      const { from, to } = spotOf(pieces, at, at + named.pieces - 1);
      for (const item of named.items) take(item, from, to);
      at += named.pieces - 1;
    } else if (pair) {
      leave("ambiguous", spotOf(pieces, at, at + 1));
      at++;
    } else if (pieces.kind[at] === PIECE.digits) takeFigures(reader, at, take);
    else leave("unreadable", spotOf(pieces, at));
  }
}

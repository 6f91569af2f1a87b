import type { RuleOption } from "@lotus/contract";
import { assess, type PickedLine } from "../slip/assess.ts";

/** Uniform random integer from 0 (included) to the bound (excluded). */
export type Below = (bound: number) => number;

/** Random integers of the browser's generator, without modulo bias. */
export const cryptoBelow: Below = (bound) => {
  const word = new Uint32Array(1);
  const fair = Math.floor(2 ** 32 / bound) * bound;
  for (;;) {
    crypto.getRandomValues(word);
    const [drawn = 0] = word;
    if (drawn < fair) return drawn % bound;
  }
};

const MAX_ATTEMPTS = 64;

/**
 * A random bet on an option with the fewest picks its board allows. Picks without a bet (the same die as pair and
 * single) are drawn again; null if none is found, which no real board reaches.
 */
export function randomPick(gameCode: string, option: RuleOption, below: Below): PickedLine | null {
  for (let turn = 0; turn < MAX_ATTEMPTS; turn += 1) {
    const line = { optionId: option.id, groups: drawPicks(option, below) };
    if (assess(gameCode, line).state === "ready") return line;
  }
  return null;
}

/**
 * Random bets on an option that differ from each other and from the lines given, as far as the option has so many: a second line
 * of the same picks would only be a higher stake.
 */
export function randomPicks(
  gameCode: string,
  option: RuleOption,
  count: number,
  lines: readonly PickedLine[],
  below: Below,
): readonly PickedLine[] {
  const picks: PickedLine[] = [];
  for (let turn = 0; picks.length < count && turn < count * MAX_ATTEMPTS; turn += 1) {
    const pick = randomPick(gameCode, option, below);
    if (pick === null) break;
    if (![...lines, ...picks].some((line) => isSame(line, pick))) picks.push(pick);
  }
  return picks;
}

function isSame(a: PickedLine, b: PickedLine): boolean {
  const textOf = ({ groups }: PickedLine) =>
    groups
      .flatMap(({ code, items }) => (items.length === 0 ? [] : [`${code} ${items.toSorted().join(" ")}`]))
      .toSorted()
      .join();
  return a.optionId === b.optionId && textOf(a) === textOf(b);
}

/** Random picks of the fewest items an option's board allows; they may contain no bet. */
export function drawPicks(option: RuleOption, below: Below): { code: string; items: string[] }[] {
  const wanted = option.groups.map((group) => group.min);
  // Groups that may stay empty: the missing picks come from any item of any of them.
  let missing = Math.max(1, option.minTotal) - wanted.reduce((sum, count) => sum + count, 0);
  while (missing > 0) {
    const room = option.groups.flatMap((group, at) =>
      Array.from({ length: Math.min(group.max, group.items.length) - (wanted[at] ?? 0) }, () => at),
    );
    const at = room[below(room.length)];
    if (at === undefined) break;
    wanted[at] = (wanted[at] ?? 0) + 1;
    missing -= 1;
  }
  return option.groups
    .map(({ code, items }, at) => ({ code, items: draw(items, wanted[at] ?? 0, below) }))
    .filter(({ items }) => items.length > 0);
}

function draw(items: readonly { readonly id: string }[], count: number, below: Below): string[] {
  const left = items.map((item) => item.id);
  const drawn = new Set<string>();
  while (drawn.size < count && left.length > 0) {
    const [id] = left.splice(below(left.length), 1);
    if (id !== undefined) drawn.add(id);
  }
  return items.map((item) => item.id).filter((id) => drawn.has(id));
}

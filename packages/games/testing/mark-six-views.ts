import { zodiacOf } from "../mark-six/ball.ts";

/** A draw that stands for so many draws an option cannot tell from it. */
export interface WeighedDraw {
  readonly numbers: readonly number[];
  readonly weight: bigint;
}

/** Items picked over all groups, and the lunar year of the draw. */
export interface ViewContext {
  readonly picked: ReadonlySet<string>;
  readonly lunarYear: number;
}

/** What an option can tell apart, so that a few weighed draws stand for all of them. */
export interface View {
  /** Draws whose weights are in proportion to the draws they stand for. */
  readonly draws: (context: ViewContext) => readonly WeighedDraw[];
  /**
   * Another draw that the option must not tell from this one while it holds picks in one group only, by
   * the group's place on the board. `order` is the 49 balls shuffled.
   */
  readonly kin: (
    numbers: readonly number[],
    order: readonly number[],
    context: ViewContext,
    group: number,
  ) => readonly number[];
  /** Whether `draws` holds every joint outcome of a selection over so many groups. */
  readonly isWhole: (groups: number) => boolean;
}

/** The 49 balls. */
export const BALLS: readonly number[] = Array.from({ length: 49 }, (_, at) => at + 1);

/** How an option looks at a ball; balls of one kind are the same to it. */
export type KindOf = (ball: number, context: ViewContext) => string;

const ifPicked = (kind: string, { picked }: ViewContext): string => (picked.has(kind) ? kind : "");

/** Options of numbers: a ball is picked or not. */
export const PICKED_OR_NOT: KindOf = (ball, { picked }) => (picked.has(String(ball)) ? "picked" : "");
/** Options of animals: the animal of a ball, when it is picked. */
export const PICKED_ANIMAL: KindOf = (ball, context) => ifPicked(zodiacOf(ball, context.lunarYear), context);
/** The animal of a ball, picked or not. */
export const ANIMAL: KindOf = (ball, { lunarYear }) => zodiacOf(ball, lunarYear);
/** Options of tails: the last digit of a ball, when it is picked. */
export const PICKED_TAIL: KindOf = (ball, context) => ifPicked(String(ball % 10), context);

function waysToChoose(n: number, k: number): bigint {
  let ways = 1n;
  for (let at = 1; at <= k; at++) ways = (ways * BigInt(n - k + at)) / BigInt(at);
  return ways;
}

// Every way to draw `size` balls when only their kinds count: of each kind its first balls.
function drawsOfKinds(kinds: readonly (readonly number[])[], size: number): readonly WeighedDraw[] {
  const draws: WeighedDraw[] = [];
  const ways = kinds.map((kind) => kind.map((_, at) => waysToChoose(kind.length, at + 1)));
  const add = (at: number, numbers: readonly number[], weight: bigint): void => {
    const kind = kinds[at];
    const left = size - numbers.length;
    if (left === 0) draws.push({ numbers, weight });
    else if (kind !== undefined) {
      add(at + 1, numbers, weight);
      for (let some = 1; some <= Math.min(left, kind.length); some++) {
        add(at + 1, [...numbers, ...kind.slice(0, some)], weight * (ways[at]?.[some - 1] ?? 0n));
      }
    }
  };
  add(0, [], 1n);
  return draws;
}

const kindsOf = (kindOf: KindOf, context: ViewContext): (readonly number[])[] => [
  ...Map.groupBy(BALLS, (ball) => kindOf(ball, context)).values(),
];

const byOrder = (numbers: readonly number[], order: readonly number[]): number[] =>
  numbers.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));

/**
 * Options that count balls of each kind. The special ball is one of seven alike, apart from the six
 * regular ones, or not looked at.
 */
export function ballsByKind(kindOf: KindOf, special: "alike" | "apart" | "ignored"): View {
  const weigh = (kinds: readonly (readonly number[])[]): readonly WeighedDraw[] => {
    if (special === "alike") return [...drawsOfKinds(kinds, 7)];
    return [...drawsOfKinds(kinds, 6)].flatMap(({ numbers, weight }) => {
      const left = kinds.map((kind) => kind.filter((ball) => !numbers.includes(ball)));
      const specials = special === "apart" ? left : [left.flat()];
      return specials.flatMap((balls) =>
        balls
          .slice(0, 1)
          .map((ball) => ({ numbers: [...numbers, ball], weight: weight * BigInt(balls.length) })),
      );
    });
  };
  let last: { readonly name: string; readonly draws: readonly WeighedDraw[] } | undefined;
  return {
    isWhole: () => true,
    draws: (context) => {
      const kinds = kindsOf(kindOf, context);
      // The same draws are asked for many times in a row, and to list them takes longer than to settle them.
      const name = kinds.map((kind) => kind.join()).join("|");
      if (last?.name !== name) last = { name, draws: weigh(kinds) };
      return last.draws;
    },
    kin: (numbers, order, context) => {
      // Each ball becomes another of its kind, then those that the option cannot tell apart change places.
      const swapped = new Map<number, number>();
      for (const kind of kindsOf(kindOf, context)) {
        const shuffled = byOrder(kind, order);
        for (const [at, ball] of kind.entries()) swapped.set(ball, shuffled[at] ?? ball);
      }
      const balls = numbers.map((ball) => swapped.get(ball) ?? ball);
      if (special === "alike") return byOrder(balls, order);
      const regular = byOrder(balls.slice(0, 6), order);
      if (special === "apart") return [...regular, ...balls.slice(6)];
      return [...regular, ...order.filter((ball) => !regular.includes(ball)).slice(0, 1)];
    },
  };
}

/** Options that only ask which kinds are among the seven balls, however many of each. */
export function kindsShown(kindOf: KindOf): View {
  return {
    isWhole: () => true,
    draws: (context) => {
      const draws: WeighedDraw[] = [];
      const kinds = kindsOf(kindOf, context);
      // `ways` holds at n how many sets of n balls show just the kinds `shown`, of those looked at so far.
      const add = (at: number, shown: readonly (readonly number[])[], ways: readonly bigint[]): void => {
        const kind = kinds[at];
        if (kind === undefined) {
          const [firsts, others] = [
            shown.flatMap(([first = 0]) => first),
            shown.flatMap(([, ...rest]) => rest),
          ];
          const weight = ways[7] ?? 0n;
          if (weight > 0n) draws.push({ numbers: [...firsts, ...others].slice(0, 7), weight });
          return;
        }
        add(at + 1, shown, ways);
        if (shown.length === 7) return;
        const some = kind.map((_, less) => waysToChoose(kind.length, less + 1));
        const withKind = ways.map((_, n) =>
          some.reduce((sum, each, less) => sum + each * (ways[n - less - 1] ?? 0n), 0n),
        );
        add(at + 1, [...shown, kind], withKind);
      };
      add(0, [], [1n, 0n, 0n, 0n, 0n, 0n, 0n, 0n]);
      return draws;
    },
    kin: (numbers, order, context) => {
      // One ball of each kind that was shown, then any more of these kinds.
      const shown = kindsOf(kindOf, context).filter((kind) => kind.some((ball) => numbers.includes(ball)));
      const firsts = shown.flatMap((kind) => byOrder(kind, order).slice(0, 1));
      const others = byOrder(shown.flat(), order).filter((ball) => !firsts.includes(ball));
      return byOrder([...firsts, ...others].slice(0, 7), order);
    },
  };
}

/**
 * Options whose every group looks at the ball of one place. 49 draws in which each place shows each ball
 * once give exact chances, because chances of different places only add up.
 */
export function ballAt(placeOf: (group: number) => number): View {
  return {
    isWhole: (groups) => groups === 1,
    draws: () =>
      BALLS.map((ball) => ({
        numbers: [0, 1, 2, 3, 4, 5, 6].map((place) => ((ball - 1 + place) % 49) + 1),
        weight: 1n,
      })),
    kin: (numbers, order, _, group) => {
      const number = numbers[placeOf(group)] ?? 0;
      const others = order.filter((ball) => ball !== number);
      return others.slice(0, 6).toSpliced(placeOf(group), 0, number);
    },
  };
}

/** Options of the special ball alone: its 49 values. */
export const SPECIAL: View = ballAt(() => 6);

// The first draw of a total: 1 to 7 with the largest balls raised as far as they go.
function drawOfTotal(total: number): number[] {
  const numbers = [1, 2, 3, 4, 5, 6, 7];
  let left = total - 28;
  for (let at = 6; at >= 0; at--) {
    const raised = Math.min(left, 42);
    numbers[at] = at + 1 + raised;
    left -= raised;
  }
  return numbers;
}

// How many sets of seven balls have each total.
function setsByTotal(): Map<number, bigint> {
  let sets = new Map<string, bigint>([["0/0", 1n]]);
  for (const ball of BALLS) {
    const next = new Map(sets);
    for (const [key, ways] of sets) {
      const [size = 0, total = 0] = key.split("/").map(Number);
      if (size === 7) continue;
      const to = `${String(size + 1)}/${String(total + ball)}`;
      next.set(to, (next.get(to) ?? 0n) + ways);
    }
    sets = next;
  }
  const full = [...sets].filter(([key]) => key.startsWith("7/"));
  return new Map(full.map(([key, ways]) => [Number(key.slice(2)), ways]));
}

/** Options of the sum of all seven balls, 28 to 322. */
export const TOTAL: View = {
  isWhole: () => true,
  draws: () => [...setsByTotal()].map(([total, weight]) => ({ numbers: drawOfTotal(total), weight })),
  kin: (numbers) => drawOfTotal(numbers.reduce((sum, ball) => sum + ball, 0)),
};

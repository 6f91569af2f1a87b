import type { Money } from "@lotus/money";
import type { DrawResult, Option, Outcome, Picks } from "./bet.ts";
import { shapeOf, type DrawShape } from "./draw.ts";
import { maxPaid } from "./max-paid.ts";
import { payoutOf, possiblePayout, settle, type OddsTable } from "./settle.ts";
import { PLACES, watchedDraw } from "./watched-draw.ts";

/** One line of a slip with its odds. */
export interface JointLine {
  readonly option: Option;
  readonly picks: Picks;
  readonly odds: OddsTable;
}

/** Result of one draw for lines with equal stakes, line by line; null if no paying draw was found. */
export interface JointOutcome {
  readonly outcomes: readonly Outcome[] | null;
  /** False if there are too many draws to be sure that no other pays more, or less. */
  readonly exact: boolean;
}

/** Results of the draws with the largest and the smallest non-zero total payout. */
export interface JointExtremes {
  readonly least: JointOutcome;
  readonly most: JointOutcome;
}

/** An amount at which no odds leave a fraction: its payout is count × odds. */
const WHOLE: Money = 10_000n;

/** Largest number of settlements in one search: some milliseconds. */
const SETTLED_MAX = 6_000;

/**
 * The best and the worst winning draw for lines together: bets that exclude each other do not add up. Draws are not
 * listed. A line that was settled while only some places were fixed, and looked at no other place, is settled for every
 * draw that agrees with those; so places are fixed one by one, those first that a line waits for, and a branch is left as
 * soon as it cannot beat the best draw so far. Odds decide which draws these are; the stake does not, but for rounding.
 */
export function jointExtremes(lines: readonly JointLine[], lunarYear?: number): JointExtremes {
  const [first] = lines;
  if (first === undefined) return { least: NOTHING, most: NOTHING };
  const bounds = lines.map(({ option, picks, odds }) => ({
    most: Number(maxPaid(option, picks, WHOLE, odds, lunarYear)),
    least: Number(possiblePayout(option, picks, WHOLE, odds, lunarYear).min),
  }));
  const search = (goal: Goal) => new Search(lines, shapeOf(first.option.family), lunarYear, goal).run();
  const most = search({
    start: 0,
    /** Upper bound of the branch's payouts. */
    reach: (paid, open) => open.reduce((sum, at) => sum + (bounds[at]?.most ?? 0), paid),
    beats: (reach, best) => reach > best,
  });
  const least = search({
    start: Infinity,
    // A winning draw pays at least what one of its lines does.
    reach: (paid, open) =>
      paid > 0 ? paid : Math.min(Infinity, ...open.map((at) => bounds[at]?.least ?? Infinity)),
    beats: (reach, best) => reach > 0 && reach < best,
  });
  return { least, most };
}

const NOTHING: JointOutcome = { outcomes: null, exact: true };

interface Goal {
  readonly start: number;
  /** Bound of a branch, from the payouts of its settled lines and its open ones. */
  readonly reach: (paid: number, open: readonly number[]) => number;
  readonly beats: (reach: number, best: number) => boolean;
}

/** The draws that share the places fixed so far. */
interface Branch {
  /** The numbers of all places; only those of the places in `fixed` (a bit each) are decided. */
  readonly numbers: readonly number[];
  readonly fixed: number;
  /** Outcome of each settled line. */
  readonly outcomes: readonly (Outcome | undefined)[];
  readonly paid: number;
  /** Unsettled lines, and the place that the first of them needs. */
  readonly open: readonly number[];
  readonly next: number;
}

class Search {
  readonly #lines: readonly JointLine[];
  readonly #shape: DrawShape;
  readonly #lunarYear: number | undefined;
  readonly #goal: Goal;
  readonly #watched: ReturnType<typeof watchedDraw>;
  #best: number;
  #found: readonly Outcome[] | null = null;
  #settled = 0;

  constructor(lines: readonly JointLine[], shape: DrawShape, lunarYear: number | undefined, goal: Goal) {
    this.#lines = lines;
    this.#shape = shape;
    this.#lunarYear = lunarYear;
    this.#goal = goal;
    this.#watched = watchedDraw(shape.length);
    this.#best = goal.start;
  }

  run(): JointOutcome {
    const numbers = PLACES.slice(0, this.#shape.length).map((place) => place + this.#shape.lowest);
    const open = this.#lines.map((_, at) => at);
    const root = { numbers, fixed: 0, outcomes: [], paid: 0, open, next: 0 };
    this.#visit(this.#settle(root));
    return { outcomes: this.#found, exact: this.#settled <= SETTLED_MAX };
  }

  #visit(branch: Branch): void {
    const { reach, beats } = this.#goal;
    if (branch.open.length === 0) {
      if (!beats(branch.paid, this.#best)) return;
      this.#best = branch.paid;
      this.#found = branch.outcomes.flatMap((outcome) => outcome ?? []);
      return;
    }
    const children = this.#childrenOf(branch)
      .map((child) => ({ child, reach: reach(child.paid, child.open) }))
      .toSorted((a, b) => (beats(a.reach, b.reach) ? -1 : beats(b.reach, a.reach) ? 1 : 0));
    for (const each of children) {
      if (this.#settled > SETTLED_MAX) return;
      if (beats(each.reach, this.#best)) this.#visit(each.child);
    }
  }

  /** The branch extended by each possible number of its next place. */
  #childrenOf({ numbers, fixed, outcomes, paid, open, next }: Branch): readonly Branch[] {
    const { lowest, highest, distinct } = this.#shape;
    const children: Branch[] = [];
    for (let number = lowest; number <= highest; number++) {
      const other = numbers.indexOf(number);
      if (distinct && other !== -1 && ((fixed >>> other) & 1) === 1) continue;
      // If numbers do not repeat, the place that had this number takes the other one: it is not fixed yet.
      const shown = numbers.with(next, number);
      const legal = distinct && other !== -1 ? shown.with(other, numbers[next] ?? lowest) : shown;
      children.push(
        this.#settle({
          numbers: legal.with(next, number),
          fixed: fixed | (1 << next),
          outcomes,
          paid,
          open,
          next,
        }),
      );
    }
    return children;
  }

  /** Settles the lines that the fixed places decide. */
  #settle(branch: Branch): Branch {
    const { numbers, fixed } = branch;
    const result: DrawResult = {
      numbers: this.#watched.numbers,
      ...(this.#lunarYear !== undefined && { lunarYear: this.#lunarYear }),
    };
    const outcomes = [...branch.outcomes];
    const open: number[] = [];
    let { paid, next } = branch;
    this.#watched.show(numbers);
    for (const at of branch.open) {
      const line = this.#lines[at];
      if (line === undefined) continue;
      this.#watched.read();
      const outcome = settle(line.option, line.picks, result);
      const waits = this.#watched.read() & ~fixed;
      this.#settled++;
      if (waits === 0) {
        outcomes[at] = outcome;
        paid += Number(payoutOf(outcome, WHOLE, line.odds));
      } else {
        if (open.length === 0) next = 31 - Math.clz32(waits & -waits);
        open.push(at);
      }
    }
    return { numbers, fixed, outcomes, paid, open, next };
  }
}

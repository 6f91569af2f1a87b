import { LOST, type Option, type Tier } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { oddsKey } from "../../odds-key.ts";
import { digitOption, SIDES } from "../five-digits.ts";
import { plateExtremes } from "../plate/extremes.ts";
import { plateMostWorth } from "../plate/max-worth.ts";
import {
  BALL_SIDES,
  BALL_SIDES_AND_DIGITS,
  FIRST_AGAINST_LAST,
  THREE_SHAPES,
  TOTAL,
  type Panel,
} from "../plate/panels.ts";
import { SHAPE_TIERS } from "../plate/shapes.ts";
import { outcomeOf } from "../plate/tally.ts";
import { tickedOn } from "../plate/ticked.ts";

const SIDED_TIERS: readonly Tier[] = [
  ...SIDES.map((side) => ({ code: `total-${side}`, classes: [{ p: fraction(1, 2) }] })),
  { code: "dragon", classes: [{ p: fraction(45, 100) }] },
  { code: "tiger", classes: [{ p: fraction(45, 100) }] },
  { code: "tie", classes: [{ p: fraction(10, 100) }] },
  { code: "side", classes: SIDES.map((side) => ({ class: side, p: fraction(1, 2) })) },
];

function plate(code: string, panels: readonly Panel[], tiers: readonly Tier[]): Option {
  const ticked = tickedOn(panels);
  return digitOption({
    code,
    board: { groups: panels.map(({ group }) => group), minTotal: 1 },
    tiers,
    count: (picks) => picks.chosen.reduce((bets, { indexes }) => bets + indexes.length, 0),
    settle: (picks, { numbers }) => {
      let tally = 0;
      for (let panel = 0; panel < panels.length; panel++) tally += ticked.won(picks, panel, numbers);
      return tally === 0 ? LOST : outcomeOf(tally);
    },
    extremes: (picks, _, pay) => plateExtremes(ticked, picks, pay),
    maxWorth: (picks, _, worth) => plateMostWorth(picks, worth),
    itemKey: (groupCode, item) => {
      const panel = panels.find(({ group }) => group.code === groupCode);
      if (panel === undefined || !panel.group.items.includes(item)) return undefined;
      const { tier, class: className } = panel.tierOf(item);
      return oddsKey(tier, className);
    },
  });
}

/**
 * Two-sided plate: every tick is a bet. On the total of five balls and on each ball it is that it is big,
 * small, odd or even (a total from 23, a ball from 5 is big); on the first against the last ball that the
 * first is greater (dragon), less (tiger) or equal (tie), where dragon and tiger lose on a tie.
 */
export function twoSidedPlate(code: string): Option {
  return plate(code, [TOTAL, FIRST_AGAINST_LAST, ...BALL_SIDES], SIDED_TIERS);
}

/**
 * Combined plate: the two-sided plate, and with it the digit of each ball and the shapes of the first, the
 * middle and the last three. Every tick is a bet.
 */
export function combinedPlate(code: string): Option {
  return plate(
    code,
    [TOTAL, FIRST_AGAINST_LAST, ...BALL_SIDES_AND_DIGITS, ...THREE_SHAPES],
    [...SIDED_TIERS, { code: "digit", classes: [{ p: fraction(1, 10) }] }, ...SHAPE_TIERS],
  );
}

import { LOST, type Option, type Outcome, type Picks, type Tier, type Win } from "../bet.ts";
import { choices } from "../combinations.ts";
import { fraction } from "../fraction.ts";
import { chosenAt, has } from "../picks.ts";
import { BALLS, DRAWN, markSixOption, REGULAR } from "./mark-six.ts";

/** Result of a draw for picked numbers; all that a link of numbers depends on. */
export interface Caught {
  /** Numbers picked. */
  readonly picked: number;
  /** Picked numbers among the six regular balls. */
  readonly regular: number;
  /** Picked numbers that are the special ball: one or none. */
  readonly special: number;
}

/** Describes a link of numbers: every choice of `size` of the picked numbers is a bet. */
export interface NumbersLink {
  readonly code: string;
  readonly size: number;
  /** By tier, the winning bets among those of a selection. No bet may win two tiers of one draw. */
  readonly wins: Readonly<Record<string, (caught: Caught) => number>>;
}

const EVERY = BALLS.length;

// Every possible result of picked numbers: at most 14, fewer if most numbers are picked.
function* everyCatch(picked: number): Generator<Caught> {
  for (const special of [0, 1]) {
    for (let regular = 0; regular <= REGULAR; regular++) {
      const drawn = regular + special;
      if (drawn <= picked && DRAWN - drawn <= EVERY - picked) yield { picked, regular, special };
    }
  }
}

// Winning ways to pick the numbers of a bet, divided by all ways.
function chanceOf(size: number, wins: (caught: Caught) => number): Tier["classes"] {
  let ways = 0;
  for (const caught of everyCatch(size)) {
    const { regular, special } = caught;
    const left = choices(EVERY - DRAWN, size - regular - special);
    ways += wins(caught) * choices(REGULAR, regular) * left;
  }
  return [{ p: fraction(ways, choices(EVERY, size)) }];
}

function catchOf(picks: Picks, numbers: readonly number[]): Caught {
  const chosen = chosenAt(picks, 0);
  let drawn = 0;
  for (const ball of numbers) if (has(chosen, ball - 1)) drawn++;
  const special = has(chosen, (numbers[REGULAR] ?? 0) - 1) ? 1 : 0;
  return { picked: chosen.indexes.length, regular: drawn - special, special };
}

/** Every choice of `size` of the picked numbers is a bet; the number of winning ones is a formula. */
export function numbersLink({ code, size, wins }: NumbersLink): Option {
  const tiers = Object.entries(wins);
  const outcomeOf = (caught: Caught): Outcome => {
    const won: Win[] = [];
    for (const [tier, winsOf] of tiers) {
      const count = winsOf(caught);
      if (count > 0) won.push({ tier, count });
    }
    return won.length === 0 ? LOST : { wins: won, refunded: 0 };
  };
  return markSixOption({
    code,
    board: { groups: [{ code: "numbers", min: size, max: EVERY, items: BALLS }] },
    tiers: () => tiers.map(([tier, winsOf]) => ({ code: tier, classes: chanceOf(size, winsOf) })),
    ...(tiers.length > 1 ? { shared: [tiers.map(([tier]) => tier)] } : {}),
    count: (picks) => choices(chosenAt(picks, 0).indexes.length, size),
    settle: (picks, { numbers }) => outcomeOf(catchOf(picks, numbers)),
    *extremes(picks) {
      for (const caught of everyCatch(chosenAt(picks, 0).indexes.length)) yield outcomeOf(caught);
    },
  });
}

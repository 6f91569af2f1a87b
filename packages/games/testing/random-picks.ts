import type { Option, PickedGroups } from "../bet.ts";
import type { Uniform } from "../draw.ts";
import { readPicks } from "../picks.ts";

const ATTEMPTS = 1_000;

/** A source of chance that says the same in every run. For tests and measurements only: it is no fair one. */
export function seededUniform(seed: number): Uniform {
  let state = seed >>> 0;
  return (n) => {
    // A linear congruence of 32 bits; its low bits repeat soon, so the high ones are taken.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Everything that the board of an option allows to be picked. */
export function everyPick({ board }: Option): PickedGroups {
  return board.groups.map(({ code, max, items }) => ({ code, items: items.slice(0, max) }));
}

function someItems(items: readonly string[], size: number, uniform: Uniform): string[] {
  const left = [...items];
  return Array.from({ length: size }, () => left.splice(uniform(left.length), 1)).flat();
}

/** A legal selection that holds a bet: of each group as many items as the board allows, picked at random. */
export function randomPicks(option: Option, uniform: Uniform): PickedGroups {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const groups = option.board.groups.map(({ code, items, min, max }) => ({
      code,
      items: someItems(items, min + uniform(max - min + 1), uniform),
    }));
    if (readPicks(option, groups).ok) return groups;
  }
  throw new Error(`no selection of ${option.code} was found at random`);
}

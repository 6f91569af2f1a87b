/** Prefixes used only by settings of the server: any other variable with such a prefix was meant as one. */
const FAMILIES =
  /^(?:BET|RECHARGE|WITHDRAWAL|DESK|OPERATOR|TURNOVER|GIFT|REBATE|COMMISSION|RATE|STREAMS|CONNECTIONS|REGISTER|TRUSTED)_/u;
/** Maximum distance for short names, where two letters make another word: SORT is not PORT, POST is not HOST. */
const LONG_ENOUGH = 7;

/** A variable that was probably meant as a setting but is none. */
export interface Misspelt {
  readonly name: string;
  /** The most similar setting. */
  readonly nearest: string;
}

/** Variables that are not settings but resemble one or have a prefix of the server's settings. */
export function findMisspelt(given: readonly string[], known: ReadonlySet<string>): readonly Misspelt[] {
  return given.flatMap((name) => {
    if (known.has(name)) return [];
    const [nearest] = [...known]
      .map((setting) => ({ setting, steps: stepsBetween(name.toUpperCase(), setting) }))
      .toSorted((a, b) => a.steps - b.steps || a.setting.localeCompare(b.setting, "en"));
    if (nearest === undefined) return [];
    const isNear = nearest.steps <= allowedSteps(nearest.setting);
    return isNear || FAMILIES.test(name.toUpperCase()) ? [{ name, nearest: nearest.setting }] : [];
  });
}

function allowedSteps(setting: string): number {
  return setting.includes("_") && setting.length > LONG_ENOUGH ? 2 : 0;
}

/** Edit distance of two words: letters added, removed, replaced or swapped with the next one. */
function stepsBetween(from: string, to: string): number {
  let before: readonly number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const ways = [
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwap ? [(before[column - 2] ?? 0) + 1] : []),
      ];
      line.push(Math.min(...ways));
    }
    before = last;
    last = line;
  }
  return last[to.length] ?? 0;
}

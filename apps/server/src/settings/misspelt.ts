/** First words that only settings of the server begin with: whatever else begins so was meant for it, too. */
const FAMILIES =
  /^(?:BET|RECHARGE|WITHDRAWAL|DESK|OPERATOR|TURNOVER|GIFT|REBATE|COMMISSION|RATE|STREAMS|CONNECTIONS|REGISTER|TRUSTED)_/u;
/** In short names two letters make another word: PORT is none of SORT, HOST none of POST. */
const LONG_ENOUGH = 7;

/** A variable that was meant for the server but is no setting of it. */
export interface Misspelt {
  readonly name: string;
  /** The setting that is most like it. */
  readonly nearest: string;
}

/** Variables that are no settings, and look like one, or like what only the server's settings are called. */
export function findMisspelt(given: readonly string[], known: ReadonlySet<string>): readonly Misspelt[] {
  return given.flatMap((name) => {
    if (known.has(name)) return [];
    const [nearest] = [...known]
      .map((setting) => ({ setting, steps: stepsBetween(name.toUpperCase(), setting) }))
      .toSorted((a, b) => a.steps - b.steps || a.setting.localeCompare(b.setting));
    if (nearest === undefined) return [];
    const isNear = nearest.steps <= allowedSteps(nearest.setting);
    return isNear || FAMILIES.test(name.toUpperCase()) ? [{ name, nearest: nearest.setting }] : [];
  });
}

function allowedSteps(setting: string): number {
  return setting.includes("_") && setting.length > LONG_ENOUGH ? 2 : 0;
}

/** How many letters are to be added, left out, changed or swapped with the next one to get from one word to the other. */
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

import type { Picks } from "../bet.ts";
import type { Visit } from "./visit.ts";

const CARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const PLACES = CARS.map((car) => car - 1);

/** The places that a group looks at, as its code says: the first two unless it names others. */
function placesOf(group: string): readonly number[] {
  const place = Number(/\d+$/u.exec(group)?.[0]) - 1;
  if (group.startsWith("place")) return [place];
  if (group.startsWith("dragon-tiger")) return [place, 9 - place];
  return [0, 1];
}

/** Visits every order of some places; the other cars stand in the rest in any one order. */
export function forEveryOrder(places: readonly number[], visit: Visit): void {
  const cars = [...CARS];
  const line = [...places, ...PLACES.filter((place) => !places.includes(place))];
  const fill = (next: number): void => {
    if (next === places.length) {
      visit(cars, 1);
      return;
    }
    const place = line[next] ?? 0;
    const own = cars[place] ?? 0;
    for (let at = next; at < line.length; at++) {
      const other = line[at] ?? 0;
      const car = cars[other] ?? 0;
      cars[other] = own;
      cars[place] = car;
      fill(next + 1);
      cars[place] = own;
      cars[other] = car;
    }
  };
  fill(0);
}

/** Visits every race that a selection can tell apart from others: every order of the places it looks at. */
export function forEveryRace({ board, chosen }: Picks, visit: Visit): void {
  const picked = board.groups.filter((_, at) => (chosen[at]?.indexes.length ?? 0) > 0);
  forEveryOrder([...new Set(picked.flatMap(({ code }) => placesOf(code)))], visit);
}

/**
 * Combinations by places, put together into boxes: a set of items for each place, which stands for every way to take one of
 * each. Boxes are disjoint and together are exactly the combinations. Where no item can stand twice (cars), ways that use
 * one twice are no combinations, so that a box may hold them or not.
 */
export interface Boxes {
  readonly places: number;
  readonly count: number;
  /** The items of the nth place of the nth box, as bits, at box × places + place. */
  readonly masks: Uint16Array;
}

/** How boxes are put together: the places in turn, and whether items that cannot matter are ignored first. */
interface Plan {
  readonly order: readonly number[];
  readonly closedFirst: boolean;
}

/** Boxes looked at over all plans: what a phone does in a few milliseconds. */
const MAX_VISITS = 40_000;

/** If one plan leaves this many times the boxes that are wanted at most, another plan will not do. */
const HOPELESS = 4;

function unitBoxes(codes: readonly number[], places: number, base: number): Boxes {
  const masks = new Uint16Array(codes.length * places);
  for (let box = 0; box < codes.length; box++) {
    let left = codes[box] ?? 0;
    for (let place = places - 1; place >= 0; place--) {
      masks[box * places + place] = 1 << (left % base);
      left = Math.floor(left / base);
    }
  }
  return { places, count: codes.length, masks };
}

const isSingle = (mask: number): boolean => (mask & (mask - 1)) === 0;

/**
 * Items that cannot matter in the other places of a box, because they are the only one of a place: in a box of the places
 * 1 and 2,3 the second place may as well have the 1. `fixed` are the places that may close others; they are not changed.
 */
function singlesOf(masks: Uint16Array, start: number, places: number, fixed: number): number {
  let singles = 0;
  for (let place = 0; place < places; place++) {
    const mask = masks[start + place] ?? 0;
    if ((fixed & (1 << place)) !== 0 && isSingle(mask)) singles |= mask;
  }
  return singles;
}

const HASH = 0x9e37_79b1;

/** Scratch memory of the passes: a table of boxes by their key, and the keys, which are masks of the places. */
interface Scratch {
  readonly table: Int32Array;
  readonly keys: Uint16Array;
}

// Puts boxes together that are equal in all places but one, in place. `fixed` are places that close the others if they
// have a single item; zero to compare boxes as they are.
function mergeAlong(boxes: Boxes, along: number, fixed: number, { table, keys }: Scratch): Boxes {
  const { places, count, masks } = boxes;
  const slots = table.length - 1;
  table.fill(0);
  let kept = 0;
  for (let box = 0; box < count; box++) {
    const start = box * places;
    const target = kept * places;
    const singles = fixed === 0 ? 0 : singlesOf(masks, start, places, fixed);
    let hash = 0;
    for (let place = 0; place < places; place++) {
      const own = masks[start + place] ?? 0;
      masks[target + place] = own;
      const key = place === along ? 0 : (fixed & (1 << place)) === 0 ? own | singles : own;
      keys[target + place] = key;
      hash = Math.imul(hash ^ key, HASH);
      hash ^= hash >>> 15;
    }
    let slot = hash & slots;
    let twin = (table[slot] ?? 0) - 1;
    while (twin >= 0 && !isSameKey(keys, twin * places, target, places)) {
      slot = (slot + 1) & slots;
      twin = (table[slot] ?? 0) - 1;
    }
    if (twin < 0) {
      table[slot] = ++kept;
    } else {
      const at = twin * places;
      const together = (masks[at + along] ?? 0) | (masks[target + along] ?? 0);
      for (let place = 0; place < places; place++) masks[at + place] = keys[at + place] ?? 0;
      masks[at + along] = together;
    }
  }
  return { places, count: kept, masks };
}

function isSameKey(keys: Uint16Array, one: number, other: number, places: number): boolean {
  for (let place = 0; place < places; place++) if (keys[one + place] !== keys[other + place]) return false;
  return true;
}

function scratchFor({ places, count }: Boxes): Scratch {
  let slots = 16;
  while (slots < count * 2) slots *= 2;
  return { table: new Int32Array(slots), keys: new Uint16Array(count * places) };
}

/** What boxes are made for. */
interface BoxRules {
  /** Whether no item can stand in two places. */
  readonly different: boolean;
  /** How many boxes are few enough. */
  readonly wanted: number;
}

interface Tried {
  readonly boxes: Boxes;
  readonly visits: number;
}

// One plan: along each place in its order, and again until nothing more can be put together.
function follow(units: Boxes, { order, closedFirst }: Plan, { different, wanted }: BoxRules): Tried {
  let boxes: Boxes = { ...units, masks: units.masks.slice(0, units.count * units.places) };
  const every = (1 << units.places) - 1;
  let [visits, open] = [0, every];
  let scratch = scratchFor(boxes);
  const merge = (along: number, fixed: number): void => {
    visits += boxes.count;
    const before = boxes.count;
    boxes = mergeAlong(boxes, along, fixed, scratch);
    if (boxes.count * 4 < before) scratch = scratchFor(boxes);
  };
  for (let before = Infinity; boxes.count < before && boxes.count > 1;) {
    before = boxes.count;
    for (const along of order) {
      // In the first round the places that are still to come have one item each, and close those that were merged.
      if (different && closedFirst && open !== 0) merge(along, open);
      merge(along, 0);
      if (different && !closedFirst && open !== 0) merge(along, open);
      open &= ~(1 << along);
    }
    if (boxes.count > wanted * HOPELESS) break;
  }
  return { boxes, visits };
}

function* plansFor(places: number, different: boolean): Generator<Plan> {
  const all = Array.from({ length: places }, (_, place) => place);
  for (const order of orders(all)) {
    for (const closedFirst of different ? [true, false] : [false]) yield { order, closedFirst };
  }
}

// Every order of some places, the last place first.
function* orders(places: readonly number[]): Generator<number[]> {
  if (places.length === 0) yield [];
  for (const place of places.toReversed()) {
    for (const rest of orders(places.filter((other) => other !== place))) yield [place, ...rest];
  }
}

// Takes the items out again that cannot matter, so that a box reads as it would be picked.
function withoutIdle({ places, count, masks }: Boxes): Boxes {
  for (let box = 0; box < count; box++) {
    const start = box * places;
    let singles = 0;
    for (let changed = true; changed;) {
      changed = false;
      for (let place = 0; place < places; place++) {
        const mask = masks[start + place] ?? 0;
        if (isSingle(mask)) singles |= mask;
        else if ((mask & singles) !== 0) {
          masks[start + place] = mask & ~singles;
          changed = true;
        }
      }
    }
  }
  return { places, count, masks };
}

/**
 * Puts combinations, by their numbers to the base, into few boxes. The least number is not promised: it is hard to find.
 */
export function boxesOf(codes: readonly number[], places: number, base: number, rules: BoxRules): Boxes {
  const units = unitBoxes(codes, places, base);
  let [best, visits] = [units, 0];
  for (const plan of plansFor(places, rules.different)) {
    const tried = follow(units, plan, rules);
    visits += tried.visits;
    if (tried.boxes.count < best.count) best = tried.boxes;
    if (best.count <= 1 || best.count > rules.wanted * HOPELESS || visits > MAX_VISITS) break;
  }
  return rules.different ? withoutIdle(best) : best;
}

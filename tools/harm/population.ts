import { measure, type Figures, type PlayerEvents, type PlaySlot, type Recharge } from "@lotus/server/harm";
import { Random } from "../simulate/random.ts";
import { ARCHETYPES, type Archetype, type Habits, type Range } from "./archetypes.ts";

/** A synthetic player: the kind, 90 days of events, and what is measured in them. */
export interface Person {
  readonly archetype: Archetype;
  readonly events: PlayerEvents;
  readonly figures: Figures;
}

const DAYS = 90;
const MINUTE_MS = 60_000;
const SLOT_MS = 5 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A Monday. The house's clock is UTC here. */
const START = Date.UTC(2026, 7, 3);
/** Fractions are drawn from so many steps. */
const FINE = 1_000_000;
/** Recharges at most in a session: the bank says no. */
const MAX_RECHARGES = 8;
const MONTH_DAYS = 30;

/** Makes a population: so many people of each kind, the same for the same seed. */
export function makePopulation(seed: number, peopleOfKind: number): Person[] {
  return ARCHETYPES.flatMap((archetype, kind) =>
    Array.from({ length: peopleOfKind }, (_, index) =>
      makePerson(archetype, new Random(seed * 1_000_003 + kind * 10_007 + index)),
    ),
  );
}

/** The habits of one person, drawn from those of the kind. */
type Drawn = Readonly<Record<Exclude<keyof Habits, Whole>, number>> & Pick<Habits, Whole>;

/** Drawn anew each time, as whole numbers. */
type Whole = "hours" | "slots" | "sessions";

function draw(random: Random, [from, to]: Range): number {
  return from + ((to - from) * random.between(0, FINE)) / FINE;
}

function chance(random: Random, ofHundred: number): boolean {
  return random.between(0, FINE) < (ofHundred / 100) * FINE;
}

function drawHabits(random: Random, habits: Habits): Drawn {
  const one = (range: Range): number => draw(random, range);
  return {
    daysOf100: one(habits.daysOf100),
    stake: one(habits.stake),
    recharge: one(habits.recharge),
    chases: one(habits.chases),
    withdraws: one(habits.withdraws),
    failed: one(habits.failed),
    raises: one(habits.raises),
    asks: one(habits.asks),
    grows: one(habits.grows),
    hours: habits.hours,
    slots: habits.slots,
    sessions: habits.sessions,
  };
}

function makePerson(archetype: Archetype, random: Random): Person {
  const life = new Life(random);
  const habits = drawHabits(random, archetype.habits);
  const before = archetype.before === undefined ? habits : drawHabits(random, archetype.before);
  const began = archetype.since === undefined ? 0 : DAYS - Math.round(draw(random, archetype.since));
  const winDay = archetype.bigWin === undefined ? -1 : DAYS - random.between(3, 25);
  for (let day = 0; day < DAYS; day += 1) {
    const now = day < began ? before : habits;
    life.note(day, now);
    if (archetype.weekends === true && day % 7 < 5) continue;
    if (!chance(random, now.daysOf100) && day !== winDay) continue;
    const part = began >= DAYS ? 0 : Math.max(0, (day - began) / (DAYS - began));
    const stake = now.stake * (1 + (now.grows - 1) * part);
    life.play(day, now, { stake, wins: day === winDay ? draw(random, archetype.bigWin ?? [0, 0]) : 0 });
  }
  const events = life.events();
  return { archetype, events, figures: measure(events) };
}

/** The money and the events of one person. */
class Life {
  readonly #random: Random;
  readonly #slots = new Map<number, { staked: number; won: number }>();
  readonly #recharges: Recharge[] = [];
  readonly #raises: number[] = [];
  readonly #asked: number[] = [];
  #balance = 0;
  #withdrawn = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** What happens beside play. */
  note(day: number, { failed, raises, asks }: Drawn): void {
    const random = this.#random;
    const at = (): number => START + day * DAY_MS + random.between(8, 23) * HOUR_MS;
    const happens = (aMonth: number): boolean => chance(random, (aMonth / MONTH_DAYS) * 100);
    if (happens(failed)) this.#recharges.push({ at: at(), amount: 0, passed: false, lostBefore: 0 });
    if (happens(raises)) this.#raises.push(at());
    if (happens(asks)) this.#asked.push(at());
  }

  play(day: number, habits: Drawn, { stake, wins }: { readonly stake: number; readonly wins: number }): void {
    const random = this.#random;
    const sessions = random.between(...habits.sessions);
    for (let session = 0; session < sessions; session += 1) {
      const hour = random.between(...habits.hours);
      const begin = START + day * DAY_MS + hour * HOUR_MS + random.between(0, 11) * SLOT_MS;
      this.#session(begin, random.between(...habits.slots), habits, stake);
    }
    if (wins > 0) this.#win(START + day * DAY_MS + 20 * HOUR_MS, stake, wins);
  }

  #session(begin: number, slots: number, habits: Drawn, stake: number): void {
    const random = this.#random;
    const budget = stake * habits.recharge;
    let [recharges, lost] = [0, 0];
    if (this.#balance < stake) this.#recharge(begin, budget, 0);
    const [first, paidIn] = [this.#balance, this.#recharges.length];
    for (let slot = 0; slot < slots; slot += 1) {
      const at = begin + slot * SLOT_MS;
      if (this.#balance < stake) {
        if (recharges >= MAX_RECHARGES || !chance(random, habits.chases)) break;
        recharges += 1;
        this.#recharge(at, budget, lost);
        lost = 0;
      }
      const staked = Math.round((Math.min(this.#balance, stake) * random.between(60, 140)) / 140);
      const won = Math.round(staked * outcome(random));
      this.#add(at, staked, won);
      lost += staked - won;
    }
    if (
      this.#recharges.length === paidIn &&
      this.#balance > first * 1.5 &&
      chance(random, habits.withdraws)
    ) {
      const kept = Math.min(this.#balance, budget);
      const out = this.#balance - kept;
      if (begin >= START + (DAYS - MONTH_DAYS) * DAY_MS) this.#withdrawn += out;
      this.#balance = kept;
    }
  }

  #recharge(at: number, amount: number, lostBefore: number): void {
    const rounded = Math.round(amount);
    this.#recharges.push({
      at,
      amount: rounded,
      passed: true,
      lostBefore: Math.max(0, Math.round(lostBefore)),
    });
    this.#balance += rounded;
  }

  #win(at: number, stake: number, multiple: number): void {
    this.#add(at, Math.min(this.#balance, Math.round(stake)), Math.round(stake * multiple * 10));
  }

  #add(at: number, staked: number, won: number): void {
    const slot = this.#slots.get(at) ?? { staked: 0, won: 0 };
    slot.staked += staked;
    slot.won += won;
    this.#slots.set(at, slot);
    this.#balance += won - staked;
  }

  events(): PlayerEvents {
    const now = START + DAYS * DAY_MS;
    const byTime = <Item extends { readonly at: number }>(items: Iterable<Item>): Item[] =>
      [...items].filter(({ at }) => at <= now).toSorted((one, other) => one.at - other.at);
    const slots: PlaySlot[] = [...this.#slots].map(([at, slot]) => ({ at, ...slot }));
    return {
      now,
      zoneMs: 0,
      slots: byTime(slots),
      recharges: byTime(this.#recharges),
      raises: this.#raises,
      asked: this.#asked,
      balance: this.#balance,
      withdrawn: this.#withdrawn,
    };
  }
}

/** What a slot returns for its stake: mostly nothing, sometimes more; about 93 % in the long run. */
function outcome(random: Random): number {
  const at = random.between(1, 1000);
  if (at <= 5) return 35;
  if (at <= 60) return 6;
  return at <= 300 ? 1.75 : 0;
}

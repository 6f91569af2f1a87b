/**
 * The moments at which a round ends a process with SIGKILL. `point` moments are passed to the server at startup
 * (LOTUS_FAULT): it kills itself at the n-th pass. The others are killed from outside.
 */
export type Moment =
  | { readonly kind: "point"; readonly name: string; readonly point: string; readonly times: number }
  | {
      readonly kind: "blow";
      readonly name: string;
      readonly whom: "server" | "database" | "both";
      readonly afterMs: number;
    };

/** A number in [0, 1), from a seeded generator (mulberry32), so that a run can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The moment of a round: kinds in rotation, exact time at random. */
export function momentOf(round: number, random: () => number): Moment {
  const turn = momentsOf(random);
  const moment = turn[round % turn.length];
  if (moment === undefined) throw new RangeError(`no moment for round ${round}`);
  return moment;
}

/** The moment at a fault point. @throws RangeError for a point that no moment is at */
export function momentOfPoint(point: string, random: () => number): Moment {
  const moment = momentsOf(random).find((one) => one.kind === "point" && one.point === point);
  if (moment === undefined) throw new RangeError(`no moment is at ${point}`);
  return moment;
}

function momentsOf(random: () => number): readonly Moment[] {
  const early = 2_000 + Math.floor(random() * 20_000);
  const times = 3 + Math.floor(random() * 40);
  return [
    { kind: "blow", name: "server, at random", whom: "server", afterMs: early },
    { kind: "point", name: "bets sent, not committed", point: "bet-sent", times },
    { kind: "point", name: "bets committed, not answered", point: "bet-committed", times },
    { kind: "blow", name: "database, at random", whom: "database", afterMs: early },
    { kind: "point", name: "between close and draw", point: "after-close", times: 1 },
    { kind: "point", name: "in mid-settlement", point: "mid-chunks", times: 1 },
    { kind: "blow", name: "server and database, at random", whom: "both", afterMs: early },
    { kind: "point", name: "winners worked out, not paid", point: "after-outcomes", times: 1 },
    { kind: "point", name: "inside a draw", point: "in-draw", times: 1 },
    { kind: "point", name: "paid, not marked settled", point: "before-finish", times: 1 },
    { kind: "point", name: "deposit reserved, no recharge", point: "deposit-reserved", times },
  ];
}

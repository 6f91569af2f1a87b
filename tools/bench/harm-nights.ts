import { pino } from "pino";
import { Registry } from "prom-client";
import { type Database, sql } from "@lotus/server/db/database";
import { openHarm, THRESHOLDS } from "@lotus/server/harm";
import { makePopulation, type Person } from "../harm/population.ts";
import { enrolPlayers } from "../load/enrolled-players.ts";
import type { Section } from "./section.ts";
import { openBareDatabase } from "./stored-period.ts";

const PLAYERS = 10_000;
const LARGE = 100_000;
const ENROLLED_AT_ONCE = 5_000;
/** People of each kind, each of whom stands for many players. */
const OF_EACH_KIND = 50;
const SLOT_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
const FINE_DAYS = 30;
/** A hundred thousand players within half an hour of a night, on connections that bets do not use. */
const MIN_A_SECOND = 60;

/** The marks that the ledger would have left: totals before each slot. $1 players, $2 slots (epoch ms), $3 staked, $4 won. */
const MARKS = sql`
  INSERT INTO ledger_mark (player_id, at, staked, won, recharged)
  SELECT p, ledger_slot(to_timestamp(m.at / 1000.0)), m.staked, m.won, 0
  FROM unnest($1::bigint[]) AS p
  CROSS JOIN unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS m (at, staked, won) ON CONFLICT DO NOTHING`;
const TOTALS = sql`
  UPDATE ledger_account a SET staked = $2, won = $3, marked_at = ledger_slot(to_timestamp($4::bigint / 1000.0))
  FROM unnest($1::bigint[]) AS p WHERE a.id = cash_account(p)`;
/** $1 players, $2 epoch ms, $3 amounts, $4 whether each passed, $5 what was lost just before. */
const RECHARGES = sql`
  WITH made AS (
    INSERT INTO money_order (id, player_id, type, channel, status, amount, created, finished)
    SELECT dated_id(to_timestamp(r.at / 1000.0), nextval('money_order_number')), p, 'recharge', 'demo',
           CASE WHEN r.passed THEN 'passed' ELSE 'cancelled' END, r.amount, to_timestamp(r.at / 1000.0),
           to_timestamp(r.at / 1000.0)
    FROM unnest($1::bigint[]) AS p
    CROSS JOIN unnest($2::bigint[], $3::bigint[], $4::boolean[]) AS r (at, amount, passed)
    RETURNING id, player_id, created
  )
  INSERT INTO harm_recharge (order_id, player_id, at, lost)
  SELECT m.id, m.player_id, m.created, l.lost
  FROM made m JOIN unnest($2::bigint[], $5::bigint[]) AS l (at, lost) ON to_timestamp(l.at / 1000.0) = m.created
  WHERE l.lost > 0 ON CONFLICT DO NOTHING`;
/** The recharges were scored when they were made: the night alone is measured. */
const ALL_LOOKED_AT = sql`
  UPDATE harm_run SET (recharges_to, recharge_id) =
    (SELECT finished, id FROM money_order WHERE finished IS NOT NULL ORDER BY finished DESC, id DESC LIMIT 1)`;
const LEVELS = sql`
  SELECT count(*)::int AS scored, count(*) FILTER (WHERE level = 3)::int AS cases FROM harm_state`;

/** The night's scores of a whole house of synthetic players, one node at it. */
export const harmNights: Section = async ({ folder, large, log, scale }) => {
  const count = Math.max(ENROLLED_AT_ONCE, (large ? LARGE : PLAYERS) * scale);
  const bare = await openBareDatabase(folder("harm"));
  try {
    const players: bigint[] = [];
    while (players.length < count)
      players.push(...(await enrolPlayers(bare.owner, ENROLLED_AT_ONCE, 100_00n)).map(({ id }) => id));
    const slots = await writePasts(bare.owner, players, makePopulation(1, OF_EACH_KIND));
    await bare.owner.query(ALL_LOOKED_AT);
    await bare.superuser.query(sql`VACUUM ANALYZE`);
    log(`harm: ${players.length} players with ${slots} marks`);
    const harm = openHarm(
      { db: bare.db, log: pino({ level: "error" }), metrics: new Registry() },
      {
        settings: { thresholds: THRESHOLDS, weights: {}, deadlineHours: 72, scoreDays: 400 },
        houseTimeZone: "UTC",
        notify: () => undefined,
      },
    );
    const seconds = await secondsOf(() => harm.run());
    const [levels] = await bare.owner.query<{ scored: number; cases: number }>(LEVELS);
    log(`harm: ${levels?.scored ?? 0} players with markers, ${levels?.cases ?? 0} cases`);
    const again = await secondsOf(() => harm.run());
    const section = "harm";
    return [
      {
        section,
        name: `players scored in a night of ${players.length.toLocaleString("en-US")}`,
        value: players.length / seconds,
        unit: "/s",
        bar: { of: "value", least: MIN_A_SECOND },
      },
      { section, name: "a round with nothing to do", value: again, unit: "s", bar: { of: "value", most: 1 } },
    ];
  } finally {
    await bare.close();
  }
};

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** Gives each player the past of one of these people, moved to today; answers how many marks were written. */
async function writePasts(
  owner: Pick<Database, "query">,
  players: readonly bigint[],
  people: readonly Person[],
): Promise<number> {
  let marks = 0;
  for (const [index, { events }] of people.entries()) {
    const alike = players.filter((_, at) => at % people.length === index);
    const later = Date.now() - events.now;
    const slots = new Map<number, { staked: number; won: number }>();
    let [staked, won] = [0, 0];
    for (const slot of events.slots) {
      // Marks of more than a month ago are thinned out to one a day.
      const wide = events.now - slot.at > FINE_DAYS * DAY_MS ? DAY_MS : SLOT_MS;
      const at = Math.floor((slot.at + later) / wide) * wide;
      if (!slots.has(at)) slots.set(at, { staked, won });
      staked += Math.round(slot.staked);
      won += Math.round(slot.won);
    }
    const last = [...slots.keys()].at(-1);
    if (last === undefined) continue;
    const before = [...slots.values()];
    await owner.query(MARKS, [
      alike,
      [...slots.keys()],
      before.map((totals) => totals.staked),
      before.map((totals) => totals.won),
    ]);
    await owner.query(TOTALS, [alike, staked, won, last]);
    marks += alike.length * slots.size;
    const { recharges } = events;
    await owner.query(RECHARGES, [
      alike,
      recharges.map(({ at }) => Math.floor(at + later)),
      recharges.map(({ amount }) => Math.max(1, Math.round(amount))),
      recharges.map(({ passed }) => passed),
      recharges.map(({ lostBefore }) => Math.round(lostBefore)),
    ]);
  }
  return marks;
}

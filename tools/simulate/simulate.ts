/**
 * `npm run simulate -- --days 1 [--hours 3] [--players 40] [--seed 1]`: a server in its own folder runs through a day
 * of all games within minutes, with players and operators who use every feature. Then every displayed figure is
 * compared with the rows of its ledger, to the cent. Exit status 1 at any difference.
 */
import { parseArgs } from "node:util";
import { ensureNode } from "../run/node-version.ts";

await ensureNode();
// Loaded late: an older Node could not parse them.
const { withOwnPlace } = await import("./own-place.ts");
const { simulate } = await import("./day.ts");
const { describeDay } = await import("./report.ts");

const USAGE = `usage: npm run simulate -- [--days 1 | --hours 3] [--players 40] [--seed 1] [--from 2026-11-23]

A server of its own lives through so much time, with so many players. The same seed makes the same players.`;
const DAY_MINUTES = 24 * 60;

const options = {
  days: { type: "string", default: "1" },
  hours: { type: "string" },
  players: { type: "string", default: "40" },
  seed: { type: "string", default: "1" },
  from: { type: "string", default: "2026-11-23" },
  help: { type: "boolean", short: "h", default: false },
} as const;
// Not strict, so that a mistake prints the usage instead of a stack trace.
const { values: given, positionals } = parseArgs({ options, strict: false, allowPositionals: true });
const unknown = [...positionals, ...Object.keys(given).filter((name) => !Object.hasOwn(options, name))];
const text = (value: string | boolean | undefined): string => (typeof value === "string" ? value : "");
const values = {
  days: text(given.days),
  hours: given.hours === undefined ? undefined : text(given.hours),
  players: text(given.players),
  seed: text(given.seed),
  from: text(given.from),
  help: given.help === true,
};
const minutes = values.hours === undefined ? Number(values.days) * DAY_MINUTES : Number(values.hours) * 60;
const [players, seed] = [Number(values.players), Number(values.seed)];
const start = Date.parse(`${values.from}T00:00:00+07:00`);
const wrong = [
  ...unknown.map((word) => `${word} is none of the options`),
  ...(Number.isInteger(minutes) && minutes >= 1 && minutes <= 7 * DAY_MINUTES
    ? []
    : ["--days or --hours: up to 7 days"]),
  ...(Number.isInteger(players) && players >= 1 && players <= 2_000 ? [] : ["--players: 1 to 2000"]),
  ...(Number.isInteger(seed) ? [] : ["--seed: a whole number"]),
  ...(Number.isNaN(start) ? ["--from: a day as 2026-11-23"] : []),
];
if (values.help) console.log(USAGE);
else if (wrong.length > 0) {
  console.error(`${wrong.join("\n")}\n${USAGE}`);
  process.exitCode = 2;
} else {
  const began = performance.now();
  const report = await withOwnPlace((place) =>
    simulate(place, {
      minutes,
      players,
      seed,
      start,
      onHour: (hour, tally) =>
        console.error(
          `hour ${hour}: ${tally.done("bet")} slips, ${Math.round((performance.now() - began) / 1000)} s`,
        ),
    }),
  );
  console.log(describeDay(report));
  console.log(`${minutes} minutes of the server in ${Math.round((performance.now() - began) / 1000)} s.`);
  process.exitCode = report.wrong.length === 0 ? 0 : 1;
}

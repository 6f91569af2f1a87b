/**
 * `npm run bench [-- --only placing,reads] [--large] [--quick] [--json]`: measures the server on this machine, beside
 * yardsticks measured in the same run, and compares the figures with their bars. Exit status 1 if one is missed.
 * --profile tells where the time of placing goes, by function and statement, at some of its speed.
 * --large stores ten and thirty million orders; --quick divides large counts by twenty, for a first look.
 * --keep DIR keeps stored years there, and uses those that an earlier run has left.
 * `-- --compare REV [--pairs 5]` measures an earlier revision and this checkout in turn, and says what changed beyond the
 * noise. Exit status 1 if something became worse.
 */
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { readOptions } from "../run/read-options.ts";
import { seeded } from "../faults/moments.ts";
import { type Figure, jsonOf, judge, tableOf } from "../budget/bars.ts";
import { cluster } from "./cluster.ts";
import { compareWith } from "./compare.ts";
import { harmNights } from "./harm-nights.ts";
import { limitedPlayers } from "./limited-players.ts";
import { lists } from "./lists.ts";
import { pages } from "./pages.ts";
import { placing } from "./placing.ts";
import { reads } from "./reads.ts";
import { rules } from "./rules.ts";
import { type Bench, freshFolder, type Section } from "./section.ts";
import { settlement } from "./settlement.ts";
import { starts } from "./starts.ts";
import { streams } from "./streams.ts";
import { years } from "./years.ts";

const SECTIONS: Readonly<Record<string, Section>> = {
  rules,
  lists,
  starts,
  reads,
  streams,
  placing,
  limits: limitedPlayers,
  harm: harmNights,
  settlement,
  years,
  pages,
  cluster,
};

const QUICK = 0.05;

const { values } = readOptions({
  options: {
    only: { type: "string", default: Object.keys(SECTIONS).join(",") },
    large: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
    keep: { type: "string" },
    json: { type: "boolean", default: false },
    compare: { type: "string" },
    pairs: { type: "string", default: "5" },
  },
});
const unknown = values.only.split(",").find((name) => SECTIONS[name] === undefined);
if (unknown !== undefined) {
  console.error(`no section ${unknown}: there are ${Object.keys(SECTIONS).join(", ")}`);
  process.exit(2);
}
if (values.compare !== undefined) {
  const words = [
    "--only",
    values.only,
    ...(values.large ? ["--large"] : []),
    ...(values.quick ? ["--quick"] : []),
  ];
  process.exit(compareWith(values.compare, words, Math.max(2, Number(values.pairs))) ? 1 : 0);
}
const folders: string[] = [];
const bench: Bench = {
  random: seeded(1),
  large: values.large,
  profile: values.profile,
  keptIn: values.keep === undefined ? null : resolve(values.keep),
  scale: values.quick ? QUICK : 1,
  folder: (name) => {
    const made = freshFolder(name);
    folders.push(made);
    return made;
  },
  forget: (made) => rmSync(made, { recursive: true, force: true }),
  log: (line) => console.error(line),
};
const figures: Figure[] = [];
let failed = false;
for (const name of values.only.split(",")) {
  const section = SECTIONS[name];
  if (section === undefined) continue;
  bench.log(`${name} …`);
  try {
    figures.push(...(await section(bench)));
  } catch (error) {
    failed = true;
    console.error(`${name} could not be measured:`, error);
  }
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
}
console.log(tableOf(figures));
if (values.json) console.log(jsonOf(figures));
process.exit(failed || figures.some((figure) => judge(figure) === "missed") ? 1 : 0);

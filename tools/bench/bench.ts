/**
 * `npm run bench [-- --only placing,reads] [--large] [--json]`: measures the house on this machine, beside
 * yardsticks measured in the same run, and holds what it finds against the bars. Exit status 1 when one is missed.
 */
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { seeded } from "../faults/moments.ts";
import { type Figure, jsonOf, judge, tableOf } from "./bars.ts";
import { placing } from "./placing.ts";
import { rules } from "./rules.ts";
import { type Bench, freshFolder, type Section } from "./section.ts";

const SECTIONS: Readonly<Record<string, Section>> = { rules, placing };

const { values } = parseArgs({
  options: {
    only: { type: "string", default: Object.keys(SECTIONS).join(",") },
    large: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
const folders: string[] = [];
const bench: Bench = {
  chance: seeded(1),
  large: values.large,
  folder: (name) => {
    const made = freshFolder(name);
    folders.push(made);
    return made;
  },
  tell: (line) => console.error(line),
};
const figures: Figure[] = [];
let failed = false;
for (const name of values.only.split(",")) {
  const section = SECTIONS[name];
  if (section === undefined) {
    console.error(`no section ${name}: there are ${Object.keys(SECTIONS).join(", ")}`);
    process.exit(2);
  }
  bench.tell(`${name} …`);
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

/**
 * `npm run simulate:bugs [-- --only late-bets] [--seeds 200] [--seconds 60]`: puts each of the bugs of `planted-bugs.ts` into the
 * servers and runs seeds until the checks find it, replays that seed by its number, which must end alike, and runs it without
 * the bug, which must be well. Prints a line a bug; exit status 1 if one is not found.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { readOptions } from "../../run/read-options.ts";
import { ensureNode } from "../../run/node-version.ts";

await ensureNode();
const { PLANTED_BUGS } = await import("./planted-bugs.ts");

const PROGRAM = fileURLToPath(new URL("./simulate-faults.ts", import.meta.url));
const { values } = readOptions({
  options: {
    only: { type: "string" },
    seeds: { type: "string", default: "200" },
    seconds: { type: "string", default: "60" },
  },
});

/** A run as its line tells it. */
interface ToldRun {
  readonly seed: number;
  readonly hash: string;
  /** What was wrong; undefined if all was well. */
  readonly wrong: string | undefined;
}

const LINE = /^seed +(?<seed>\d+) +(?<hash>[0-9a-f]{16}) .* {2}(?:well|WRONG: (?<wrong>.*))$/u;

function told(words: readonly string[]): Promise<ToldRun[]> {
  const all = [PROGRAM, "--seconds", values.seconds, ...words];
  const child = spawn(process.execPath, [...process.execArgv, ...all], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const runs: ToldRun[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    const groups = LINE.exec(line)?.groups;
    if (groups !== undefined)
      runs.push({ seed: Number(groups["seed"]), hash: groups["hash"] ?? "", wrong: groups["wrong"] });
  });
  return new Promise((resolve) => {
    child.once("close", () => resolve(runs));
  });
}

/** Undefined if the bug was found, and its seed replayed; else why not. */
async function hunt(name: string): Promise<string | undefined> {
  const began = performance.now();
  const runs = await told(["--bug", name, "--seeds", values.seeds, "--until-wrong"]);
  const found = runs
    .filter(({ wrong }) => wrong !== undefined)
    .toSorted((a, b) => a.seed - b.seed)
    .at(0);
  if (found === undefined) return `not found in ${runs.length} seeds`;
  const seed = ["--seed", String(found.seed)];
  const [[again], [without]] = await Promise.all([told([...seed, "--bug", name]), told(seed)]);
  if (again?.hash !== found.hash || again.wrong !== found.wrong)
    return `seed ${found.seed} did not end alike: ${again?.hash}, and before ${found.hash}`;
  if (without?.wrong !== undefined || without === undefined)
    return `seed ${found.seed} is wrong without the bug as well: ${without?.wrong}`;
  const tookS = Math.round((performance.now() - began) / 1000);
  console.log(
    `${name.padEnd(24)} found by seed ${found.seed}, replayed with the same hash ${found.hash}, ` +
      `well without the bug; ${tookS} s\n   ${found.wrong?.slice(0, 300)}`,
  );
  return undefined;
}

let missed = 0;
for (const { name, breaks } of PLANTED_BUGS) {
  if (values.only !== undefined && values.only !== name) continue;
  const why = await hunt(name);
  if (why === undefined) continue;
  missed += 1;
  console.log(`${name.padEnd(24)} MISSED: ${why} (${breaks})`);
}
process.exitCode = missed === 0 ? 0 : 1;

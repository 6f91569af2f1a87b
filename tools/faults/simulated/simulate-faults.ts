/**
 * `npm run simulate:faults -- --seeds 50 [--first 1] [--seconds 60] [--jobs 2]`: as many runs, each with its number as its seed:
 * real servers and a real database in one process whose time, network and deaths the seed decides, on each core one. Prints a
 * line a run; exit status 1 if anything is wrong. `--seed 17` replays one run, `--trace` with all that happens in it,
 * `--statements` prints what servers ask the database for, `--bug <name>` puts one of the bugs into them (`planted-bugs.ts`), and
 * `--until-wrong` ends with the first run in which something is wrong.
 */
import { availableParallelism } from "node:os";
import { readOptions } from "../../run/read-options.ts";
import { ensureNode } from "../../run/node-version.ts";

await ensureNode();
const { runSeeds } = await import("./run-seeds.ts");
const { runJobs } = await import("./run-jobs.ts");
const { plant } = await import("./planted-bugs.ts");

const { values } = readOptions({
  options: {
    seeds: { type: "string", default: "10" },
    first: { type: "string", default: "1" },
    every: { type: "string", default: "1" },
    seed: { type: "string" },
    seconds: { type: "string", default: "60" },
    jobs: { type: "string", default: String(availableParallelism()) },
    trace: { type: "boolean", default: false },
    statements: { type: "boolean", default: false },
    "until-wrong": { type: "boolean", default: false },
    bug: { type: "string" },
  },
});
const isOne = values.seed !== undefined;
const run = {
  first: Number(values.seed ?? values.first),
  count: isOne ? 1 : Number(values.seeds),
  every: Number(values.every),
  seconds: Number(values.seconds),
  isTraced: values.trace,
  showsStatements: values.statements,
  isUntilWrong: values["until-wrong"],
  ...(values.bug === undefined ? {} : { bug: values.bug }),
};
const jobs = Math.min(Number(values.jobs), run.count);
if (run.bug !== undefined) plant(run.bug);
process.exit(jobs > 1 ? await runJobs(run, jobs) : await runSeeds(run));

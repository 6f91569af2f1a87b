/**
 * `npm run simulate:faults -- --seeds 50 [--first 1] [--seconds 60]`: as many runs, each with its number as its seed: real servers
 * and a real database in one process whose time, network and deaths the seed decides. Prints a line a run; exit status 1 if
 * anything is wrong. `--seed 17` replays one run, `--trace` with all that happens in it, `--statements` prints what servers
 * ask the database for.
 */
import { parseArgs } from "node:util";
import { ensureNode } from "../../run/node-version.ts";

await ensureNode();
const { runSeeds } = await import("./run-seeds.ts");

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "10" },
    first: { type: "string", default: "1" },
    seed: { type: "string" },
    seconds: { type: "string", default: "60" },
    trace: { type: "boolean", default: false },
    statements: { type: "boolean", default: false },
  },
});
const [first, count] =
  values.seed === undefined ? [Number(values.first), Number(values.seeds)] : [Number(values.seed), 1];
process.exit(
  await runSeeds({
    first,
    count,
    seconds: Number(values.seconds),
    isTraced: values.trace,
    showsStatements: values.statements,
  }),
);

import { readOptions } from "../run/read-options.ts";
import { THRESHOLDS, weightsWith } from "@lotus/server/harm";
import { parseWeights } from "@lotus/server/settings/harm-settings";
import { makePopulation } from "./population.ts";
import { reportOf } from "./report.ts";
import { weightsTable } from "./weights-table.ts";

const USAGE = `The markers of harm: the table of weights, and what they tell apart among synthetic players.

  npm run harm                                          the table
  npm run harm -- --simulate [--players 2000] [--seed 1] [--weights nights=4,shareLost=0]
`;

function main(): number {
  const { values } = readOptions({
    options: {
      simulate: { type: "boolean", default: false },
      players: { type: "string", default: "2000" },
      seed: { type: "string", default: "1" },
      weights: { type: "string", default: "" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (!values.simulate) {
    process.stdout.write(`${weightsTable()}\n`);
    return 0;
  }
  const [players, seed] = [Number(values.players), Number(values.seed)];
  const changed = parseWeights(values.weights);
  if (!Number.isSafeInteger(players) || players < 10 || !Number.isSafeInteger(seed) || changed === null) {
    process.stderr.write(USAGE);
    return 2;
  }
  const weights = weightsWith(changed);
  const people = makePopulation(seed, Math.ceil(players / 10));
  process.stdout.write(reportOf({ people, weights, thresholds: THRESHOLDS, seed }));
  return 0;
}

process.exitCode = main();

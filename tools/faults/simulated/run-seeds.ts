import { requirePlanted } from "./planted-bugs.ts";
import { install, real } from "./replaced-globals.ts";
import type { SeedReport } from "./run-seed.ts";
import { summaryOf } from "./seeds-summary.ts";
import { Statements } from "./statements.ts";

/** Which runs. */
export interface SeedsRun {
  readonly first: number;
  readonly count: number;
  /** From one seed to the next. */
  readonly every: number;
  readonly seconds: number;
  readonly isTraced: boolean;
  readonly showsStatements: boolean;
  /** Ends with the first run in which something is wrong. */
  readonly isUntilWrong: boolean;
  /** A bug that is in the servers. */
  readonly bug?: string;
}

/** Runs the seeds one after the other; exit status 0 if all is well. */
export async function runSeeds(run: SeedsRun): Promise<number> {
  const { first, count, every, seconds, isTraced } = run;
  const beganWithStart = real.now();
  // Another process has found something wrong: only what is before it is still asked for.
  let before = Infinity;
  process.on("message", (message: { readonly before: number }) => {
    before = Math.min(before, message.before);
  });
  install();
  // After that: they and all they load read the replaced clocks.
  const { startSimulatedCluster } = await import("./template.ts");
  const { prepare } = await import("./prepare.ts");
  const { runSeed } = await import("./run-seed.ts");
  const cluster = await startSimulatedCluster();
  const statements = new Statements();
  const wrong: number[] = [];
  let virtualMs = 0;
  let done = 0;
  let began = 0;
  try {
    const prepared = await prepare(cluster);
    requirePlanted();
    began = real.now();
    for (let seed = first; seed < first + count * every; seed += every) {
      if (run.isUntilWrong && (wrong.length > 0 || seed > before)) break;
      done += 1;
      const print = isTraced ? console.log : undefined;
      const report = await runSeed(prepared, {
        seed,
        seconds,
        statements,
        ...(print === undefined ? {} : { print }),
      });
      virtualMs += report.virtualMs;
      if (report.wrong.length > 0) wrong.push(seed);
      console.log(tell(report, run));
    }
  } finally {
    await cluster.stop();
  }
  if (run.showsStatements) console.log(statements.lines().join("\n"));
  const ended = real.now();
  console.log(summaryOf({ count: done, virtualMs, realMs: ended - began, wrong }, ended - beganWithStart));
  return wrong.length === 0 ? 0 : 1;
}

function tell(report: SeedReport, { seconds, count, bug }: SeedsRun): string {
  const { seed, hash, virtualMs, realMs, faults, bets, cancels, recharges, operations, wrong } = report;
  const line =
    `seed ${String(seed).padStart(5)}  ${hash}  ${faults.length} faults, ${bets} bets, ${cancels} cancels, ${recharges} recharges, ` +
    `${operations} operations in order, ${Math.round(virtualMs / 1000)} s in ${(realMs / 1000).toFixed(2)} s  `;
  const verdict = wrong.length === 0 ? "well" : `WRONG: ${wrong.slice(0, 4).join("; ")}`;
  const lines = [line + verdict];
  if (wrong.length > 0)
    lines.push(
      `   replay: npm run simulate:faults -- --seed ${seed} --seconds ${seconds} --trace${bug === undefined ? "" : ` --bug ${bug}`}`,
    );
  if (wrong.length > 0 || count === 1) lines.push(...faults.map((fault) => `   ${fault}`));
  return lines.join("\n");
}

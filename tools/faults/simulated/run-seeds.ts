import { install, real } from "./replaced-globals.ts";
import type { SeedReport } from "./run-seed.ts";
import { Statements } from "./statements.ts";

/** Which runs. */
export interface SeedsRun {
  readonly first: number;
  readonly count: number;
  readonly seconds: number;
  readonly isTraced: boolean;
  readonly showsStatements: boolean;
}

/** Runs the seeds one after the other; exit status 0 if all is well. */
export async function runSeeds({ first, count, seconds, isTraced, showsStatements }: SeedsRun): Promise<number> {
  install();
  // After that: they and all they load read the replaced clocks.
  const { startSimulatedCluster } = await import("./template.ts");
  const { prepare } = await import("./prepare.ts");
  const { runSeed } = await import("./run-seed.ts");
  const cluster = await startSimulatedCluster();
  const statements = new Statements();
  const [bad, sums] = [[] as number[], { virtualMs: 0, realMs: 0 }];
  const began = real.now();
  try {
    const prepared = await prepare(cluster);
    for (let seed = first; seed < first + count; seed += 1) {
      const print = isTraced ? console.log : undefined;
      const report = await runSeed(prepared, {
        seed,
        seconds,
        statements,
        ...(print === undefined ? {} : { print }),
      });
      sums.virtualMs += report.virtualMs;
      sums.realMs += report.realMs;
      if (report.wrong.length > 0) bad.push(seed);
      console.log(tell(report, seconds, count === 1));
    }
  } finally {
    await cluster.stop();
  }
  if (showsStatements) {
    console.log(`statements and connections a virtual second of all servers: ${(statements.total / statements.seconds).toFixed(1)}, ${(statements.connections / statements.seconds).toFixed(2)}`);
    console.log(statements.lines().join("\n"));
  }
  const speed = Math.round(sums.virtualMs / sums.realMs);
  console.log(
    `${count} seeds, ${Math.round(sums.virtualMs / 1000)} s lived in ${((real.now() - began) / 1000).toFixed(1)} s, ${speed} × the speed of time, ` +
      `${bad.length} wrong${bad.length === 0 ? "" : `: ${bad.join(", ")}`}`,
  );
  return bad.length === 0 ? 0 : 1;
}

function tell(report: SeedReport, seconds: number, isAlone: boolean): string {
  const { seed, hash, virtualMs, realMs, faults, bets, cancels, recharges, operations, wrong } = report;
  const line =
    `seed ${String(seed).padStart(5)}  ${hash}  ${faults.length} faults, ${bets} bets, ${cancels} cancels, ${recharges} recharges, ` +
    `${operations} operations in order, ${Math.round(virtualMs / 1000)} s in ${(realMs / 1000).toFixed(2)} s  `;
  const verdict = wrong.length === 0 ? "well" : `WRONG: ${wrong.slice(0, 4).join("; ")}`;
  const lines = [line + verdict];
  if (wrong.length > 0)
    lines.push(`   replay: npm run simulate:faults -- --seed ${seed} --seconds ${seconds} --trace`);
  if (wrong.length > 0 || isAlone) lines.push(...faults.map((fault) => `   ${fault}`));
  return lines.join("\n");
}

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";
import type { SeedsRun } from "./run-seeds.ts";
import { readSummary, summaryOf, type SeedsSummary } from "./seeds-summary.ts";

/** Most of what a run allocates is of no use a moment later: with more room, little of it is ever copied. */
const ROOM = "--max-semi-space-size=128";
const PROGRAM = fileURLToPath(new URL("./simulate-faults.ts", import.meta.url));

/**
 * Runs the seeds in several processes, each with a PostgreSQL of its own: sessions of one see whether another's transactions are
 * open, whatever their databases, and runs beside each other would not be those of their seeds alone.
 */
export async function runJobs(run: SeedsRun, jobs: number): Promise<number> {
  const began = performance.now();
  const shares = Array.from({ length: jobs }, (_, job) => ({
    ...run,
    first: run.first + job * run.every,
    every: run.every * jobs,
    count: Math.ceil((run.count - job) / jobs),
  }));
  // What one of them found, no other needs to look for at a later seed.
  const children: ChildProcess[] = [];
  const ends = await Promise.all(shares.map((share) => runShare(share, children)));
  const total: SeedsSummary = {
    count: ends.reduce((sum, { count }) => sum + count, 0),
    virtualMs: ends.reduce((sum, { virtualMs }) => sum + virtualMs, 0),
    realMs: Math.max(...ends.map(({ realMs }) => realMs)),
    wrong: ends.flatMap(({ wrong }) => wrong).toSorted((a, b) => a - b),
  };
  console.log(summaryOf(total, performance.now() - began));
  return total.wrong.length === 0 && total.count >= run.count ? 0 : 1;
}

/** One process; its lines are printed as they come, but for its summary, which is returned. */
function runShare(share: SeedsRun, children: ChildProcess[]): Promise<SeedsSummary> {
  const words = [
    "--first",
    String(share.first),
    "--seeds",
    String(share.count),
    "--every",
    String(share.every),
    "--seconds",
    String(share.seconds),
    "--jobs",
    "1",
    ...(share.showsStatements ? ["--statements"] : []),
    ...(share.isTraced ? ["--trace"] : []),
    ...(share.isUntilWrong ? ["--until-wrong"] : []),
    ...(share.bug === undefined ? [] : ["--bug", share.bug]),
  ];
  const child = spawn(process.execPath, [...process.execArgv, ROOM, PROGRAM, ...words], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  children.push(child);
  let summary: SeedsSummary = { count: 0, virtualMs: 0, realMs: 0, wrong: [] };
  // It is piped.
  if (child.stdout === null) throw new Error("a process without its output");
  createInterface({ input: child.stdout }).on("line", (line) => {
    const read = readSummary(line);
    if (read !== undefined) {
      summary = read;
      return;
    }
    console.log(line);
    const wrong = /^seed +(?<seed>\d+) .* WRONG: /u.exec(line)?.groups?.["seed"];
    if (!share.isUntilWrong || wrong === undefined) return;
    for (const other of children) if (other.connected) other.send({ before: Number(wrong) });
  });
  return new Promise((resolve) => {
    child.once("close", () => resolve(summary));
  });
}

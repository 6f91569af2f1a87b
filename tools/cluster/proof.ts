import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Bettors } from "../faults/bettors.ts";
import { compare, settleAll } from "../faults/round.ts";
import { pause } from "../faults/server-process.ts";
import type { LoadClient } from "../load/client.ts";
import { renewTokens } from "../load/players.ts";
import { ROOT } from "../run/root.ts";
import type { Cluster } from "./cluster.ts";

/** Asks every bet without an answer again, looks for every acknowledged one, and checks the books; what is wrong. */
export async function proveNothingLost(
  cluster: Cluster,
  client: LoadClient,
  bettors: Bettors,
): Promise<string[]> {
  const wrong: string[] = [];
  await renewTokens(client, cluster.players);
  wrong.push(...(await settleAll(bettors)));
  wrong.push(...(await compare(client, cluster.players, [...bettors.acknowledged.values()], 0n)));
  return [...wrong, ...(await checkBooksOf(cluster))];
}

/** The books of the primary's database. */
export async function checkBooksOf(cluster: Cluster): Promise<string[]> {
  const primary = await cluster.primary();
  if (primary === null) return ["no primary whose books could be checked"];
  for (let turn = 0; ; turn += 1) {
    const done = spawnSync(process.execPath, [join(ROOT, "tools/check-books.ts")], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: cluster.databaseUrl(primary, "app") },
      encoding: "utf8",
    });
    if (done.status === 0) return [];
    const output = (done.stdout + done.stderr).trim();
    // Checks never run concurrently: while a server's own check runs, this one waits.
    if (turn >= 20 || !output.includes("is checking the books itself")) return [`the books: ${output}`];
    await pause(1_000);
  }
}

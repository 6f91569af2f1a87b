/**
 * `npm run faults -- --rounds 22 [--seed 7] [--players 24] [--only deposit-reserved]`: a real server in its own folder
 * with three witnesses, a beacon and a deposit register in processes of their own, players who bet, cancel and recharge all the
 * time, and in each round a kill -9 of the server, PostgreSQL or both, and of the beacon, one witness or two. Then every
 * acknowledged bet is verified, register and players must know the same recharges, the history of all that players did and
 * were told must have an explanation, and the books are checked. `--only` takes the one moment of that fault point.
 *
 * `npm run faults -- --cluster --rounds 20 [--seed 7] [--players 6] [--only primary-killed] [--untimed] [--folder …]`: a cluster
 * of three machines, as docs/cluster.md builds one, in which each round one thing fails under load; as root on Debian. With
 * `--untimed` what comes too late is told, but not wrong: for machines with few cores.
 *
 * Both print a line per round; exit status 1 if anything is wrong.
 */
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../run/read-options.ts";
import { ensureNode } from "../run/node-version.ts";

await ensureNode();

const { values } = readOptions({
  options: {
    cluster: { type: "boolean", default: false },
    rounds: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    players: { type: "string" },
    only: { type: "string" },
    folder: { type: "string" },
    untimed: { type: "boolean", default: false },
  },
});
const { only } = values;
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];

/** Where files are fast: the three databases of a cluster would share one disk, which no cluster does. */
function inMemory(): string {
  return existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
}

async function run(): Promise<number> {
  if (!values.cluster) {
    const { runOneMachine } = await import("./one-machine.ts");
    const players = Number(values.players ?? "24");
    return await runOneMachine({ rounds, seed, players, ...(only === undefined ? {} : { only }) });
  }
  const { runClusterRounds } = await import("./cluster-rounds.ts");
  const { failureNamed } = await import("../cluster/failures.ts");
  const players = Number(values.players ?? "6");
  return await runClusterRounds(
    { folder: values.folder ?? join(inMemory(), "lotus-cluster-faults"), say: (line) => console.log(line) },
    {
      rounds,
      seed,
      players,
      untimed: values.untimed,
      ...(only === undefined ? {} : { only: failureNamed(only) }),
    },
  );
}

process.exit(
  await run().catch((error: unknown) => {
    console.error(error);
    return 1;
  }),
);

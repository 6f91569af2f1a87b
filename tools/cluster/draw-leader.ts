import { openDatabase, sql } from "@lotus/server/db/database";
import { type Cluster, MACHINES } from "./cluster.ts";

const LEADER = sql`SELECT epoch, node FROM draw_leader`;

/** The machine whose server leads the draw clock, by the primary's database. @throws Error if that server does not run */
export async function drawLeaderOf(cluster: Cluster): Promise<number> {
  const primary = await cluster.primary();
  if (primary === null) throw new Error("no primary that could say who leads the draws");
  const url = cluster.databaseUrl(primary, "owner");
  const database = openDatabase({ url, applicationName: "leader", size: 1, random: () => 0.5 });
  try {
    const [row] = await database.query<{ node: string }>(LEADER);
    const machine = cluster.machineOf(pidOf(row?.node ?? ""));
    if (machine === null) throw new Error(`${row?.node ?? "nobody"} leads the draws, and does not run`);
    return machine;
  } finally {
    await database.close();
  }
}

/** The machines whose servers say themselves that they lead the draw clock. */
export async function saidLeaders(cluster: Cluster): Promise<number[]> {
  const said = await Promise.all(
    MACHINES.map(async (machine) => {
      const reply = await fetch(`${cluster.deskUrl(machine)}/metrics`, {
        signal: AbortSignal.timeout(5_000),
      });
      return isLeader(await reply.text()) ? [machine] : [];
    }),
  );
  return said.flat();
}

/** Whether the metrics of a server say that it leads. */
export function isLeader(metrics: string): boolean {
  return /^lotus_draw_leader(?:\{\})? 1$/mu.test(metrics);
}

/** The process of a server, whose node is called "<host>-<pid>". */
export function pidOf(node: string): number {
  return Number(/-(\d+)$/u.exec(node)?.[1] ?? Number.NaN);
}

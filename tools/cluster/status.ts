import type { Cluster } from "./cluster.ts";

/** A line for each machine: its address, its database, its server. */
export async function statusOf(cluster: Cluster): Promise<string> {
  const members = await cluster.members();
  const lines = cluster.machines.map(async (machine) => {
    const member = members.find((one) => one.machine === machine.number);
    const reply = await fetch(`${cluster.deskUrl(machine.number)}/health/ready`, {
      signal: AbortSignal.timeout(1_000),
    }).catch(() => null);
    const database = member === undefined ? "unknown" : `${member.role}, ${member.state}`;
    const lag = member?.lag === null || member === undefined ? "" : `, ${member.lag} bytes behind`;
    const server = reply === null ? "silent" : reply.status === 200 ? "ready" : "not ready";
    return `lotus${machine.number}  ${machine.address.padEnd(15)}  database ${database}${lag}  server ${server}`;
  });
  return (await Promise.all(lines)).join("\n");
}

import { WireConnection, wireRequest } from "../load/wire.ts";
import { type BareProcess, openBareProcess, routeOf } from "./bare-process.ts";
import type { BareRoutes } from "./bare-server.ts";
import type { Figure } from "../budget/bars.ts";
import { openServer } from "../load/server-under-load.ts";
import type { Section } from "./section.ts";

const PATHS = ["/api/lottery/current/FFC", "/api/lottery/last/FFC", "/api/lottery/games"] as const;
const CONNECTIONS = 64;
const ROUNDS = 4;
const ROUND_SECONDS = 1;
const MIN_SHARE_OF_BARE = 0.95;

/** The most common reads, alternating with a bare route that returns the same bytes. */
export const reads: Section = async ({ folder }) => {
  const server = await openServer(folder("reads"));
  let bare: BareProcess | undefined;
  try {
    const ours = await lanes(server.port);
    bare = await openBareProcess(await repliesOf(ours));
    const theirs = await lanes(bare.port);
    const figures: Figure[] = [];
    for (const path of PATHS) {
      for (const side of [ours, theirs]) await readFor(side, path, ROUND_SECONDS);
      let [served, bareOnes] = [0, 0];
      for (let round = 0; round < ROUNDS; round += 1) {
        served += await readFor(ours, path, ROUND_SECONDS);
        bareOnes += await readFor(theirs, path, ROUND_SECONDS);
      }
      figures.push({
        section: "reads",
        name: path,
        value: served / ROUNDS,
        unit: "/s",
        beside: { name: "bare Fastify", value: bareOnes / ROUNDS },
        bar: { of: "ratio", least: MIN_SHARE_OF_BARE },
      });
    }
    for (const connection of [...ours, ...theirs]) connection.close();
    return figures;
  } finally {
    bare?.close();
    await server.stop();
  }
};

function lanes(port: number): Promise<WireConnection[]> {
  return Promise.all(Array.from({ length: CONNECTIONS }, () => WireConnection.open(port)));
}

async function repliesOf([connection]: readonly WireConnection[]): Promise<BareRoutes> {
  const replies: Record<string, BareRoutes[string]> = {};
  for (const path of PATHS) {
    const reply = await connection?.send(wireRequest({ method: "GET", path }));
    if (reply?.status !== 200) throw new Error(`${path} answers ${reply?.status ?? "nothing"}`);
    replies[path] = routeOf(reply);
  }
  return replies;
}

/** Replies a second over all connections, one request in flight on each. */
async function readFor(
  connections: readonly WireConnection[],
  path: string,
  seconds: number,
): Promise<number> {
  const request = wireRequest({ method: "GET", path });
  const began = performance.now();
  const until = began + seconds * 1000;
  let replies = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < until) {
        const { status } = await connection.send(request);
        if (status !== 200) throw new Error(`${path} answers ${status} under load`);
        replies += 1;
      }
    }),
  );
  return (replies * 1000) / (performance.now() - began);
}

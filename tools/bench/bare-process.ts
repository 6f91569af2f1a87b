import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { processorMs } from "../load/processor-time.ts";
import type { BareRoutes } from "./bare-server.ts";

/** A bare Fastify in a process of its own: what a request costs that does nothing. */
export interface BareProcess {
  readonly port: number;
  /** CPU time so far, milliseconds. */
  processorMs(): number;
  close(): void;
}

/** Starts one that returns these bytes. */
export async function openBareProcess(routes: BareRoutes): Promise<BareProcess> {
  const child = fork(join(import.meta.dirname, "bare-server.ts"));
  const listening = once(child, "message");
  child.send(routes);
  const [url] = await listening;
  return {
    port: Number(new URL(String(url)).port),
    processorMs: () => processorMs(child.pid ?? 0),
    close: () => child.disconnect(),
  };
}

// Headers that Node adds to every response.
const OF_THE_SERVER = new Set(["date", "connection", "keep-alive", "content-length"]);

/** The route that answers as the server did. */
export function routeOf({
  head,
  body,
}: {
  readonly head: string;
  readonly body: string;
}): BareRoutes[string] {
  const lines = head.split("\r\n").slice(1);
  const pairs = lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);
  const headers = Object.fromEntries(pairs.filter(([name = ""]) => !OF_THE_SERVER.has(name.toLowerCase())));
  return { headers, body };
}

import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A port of this machine that leads to a socket. */
export interface SocketRelay {
  readonly port: number;
  close(): void;
}

/** Opens one: an embedded PostgreSQL listens on its socket alone, and a container has no way there. */
export async function openSocketRelay(socketFile: string): Promise<SocketRelay> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(socketFile);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.once("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the relay has no port");
  return {
    port: address.port,
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

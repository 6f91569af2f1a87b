import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** What a proxy does to one connection. Bytes are counted over its whole life. */
export interface Fault {
  /** Passes so many bytes of the request on, then cuts both sides. */
  readonly requestBytes?: number;
  /** Passes so many bytes of the reply on, then cuts both sides. */
  readonly replyBytes?: number;
  /** Nothing of the request is passed on before this resolves, even if the client has gone meanwhile. */
  readonly hold?: Promise<unknown>;
  /** Nothing of the reply is passed on, and both sides stay open. */
  readonly mute?: boolean;
}

/** A TCP proxy before a server, on a port of its own. */
export interface FaultyProxy {
  readonly port: number;
  readonly url: string;
  /** Connections it took. */
  readonly taken: () => number;
  /** From now on nothing passes through open connections, and none of them closes. */
  silence(): void;
  close(): Promise<void>;
}

/** Opens a proxy; `faultOf` tells what happens to each connection, counted from 0. */
export async function openFaultyProxy(
  targetPort: () => number,
  faultOf: (connection: number) => Fault = () => ({}),
): Promise<FaultyProxy> {
  const sockets = new Set<Socket>();
  let taken = 0;
  let silenced = new WeakSet<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const fault = faultOf(taken);
    taken += 1;
    const upstream = connect({ port: targetPort(), host: "127.0.0.1", noDelay: true });
    keep(client);
    keep(upstream);
    join({ client, upstream, isSilent: (socket) => silenced.has(socket) }, fault);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const { port } = address;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    taken: () => taken,
    silence: () => {
      silenced = new WeakSet(sockets);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

interface Ends {
  readonly client: Socket;
  readonly upstream: Socket;
  readonly isSilent: (socket: Socket) => boolean;
}

function join(ends: Ends, { requestBytes, replyBytes, hold, mute }: Fault): void {
  const { client, upstream, isSilent } = ends;
  if (hold === undefined) {
    pass(ends, client, upstream, requestBytes);
    client.once("close", () => upstream.destroy());
  } else void passLate(ends, hold);
  if (mute === true) upstream.resume();
  else pass(ends, upstream, client, replyBytes);
  upstream.once("end", () => {
    if (!isSilent(upstream)) client.end();
  });
}

/** Passes bytes on; when `most` of them are passed, cuts both sides. */
function pass(
  { client, upstream, isSilent }: Ends,
  from: Socket,
  to: Socket,
  most = Number.POSITIVE_INFINITY,
): void {
  let passed = 0;
  from.on("data", (bytes) => {
    if (isSilent(from)) return;
    const part = bytes.subarray(0, most - passed);
    passed += part.length;
    if (part.length > 0 && !to.destroyed) to.write(part);
    if (passed < most) return;
    // Later, so that these last bytes arrive before the end.
    setImmediate(() => {
      client.destroy();
      upstream.destroy();
    });
  });
}

async function passLate(ends: Ends, hold: Promise<unknown>): Promise<void> {
  const { client, upstream } = ends;
  const held: Buffer[] = [];
  client.on("data", (bytes) => void held.push(bytes));
  await hold;
  client.removeAllListeners("data");
  upstream.write(Buffer.concat(held));
  pass(ends, client, upstream);
}

import { connect, createServer, type Socket } from "node:net";
import { once } from "node:events";
import { join } from "node:path";

/** A pooler in transaction mode on a port of its own. */
export interface TransactionPooler {
  /** Connection string through the pooler. */
  readonly url: string;
  /** Connections to PostgreSQL that it has opened. */
  opened(): number;
  close(): Promise<void>;
}

/** Parameters that PgBouncer takes from clients; it refuses all others. */
const KNOWN_PARAMETERS = new Set(["user", "database", "application_name", "client_encoding"]);
const PROTOCOL = 196_608;
const IDLE = 0x49;
const READY = 0x5a;
const CLOSE = 0x58;

/**
 * Stands in for PgBouncer 1.18 in transaction mode: a connection to PostgreSQL serves one client until its transaction is
 * over, then whoever asks next, with whatever was left in its session. Prepared statements are not kept apart.
 */
export async function openTransactionPooler(url: string): Promise<TransactionPooler> {
  const target = new URL(url);
  const free: Backend[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  const backendOf = async (): Promise<Backend> => {
    const known = free.pop();
    if (known !== undefined) return known;
    opened += 1;
    const backend = await Backend.open(target);
    sockets.add(backend.socket);
    return backend;
  };
  const server = createServer((client) => {
    sockets.add(client);
    void serve(client, backendOf, (backend) => free.push(backend));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the pooler has no port");
  return {
    url: `postgresql://${target.username}@127.0.0.1:${address.port}${target.pathname}`,
    opened: () => opened,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Frames of the protocol after the start: a type byte and a length. */
class Frames {
  #rest = Buffer.alloc(0);

  *push(chunk: Buffer): Generator<Buffer> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= 5) {
      const length = 1 + this.#rest.readInt32BE(1);
      if (this.#rest.length < length) return;
      yield this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
    }
  }
}

/** A connection to PostgreSQL. */
class Backend {
  readonly socket: Socket;
  /** Gets what PostgreSQL answers; true as second value once a transaction is over. */
  receive: (frame: Buffer, over: boolean) => void = () => undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    const frames = new Frames();
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      for (const frame of frames.push(chunk)) this.receive(frame, frame[0] === READY && frame[5] === IDLE);
    });
  }

  static async open({ username, pathname, searchParams }: URL): Promise<Backend> {
    const socket = connect(join(searchParams.get("host") ?? "", `.s.PGSQL.5432`));
    const backend = new Backend(socket);
    const ready = new Promise<void>((resolve) => {
      backend.receive = (_, over) => {
        if (over) resolve();
      };
    });
    socket.write(startup({ user: username, database: pathname.slice(1), client_encoding: "UTF8" }));
    await ready;
    return backend;
  }
}

async function serve(
  client: Socket,
  take: () => Promise<Backend>,
  giveBack: (backend: Backend) => void,
): Promise<void> {
  let backend: Promise<Backend> | undefined;
  let frames: Frames | undefined;
  const claim = (): Promise<Backend> => {
    backend ??= take().then((taken) => {
      taken.receive = (frame, over) => {
        if (over) {
          backend = undefined;
          giveBack(taken);
        }
        client.write(frame);
      };
      return taken;
    });
    return backend;
  };
  client.on("error", () => undefined);
  client.on("data", (chunk) => {
    if (frames === undefined) {
      frames = new Frames();
      client.write(greet(chunk));
      return;
    }
    for (const frame of frames.push(chunk)) {
      if (frame[0] === CLOSE) client.end();
      // A copy: the frame is a view of a buffer that goes on.
      else void claim().then(({ socket }) => socket.write(Buffer.from(frame)));
    }
  });
}

function greet(packet: Buffer): Buffer {
  const fields = packet
    .subarray(8, packet.readInt32BE(0) - 1)
    .toString("utf8")
    .split("\0");
  const refused = fields
    .filter((_, i) => i % 2 === 0)
    .find((name) => name !== "" && !KNOWN_PARAMETERS.has(name));
  if (refused !== undefined)
    return message("E", `SFATAL\0C08P01\0Munsupported startup parameter: ${refused}\0\0`);
  const status = (name: string, value: string): Buffer => message("S", `${name}\0${value}\0`);
  return Buffer.concat([
    message("R", Buffer.alloc(4)),
    status("client_encoding", "UTF8"),
    status("server_version", "18.0"),
    status("standard_conforming_strings", "on"),
    message("K", Buffer.alloc(8)),
    message("Z", "I"),
  ]);
}

function message(type: string, body: string | Buffer): Buffer {
  const content = typeof body === "string" ? Buffer.from(body) : body;
  const head = Buffer.alloc(5);
  head.write(type, 0, "latin1");
  head.writeInt32BE(4 + content.length, 1);
  return Buffer.concat([head, content]);
}

function startup(parameters: Readonly<Record<string, string>>): Buffer {
  const text = Object.entries(parameters)
    .map(([name, value]) => `${name}\0${value}\0`)
    .join("");
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length, 0);
  head.writeInt32BE(PROTOCOL, 4);
  return Buffer.concat([head, body]);
}

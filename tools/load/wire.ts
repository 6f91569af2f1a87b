import { connect, type Socket } from "node:net";

/** A raw reply. */
export interface WireReply {
  readonly status: number;
  /** The status line and the headers, without the empty line. */
  readonly head: string;
  readonly body: string;
}

const HEAD_END = "\r\n\r\n";
const LENGTH = /\r\ncontent-length: *(\d+)/iu;

/**
 * One keep-alive HTTP/1.1 connection with one request at a time, parsed by hand: a load generator on the server's
 * machine must cost almost nothing. Supports only replies with Content-Length, as the server's calls send.
 */
export class WireConnection {
  readonly #socket: Socket;
  #got: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (reply: WireReply) => void; reject: (error: Error) => void } | undefined;

  /** Resolves once it is connected. `from` is the local address to connect from. */
  static open(port: number, from = "127.0.0.1"): Promise<WireConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: "127.0.0.1", port, localAddress: from, noDelay: true });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new WireConnection(socket));
      });
    });
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (part) => this.#take(part));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("the connection was closed")));
  }

  /** Whether it can still send: servers close connections that are idle for long. */
  get isOpen(): boolean {
    return !this.#socket.destroyed && !this.#socket.readableEnded;
  }

  /** Sends a whole request, as `wireRequest` writes it, and resolves with its reply. */
  send(request: string): Promise<WireReply> {
    return new Promise((resolve, reject) => {
      if (this.#waiting !== undefined) throw new Error("one request at a time");
      if (!this.isOpen) throw new Error("the connection was closed");
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(part: Buffer): void {
    this.#got = this.#got.length === 0 ? part : Buffer.concat([this.#got, part]);
    const headLength = this.#got.indexOf(HEAD_END);
    if (headLength < 0) return;
    const head = this.#got.toString("latin1", 0, headLength);
    const length = LENGTH.exec(head)?.[1];
    if (length === undefined) {
      this.#fail(new Error(`a reply without a length: ${head}`));
      return;
    }
    const end = headLength + HEAD_END.length + Number(length);
    if (this.#got.length < end) return;
    const body = this.#got.toString("utf8", headLength + HEAD_END.length, end);
    this.#got = this.#got.subarray(end);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({ status: Number(head.slice(9, 12)), head, body });
  }

  #fail(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }
}

/** The text of a request; `token` and `key` travel as the headers Token and Idempotency-Key. */
export function wireRequest(ask: {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly token?: string;
  readonly key?: string;
  readonly body?: string;
}): string {
  const { method, path, token, key, body } = ask;
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nplatform: h5\r\nLANGUAGE: en-US\r\n`;
  const who = token === undefined ? "" : `Token: ${token}\r\n`;
  const once = key === undefined ? "" : `Idempotency-Key: ${key}\r\n`;
  const length =
    body === undefined
      ? ""
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${head}${who}${once}${length}\r\n${body ?? ""}`;
}

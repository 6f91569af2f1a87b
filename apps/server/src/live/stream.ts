import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { takeOver } from "../http/take-over.ts";

/** Maximum number of unsent bytes of a client: a slower one is disconnected and may resume later. */
export const MAX_WAITING_BYTES = 64 * 1024;

/** Interval of heartbeats. Clients are told, and take a stream that is silent for more than two of them for dead. */
export const HEARTBEAT_MS = 2_000;

const LAST_CHUNK = "0\r\n\r\n";

/** Puts two chunks together. */
export type Join = (first: Buffer, second: Buffer) => Buffer;

/** The owner of a stream. */
export interface StreamOwner {
  readonly playerId: bigint;
  readonly familyId: string;
}

/** A connection that receives the events. Chunks are written directly to its socket and shared by all streams. */
export class Stream {
  readonly owner: StreamOwner | undefined;
  /** The address whose limit it counts against. */
  readonly address: string;
  readonly #socket: Socket;
  #waiting: Buffer | undefined;

  constructor(
    response: ServerResponse,
    socket: Socket,
    { owner, address }: { readonly owner: StreamOwner | undefined; readonly address: string },
  ) {
    this.owner = owner;
    this.address = address;
    this.#socket = socket;
    response.writeHead(200, {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      // For reverse proxies that buffer responses.
      "X-Accel-Buffering": "no",
      "X-Heartbeat-Ms": HEARTBEAT_MS,
      "Transfer-Encoding": "chunked",
      // A proxy may request one response per connection. Node would then close the socket after the head, although the
      // response lasts as long as the stream.
      Connection: "keep-alive",
    });
    response.flushHeaders();
    // Pipelined after a response that is not written yet, so the socket still belongs to that one.
    if (response.socket !== socket) {
      socket.destroy();
      return;
    }
    socket.setTimeout(0);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
    takeOver(socket, response);
  }

  /** Keeps a chunk until `flush`, behind what waits already. True if nothing did. */
  wait(chunk: Buffer, joined: Join): boolean {
    const first = this.#waiting;
    this.#waiting = first === undefined ? chunk : joined(first, chunk);
    return first === undefined;
  }

  /** Writes what waits. False if the client is too slow: the connection is destroyed. */
  flush(): boolean {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting === undefined || this.#write(waiting);
  }

  /** Writes a chunk, after what waits. False if the client is too slow: the connection is destroyed. */
  write(chunk: Buffer): boolean {
    return this.flush() && this.#write(chunk);
  }

  #write(chunk: Buffer): boolean {
    if (this.#socket.destroyed || this.#socket.writableEnded) return true;
    const unsent = this.#socket.writableLength;
    if (unsent > 0 && unsent + chunk.length > MAX_WAITING_BYTES) {
      this.#socket.destroy();
      return false;
    }
    this.#socket.write(chunk);
    return true;
  }

  /** Ends the response properly; destroys the connection if the client has not read earlier chunks. */
  end(): void {
    this.flush();
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    if (this.#socket.writableLength > 0) this.#socket.destroy();
    else this.#socket.end(LAST_CHUNK);
  }

  /** Destroys the connection at once. */
  destroy(): void {
    this.#socket.destroy();
  }
}

import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A client that has so much waiting for it cannot follow, and is let go: it resumes when it can. */
const MOST_WAITING_BYTES = 64 * 1024;

const LAST_CHUNK = "0\r\n\r\n";

/** Who a stream is for. */
export interface StreamOwner {
  readonly playerId: bigint;
  readonly familyId: string;
}

/** One connection that follows the events. Chunks are written to its socket as they are, shared by all streams. */
export class Stream {
  readonly owner: StreamOwner | undefined;
  readonly #socket: Socket;

  constructor(response: ServerResponse, socket: Socket, owner: StreamOwner | undefined) {
    this.owner = owner;
    this.#socket = socket;
    response.writeHead(200, {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      // Said for reverse proxies that gather replies.
      "X-Accel-Buffering": "no",
      "Transfer-Encoding": "chunked",
    });
    response.flushHeaders();
    socket.setTimeout(0);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
  }

  /** Writes a chunk. False when the client does not keep up: the connection is cut. */
  write(chunk: Buffer): boolean {
    if (this.#socket.destroyed || this.#socket.writableEnded) return true;
    if (this.#socket.writableLength > MOST_WAITING_BYTES) {
      this.#socket.destroy();
      return false;
    }
    this.#socket.write(chunk);
    return true;
  }

  /** Ends the reply as a whole one. */
  end(): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    this.#socket.end(LAST_CHUNK);
  }
}

import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { takeOver } from "../http/take-over.ts";

/** The most that waits for a client: a slower one is disconnected and may resume later. */
export const MAX_WAITING_BYTES = 64 * 1024;

const LAST_CHUNK = "0\r\n\r\n";

/** Who a stream is for. */
export interface StreamOwner {
  readonly playerId: bigint;
  readonly familyId: string;
}

/** One connection that follows the events. Chunks are written to its socket as they are, shared by all streams. */
export class Stream {
  readonly owner: StreamOwner | undefined;
  /** The address it is counted by. */
  readonly address: string;
  readonly #socket: Socket;

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
      "Transfer-Encoding": "chunked",
      // A proxy may ask for one reply a connection. That one does not end until the stream does, and Node closes after
      // the head of a reply that it takes for the last.
      Connection: "keep-alive",
    });
    response.flushHeaders();
    // Said after a reply that is not written yet: its place on the connection is another's.
    if (response.socket !== socket) {
      socket.destroy();
      return;
    }
    socket.setTimeout(0);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
    takeOver(socket, response);
  }

  /** Writes a chunk. False when the client does not keep up: the connection is cut. */
  write(chunk: Buffer): boolean {
    if (this.#socket.destroyed || this.#socket.writableEnded) return true;
    const waiting = this.#socket.writableLength;
    if (waiting > 0 && waiting + chunk.length > MAX_WAITING_BYTES) {
      this.#socket.destroy();
      return false;
    }
    this.#socket.write(chunk);
    return true;
  }

  /** Ends the reply as a whole one; for a client that has not read what was sent before, at once. */
  end(): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    if (this.#socket.writableLength > 0) this.#socket.destroy();
    else this.#socket.end(LAST_CHUNK);
  }

  /** Ends it whether its client has read it or not. */
  destroy(): void {
    this.#socket.destroy();
  }
}

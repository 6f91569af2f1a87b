import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Names of the functions by which Node's HTTP server listens to a socket. */
const OF_HTTP = /^bound (?:socketOn|onSocket)/u;
const EVENTS = ["data", "end", "close", "drain", "timeout", "error"] as const;

/**
 * Detaches a connection from the HTTP server once the head of its reply is written: the rest is written to the socket
 * directly. Request, reply and parser are released, more than half of a connection's memory. Further input is read and
 * discarded, so that no reply to it can appear in the middle of the stream; its end, or any error, destroys the socket.
 *
 * Node does the same for upgraded connections but has no API for others. If a Node release renames its listeners they
 * stay attached, and a stream takes more memory.
 */
export function takeOver(socket: Socket, response: ServerResponse): void {
  // The server releases request and reply as after any reply.
  response.emit("finish");
  // Deferred: the parser itself is calling this.
  setImmediate(() => {
    if (socket.destroyed) return;
    // Frees the parser, as after the end of any connection.
    for (const listener of httpListeners(socket, "close")) Reflect.apply(listener, socket, [false]);
    for (const event of EVENTS) {
      for (const listener of httpListeners(socket, event)) socket.off(event, listener);
    }
    socket.on("end", () => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.resume();
  });
}

function httpListeners(socket: Socket, event: (typeof EVENTS)[number]): ((...values: unknown[]) => void)[] {
  // Node types listeners only as functions.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return socket.listeners(event).filter(({ name }) => OF_HTTP.test(name)) as ((
    ...values: unknown[]
  ) => void)[];
}

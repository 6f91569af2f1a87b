import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How Node names the functions by which an HTTP server listens to a socket. */
const OF_HTTP = /^bound (?:socketOn|onSocket)/u;
const EVENTS = ["data", "end", "close", "drain", "timeout", "error"] as const;

/**
 * Takes a connection away from the HTTP server, once the head of its reply is written: what follows is written to the
 * socket alone. Request, reply and parser are let go, which is more than half of what a connection takes. What the client
 * still sends is read and forgotten, so that nothing of it can be answered in the middle of the reply; its end, and any
 * error, destroys the socket.
 *
 * Node does the same to a connection that is upgraded and offers it to no other. A release that names its listeners
 * otherwise keeps them, and a stream takes more memory there.
 */
export function takeOver(socket: Socket, response: ServerResponse): void {
  // The server lets go of request and reply as it does after any reply.
  response.emit("finish");
  // The parser is at work still: this is called by it.
  setImmediate(() => {
    if (socket.destroyed) return;
    // Frees the parser, as after the end of any connection; it gives the socket's bytes back.
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
  // The type of Node's listeners says no more than that they are functions.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return socket.listeners(event).filter(({ name }) => OF_HTTP.test(name)) as ((
    ...values: unknown[]
  ) => void)[];
}

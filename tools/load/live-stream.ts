import { connect, type Socket } from "node:net";
import { wireRequest } from "./wire.ts";

/** What a read brings is looked at before the next one: all streams share the room for it. */
const READ_INTO = Buffer.alloc(64 * 1024);

/** One live stream, parsed by hand: only draw events are read. */
export class LiveStream {
  readonly #socket: Socket;
  #rest = "";
  #watching: { readonly marks: readonly string[]; readonly seen: () => void } | undefined;

  /** Resolves once the server has accepted. `from` is the local address to connect from. */
  static open(port: number, token: string, from: string): Promise<LiveStream> {
    return new Promise((resolve, reject) => {
      let stream: LiveStream | undefined;
      const socket = connect({
        host: "127.0.0.1",
        port,
        localAddress: from,
        noDelay: true,
        onread: {
          buffer: READ_INTO,
          callback: (length) => {
            if (stream !== undefined) {
              stream.#read(length);
              return true;
            }
            const status = READ_INTO.toString("latin1", 9, 12);
            if (status === "200") resolve((stream = new LiveStream(socket)));
            else reject(new Error(`the stream was answered with ${status}`));
            return true;
          },
        },
      });
      socket.once("error", reject);
      socket.once("close", () => reject(new Error("the stream was refused")));
      socket.once("connect", () => socket.write(wireRequest({ method: "GET", path: "/api/stream", token })));
    });
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.removeAllListeners("error");
    // A cut stream never receives the awaited event, which its reader notices.
    socket.on("error", () => undefined);
  }

  #read(length: number): void {
    if (this.#watching !== undefined) this.#scan(READ_INTO.toString("utf8", 0, length));
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /** Calls `seen` at the first event of a draw of this period. */
  watchDraw(game: string, prizeNo: string, seen: () => void): void {
    this.#watching = { marks: ["event: draw\n", `"${game}"`, `"${prizeNo}"`], seen };
  }

  close(): void {
    this.#socket.destroy();
  }

  #scan(text: string): void {
    const all = this.#rest + text;
    const frames = all.split("\n\n");
    // An event may arrive in two chunks: the first part is kept.
    this.#rest = frames.pop() ?? "";
    for (const frame of frames) {
      if (this.#watching === undefined) return;
      const { marks, seen } = this.#watching;
      if (!marks.every((mark) => frame.includes(mark))) continue;
      this.#watching = undefined;
      this.#rest = "";
      seen();
    }
  }
}

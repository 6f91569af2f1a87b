import { connect, type Socket } from "node:net";
import { wireRequest } from "./wire.ts";

/** One live stream, parsed by hand: only draw events are read. */
export class LiveStream {
  readonly #socket: Socket;
  #rest = "";
  #watching: { readonly marks: readonly string[]; readonly seen: () => void } | undefined;

  /** Resolves once the server has accepted. `from` is the local address to connect from. */
  static open(port: number, token: string, from: string): Promise<LiveStream> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: "127.0.0.1", port, localAddress: from, noDelay: true });
      socket.once("error", reject);
      socket.once("close", () => reject(new Error("the stream was refused")));
      socket.once("connect", () => socket.write(wireRequest({ method: "GET", path: "/api/stream", token })));
      socket.once("data", (head) => {
        const status = head.toString("latin1", 9, 12);
        if (status === "200") resolve(new LiveStream(socket));
        else reject(new Error(`the stream was answered with ${status}`));
      });
    });
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.removeAllListeners("error");
    // A cut stream never receives the awaited event, which its reader notices.
    socket.on("error", () => undefined);
    socket.on("data", (part) => {
      if (this.#watching !== undefined) this.#scan(part.toString("utf8"));
    });
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

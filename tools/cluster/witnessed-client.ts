import { type ApiRequest, LoadClient, type Reply } from "../load/client.ts";

/** A request that a client was not served: by status and code, or by what became of its connection. */
export interface Unserved {
  /** What was being done meanwhile. */
  readonly during: string;
  readonly path: string;
  readonly what: string;
}

/** A client that notes of every request how it ended, so that nothing that a client sees is passed over. */
export class WitnessedClient extends LoadClient {
  /** What is being done now. */
  during = "";
  /** How many replies each status and code had. */
  readonly replies = new Map<string, number>();
  readonly unserved: Unserved[] = [];
  /** The slowest reply during each thing that was done, milliseconds. */
  readonly slowest = new Map<string, number>();

  override async send<Data = unknown>(call: ApiRequest): Promise<Reply<Data>> {
    const began = performance.now();
    try {
      const reply = await super.send<Data>(call);
      this.note(call.path, reply.status, reply.code, began);
      return reply;
    } catch (error) {
      this.#unserved(call.path, error instanceof Error ? error.message : String(error), began);
      throw error;
    }
  }

  /** Fetches a page, over connections of its own. */
  async page(url: string): Promise<void> {
    const began = performance.now();
    const path = new URL(url).pathname;
    try {
      const reply = await fetch(url);
      await reply.arrayBuffer();
      this.note(path, reply.status, 0, began);
    } catch (error) {
      // What became of a connection is the cause of the failure that fetch tells.
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      this.#unserved(path, cause instanceof Error ? cause.message : String(cause), began);
    }
  }

  /** Notes a reply. Whatever the rules of play refuse comes with status 200. */
  note(path: string, status: number, code: number, began: number): void {
    const answer = `${status}/${code}`;
    this.replies.set(answer, (this.replies.get(answer) ?? 0) + 1);
    if (status === 200) this.#slow(began);
    else this.#unserved(path, answer, began);
  }

  #unserved(path: string, what: string, began: number): void {
    const after = `${what} after ${Math.round(performance.now() - began)} ms`;
    this.unserved.push({ during: this.during, path, what: after });
  }

  #slow(began: number): void {
    const tookMs = performance.now() - began;
    this.slowest.set(this.during, Math.max(tookMs, this.slowest.get(this.during) ?? 0));
  }
}

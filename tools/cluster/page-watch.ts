import { Agent, get } from "node:http";
import { pause } from "../faults/server-process.ts";

/** What came of the pages that were fetched. */
export interface PageFigures {
  readonly fetched: number;
  /** Fetched again since the proxy that had the connection was dying: a browser does it by itself. */
  readonly again: number;
  readonly slowestMs: number;
  /** What was not answered by 200, the first few. */
  readonly wrong: readonly string[];
}

const EVERY_MS = 250;
const TIMEOUT_MS = 10_000;
const GAMES = ["K3", "FFC"] as const;

/**
 * Fetches the first page, a script of it and what everybody sees of the games, all the time, as a browser does: on a connection
 * that was reset, or refused, it asks once again at the next address.
 */
export class PageWatch {
  readonly #ports: readonly number[];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #wrong: string[] = [];
  #fetched = 0;
  #again = 0;
  #slowestMs = 0;
  #at = 0;
  #running: Promise<void> | undefined;
  #isStopping = false;

  constructor(ports: readonly number[]) {
    this.#ports = ports;
  }

  start(script: string): void {
    const paths = ["/", script, ...GAMES.flatMap((game) => [current(game), last(game)])];
    this.#running = this.#watch(paths);
  }

  async stop(): Promise<PageFigures> {
    this.#isStopping = true;
    await this.#running;
    this.#agent.destroy();
    return { fetched: this.#fetched, again: this.#again, slowestMs: this.#slowestMs, wrong: this.#wrong };
  }

  async #watch(paths: readonly string[]): Promise<void> {
    const under = new Set<Promise<void>>();
    while (!this.#isStopping) {
      for (const path of paths) {
        const one = this.#fetch(path).finally(() => under.delete(one));
        under.add(one);
      }
      await pause(EVERY_MS);
    }
    await Promise.all(under);
  }

  async #fetch(path: string): Promise<void> {
    const began = performance.now();
    const port = this.#port;
    let answer = await this.#get(port, path);
    if (answer === "reset") {
      this.#again += 1;
      // Others that met the same may have gone on already.
      if (port === this.#port) this.#at += 1;
      answer = await this.#get(this.#port, path);
    }
    const ms = performance.now() - began;
    this.#fetched += 1;
    this.#slowestMs = Math.max(this.#slowestMs, ms);
    if (answer !== 200) this.#wrong.push(`${path} was answered by ${answer} after ${Math.round(ms)} ms`);
  }

  get #port(): number {
    return this.#ports[this.#at % this.#ports.length] ?? 0;
  }

  #get(port: number, path: string): Promise<number | string> {
    return new Promise((resolve) => {
      const sent = get(
        { host: "127.0.0.1", port, path, agent: this.#agent, timeout: TIMEOUT_MS },
        (reply) => {
          reply.on("error", () => resolve("reset"));
          reply.on("end", () => resolve(reply.statusCode ?? 0));
          reply.resume();
        },
      );
      sent.on("timeout", () => {
        resolve("nothing");
        sent.destroy();
      });
      sent.on("error", () => resolve("reset"));
    });
  }
}

function current(game: string): string {
  return `/api/lottery/current/${game}`;
}

function last(game: string): string {
  return `/api/lottery/last/${game}`;
}

/** The path of the first script that a page names. @throws Error if it names none */
export function scriptOf(page: string): string {
  const [, path] = /<script[^>]* src="(\/[^"]+\.js)"/u.exec(page) ?? [];
  if (path === undefined) throw new Error("the first page names no script");
  return path;
}

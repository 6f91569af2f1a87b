import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../bench/percentile.ts";
import { LoadClient } from "../load/client.ts";
import { enrolPlayers } from "../load/enrolled-players.ts";
import type { ServerUnderLoad } from "../load/server-under-load.ts";

/** What other players see of the server for a while. */
export interface Seen {
  /** Milliseconds within which 99 % of their requests were answered. */
  readonly p99Ms: number;
  readonly answers: number;
  /** Requests that were refused or not answered. */
  readonly failures: number;
  /** The most memory of the server's process meanwhile, bytes. */
  readonly maxResidentBytes: number;
}

const PLAYERS = 20;
const CASH = 1_000_00n;
const EVERY_MS = 100;
const PATHS = ["/api/balance", "/api/lottery/current/FFC", "/api/lottery/orderList/ALL?range=today"];

/** Players who use the app during an attack, with ten requests a second each. */
export class Bystanders {
  readonly #server: ServerUnderLoad;
  readonly #client: LoadClient;
  readonly #tokens: readonly string[];

  private constructor(server: ServerUnderLoad, tokens: readonly string[]) {
    this.#server = server;
    this.#client = new LoadClient(server.port, PLAYERS);
    this.#tokens = tokens;
  }

  static async enrol(server: ServerUnderLoad): Promise<Bystanders> {
    const players = await enrolPlayers(server.owner, PLAYERS, CASH);
    return new Bystanders(
      server,
      players.map(({ token }) => token),
    );
  }

  /** Watches for so long. */
  async watch(forMs: number): Promise<Seen> {
    const until = performance.now() + forMs;
    const times: number[] = [];
    let failures = 0;
    let maxResidentBytes = 0;
    const one = async (token: string, index: number): Promise<void> => {
      for (let turn = index; performance.now() < until; turn += 1) {
        const began = performance.now();
        const path = PATHS[turn % PATHS.length] ?? "/api/balance";
        const address = `10.99.0.${index + 1}`;
        const reply = await this.#client.send({ path, token, address }).catch(() => null);
        if (reply?.code !== 0) failures += 1;
        times.push(performance.now() - began);
        maxResidentBytes = Math.max(maxResidentBytes, this.#server.residentBytes());
        await pause(Math.max(0, EVERY_MS - (performance.now() - began)));
      }
    };
    await Promise.all(this.#tokens.map(one));
    return { p99Ms: percentile(times, 0.99), answers: times.length, failures, maxResidentBytes };
  }

  close(): void {
    this.#client.close();
  }
}

/** A p99 below this is quiet on any machine: twice of it is no harm done. */
const QUIET_MS = 10;
const MAX_RATIO = 2;

/** Whether other players were unaffected: memory and p99 at most twice what they were before the attack. */
export function inPeace(before: Seen, during: Seen): boolean {
  return (
    during.failures <= before.failures &&
    during.p99Ms <= MAX_RATIO * Math.max(before.p99Ms, QUIET_MS) &&
    during.maxResidentBytes <= MAX_RATIO * before.maxResidentBytes
  );
}

/** Of two quiet whiles the noisier one, memory aside: a machine that runs other programs is never quite idle. */
export function noisier(before: Seen, after: Seen): Seen {
  return { ...before, p99Ms: Math.max(before.p99Ms, after.p99Ms) };
}

/** "p99 4.1 → 5.0 ms, memory 210 → 231 MB, 600 answers, 0 failed". */
export function peaceLine(before: Seen, during: Seen): string {
  const megabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0);
  return (
    `other players: p99 ${before.p99Ms.toFixed(1)} → ${during.p99Ms.toFixed(1)} ms, server's memory ` +
    `${megabytes(before.maxResidentBytes)} → ${megabytes(during.maxResidentBytes)} MB, ` +
    `${during.answers} answers, ${during.failures} failed`
  );
}

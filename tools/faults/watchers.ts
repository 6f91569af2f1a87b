import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { LogKey } from "@lotus/server/fairness/log-key";
import { openDemoKeys } from "@lotus/server/settings/keys";
import { freePort } from "@lotus/server/testing/free-port";
import { formatVerifierKey } from "@lotus/tlog";
import { ROOT } from "../layers.ts";
import { pause } from "./server-process.ts";

/** Which watchers a round kills, beside the server or PostgreSQL. */
export type Blinded = "beacon" | "a witness" | "two witnesses" | "beacon and a witness";

const WITNESSES = 3;
const ORIGIN = "faults.test/log";
const READY_WITHIN_MS = 60_000;

/** A program that watches the server from outside: a witness of its log, or its beacon. */
class Watcher {
  readonly #script: string;
  readonly #host: string;
  readonly #port: number;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  constructor(script: string, host: string, port: number, env: Readonly<Record<string, string>>) {
    [this.#script, this.#host, this.#port, this.#env] = [script, host, port, env];
  }

  /** Resolves once it answers. */
  async start(): Promise<void> {
    this.#child = spawn(process.execPath, [join(ROOT, this.#script)], {
      stdio: "ignore",
      env: { ...process.env, ...this.#env, HOST: this.#host, PORT: String(this.#port) },
    });
    const until = performance.now() + READY_WITHIN_MS;
    while (!(await isUp(this.#host, this.#port))) {
      if (performance.now() > until) throw new Error(`${this.#script} does not answer`);
      await pause(50);
    }
  }

  kill(): void {
    this.#child?.kill("SIGKILL");
  }
}

/** Three witnesses, of which two must cosign, and a beacon: processes of their own, which can be killed. */
export class Watchers {
  readonly #witnesses: readonly Watcher[];
  readonly #beacon: Watcher;
  /** The settings by which the server knows them. */
  readonly settings: Readonly<Record<string, string>>;

  private constructor(witnesses: readonly Watcher[], beacon: Watcher, settings: Watchers["settings"]) {
    [this.#witnesses, this.#beacon, this.settings] = [witnesses, beacon, settings];
  }

  /** Starts them for a server in this folder, which gets its keys now. */
  static async start(dataDir: string, host = "127.0.0.1"): Promise<Watchers> {
    const folder = join(dataDir, "watchers");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const keys = openDemoKeys(dataDir, (length) => Uint8Array.from(randomBytes(length)));
    const logKey = formatVerifierKey(new LogKey(ORIGIN, keys.log.current).verifier);
    const logs = join(folder, "logs.policy");
    writeFileSync(logs, `log ${logKey}\nquorum none\n`);
    const numbers = Array.from({ length: WITNESSES }, (_, at) => at + 1);
    const witnesses = await Promise.all(numbers.map((number) => newWitness(folder, logs, number, host)));
    const policy = join(folder, "witnesses.policy");
    const names = numbers.map((number) => `w${number}`);
    writeFileSync(
      policy,
      `${witnesses.map(({ line }) => line).join("\n")}\ngroup two 2 ${names.join(" ")}\nquorum two\n`,
    );
    const beacon = await newBeacon(folder, host);
    const settings = { LOG_ORIGIN: ORIGIN, WITNESS_POLICY: policy, ...beacon.settings };
    const watchers = new Watchers(
      witnesses.map(({ watcher }) => watcher),
      beacon.watcher,
      settings,
    );
    await Promise.all([...watchers.#witnesses, watchers.#beacon].map((each) => each.start()));
    return watchers;
  }

  /** Kills some of them, and starts them again after a while. `round` decides which witness it is. */
  async blind(who: Blinded, round: number, forMs: number): Promise<void> {
    const [first, second] = [this.#witnessOf(round), this.#witnessOf(round + 1)];
    const killed = {
      beacon: [this.#beacon],
      "a witness": [first],
      "two witnesses": [first, second],
      "beacon and a witness": [this.#beacon, first],
    }[who];
    for (const watcher of killed) watcher.kill();
    await pause(forMs);
    await Promise.all(killed.map((watcher) => watcher.start()));
  }

  #witnessOf(round: number): Watcher {
    const witness = this.#witnesses[round % WITNESSES];
    if (witness === undefined) throw new RangeError(`no witness for round ${round}`);
    return witness;
  }

  stop(): void {
    for (const watcher of [...this.#witnesses, this.#beacon]) watcher.kill();
  }
}

/** Which watchers the rounds kill, in rotation. */
export function blindedIn(round: number): Blinded {
  const turn: readonly Blinded[] = ["a witness", "beacon", "two witnesses", "beacon and a witness"];
  return turn[round % turn.length] ?? "a witness";
}

async function newWitness(folder: string, logs: string, number: number, host: string) {
  const name = `faults.test/w${number}`;
  const key = join(folder, `w${number}.key`);
  const vkey = run("apps/witness/src/main.ts", ["--new-key", name, key]).trim();
  const port = await freePort();
  const env = {
    WITNESS_NAME: name,
    WITNESS_KEY: key,
    WITNESS_LOGS: logs,
    DATA_DIR: join(folder, `w${number}`),
  };
  mkdirSync(env.DATA_DIR);
  const watcher = new Watcher("apps/witness/src/main.ts", host, port, env);
  return { watcher, line: `witness w${number} ${vkey} http://${host}:${port}` };
}

async function newBeacon(folder: string, host: string) {
  const [key, info] = [join(folder, "beacon.key"), join(folder, "beacon.json")];
  writeFileSync(info, run("apps/beacon/src/main.ts", ["--new-key", key]));
  const port = await freePort();
  const watcher = new Watcher("apps/beacon/src/main.ts", host, port, { BEACON_KEY: key });
  return { watcher, settings: { BEACON: info, BEACON_URLS: `http://${host}:${port}` } };
}

function run(script: string, words: readonly string[]): string {
  return execFileSync(process.execPath, [join(ROOT, script), ...words], { encoding: "utf8" });
}

function isUp(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host, port, path: "/health", timeout: 1_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    })
      .on("error", () => resolve(false))
      .on("timeout", () => resolve(false));
  });
}

import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareCluster } from "@lotus/server/testing/prepared-cluster";
import { makeTestFolder } from "@lotus/server/testing/test-folder";
import { ROOT } from "../run/root.ts";
import { INSTALLED, readUnitFile } from "../run/unit-file.ts";
import { LoadClient } from "../load/client.ts";
import { freePort } from "@lotus/server/testing/free-port";
import { type LoadPlayer, makePlayers, renewTokens } from "../load/players.ts";
import { type Acknowledged, Bettors } from "./bettors.ts";
import { ServerProcess, type ServerPlace, pause } from "./server-process.ts";
import { checkBooks, compare } from "./round.ts";
import { type Ending, Supervised } from "./supervised.ts";

/**
 * A server started by systemd, a shell or a person stops in order with its PostgreSQL while players bet. It runs with
 * the settings of the shipped unit, on its own folders and ports.
 */

/** systemd kills what has not stopped by then. */
const STOPS_WITHIN_MS = Number(readUnitFile("lotus.service").get("TimeoutStopSec")) * 1_000;
/** On a machine that is busy with other tests. */
const TIMEOUT_MS = 240_000;
const BETS = 60;
/** Bets do not wait for the beacon; without its relays draws do. */
const FAIRNESS = {
  BEACON: "quicknet",
  BEACON_URLS: "http://127.0.0.1:9",
  WITNESS_QUORUM: "none",
  LOG_ORIGIN: "stopping.test/log",
} as const;
const dataDir = makeTestFolder("lotus-stopping-");
const everAcknowledged: Acknowledged[] = [];
let place: ServerPlace;
let client: LoadClient;
let players: LoadPlayer[];
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  await prepareCluster(dataDir);
  place = { dataDir, port: await freePort(), deskPort: await freePort(), settings: FAIRNESS };
  client = new LoadClient(place.port, 16);
  // A demo gives the players their money; its database and keys are then those of the server in production.
  const demo = new ServerProcess(place);
  await demo.start(undefined);
  players = await makePlayers(client, 6, "100000.00");
  await demo.stop();
  environment = {
    PATH: process.env["PATH"],
    ...Object.fromEntries(readUnitFile("lotus.env")),
    LOTUS_KEYS: join(dataDir, "keys/keys.json"),
    DATA_DIR: dataDir,
    PORT: String(place.port),
    DESK_PORT: String(place.deskPort),
    HOST: "127.0.0.1",
    SMTP_URL: "outbox",
    PUBLIC_URL: "https://play.example",
    LOG_LEVEL: "warn",
    WITNESS_POLICY: "",
    // Nobody here takes time to notice that the server leaves; leaving.db.test.ts has those who do.
    SHUTDOWN_GRACE_MS: "300",
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    ...FAIRNESS,
  };
});
afterAll(() => {
  client.close();
  rmSync(dataDir, { recursive: true });
});

/** The command of the unit, on this checkout. */
function unitCommand(): string[] {
  return (readUnitFile("lotus.service").get("ExecStart") ?? "").replaceAll(INSTALLED, ROOT).split(" ");
}

async function opened(command: readonly string[]): Promise<Supervised> {
  const service = new Supervised(command, { cwd: ROOT, env: environment });
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${place.port}/health`).then(
      (reply) => reply.status,
      () => 0,
    );
    if (status === 200) return service;
    if (service.hasExited || performance.now() > until)
      throw new Error(`it did not open:\n${service.output}`);
    await pause(50);
  }
}

/** The bettors of the last server; requests left without a response are retried on the next one, as the app does. */
let last: Bettors | undefined;

async function settleLast(): Promise<void> {
  await renewTokens(client, players);
  if (last === undefined) return;
  // A server that has just started may reply that it is busy, which is retried.
  for (let turn = 0; turn < 20 && last.unanswered.size > 0; turn += 1) {
    await last.retryUnanswered();
    if (last.unanswered.size > 0) await pause(250);
  }
  expect(last.unanswered.size).toBe(0);
  everAcknowledged.push(...last.acknowledged.values());
}

/** Starts the server by a command and stops it while players bet. */
async function endedUnderBets(
  command: readonly string[],
  end: (service: Supervised) => Promise<Ending>,
): Promise<Ending> {
  const service = await opened(command);
  await settleLast();
  const bettors = new Bettors(client, players);
  last = bettors;
  bettors.start();
  const until = performance.now() + TIMEOUT_MS;
  while (bettors.acknowledged.size < BETS && performance.now() < until) await pause(20);
  const ending = await end(service);
  await bettors.stop();
  expect(bettors.acknowledged.size, service.output).toBeGreaterThanOrEqual(BETS);
  return ending;
}

const IN_ORDER = { status: 0, left: [] };

test.each([1, 2, 3, 4, 5])(
  "the unit of systemd stops server and PostgreSQL under bets, time %i",
  async () => {
    const ending = await endedUnderBets(unitCommand(), (service) => service.stop());
    expect(ending).toMatchObject(IN_ORDER);
    expect(ending.tookMs).toBeLessThan(STOPS_WITHIN_MS);
  },
);

test.each([
  ["npm run serve", ["npm", "run", "--silent", "serve"]],
  ["npm start", ["npm", "start", "--silent", "--", "--no-build"]],
])("a SIGTERM to %s alone stops server and PostgreSQL", async (_name, command) => {
  const ending = await endedUnderBets(command, (service) => service.stop());
  expect(ending).toMatchObject(IN_ORDER);
  expect(ending.tookMs).toBeLessThan(STOPS_WITHIN_MS);
});

test("Ctrl-C, which arrives from the terminal and from npm, counts as one request to stop", async () => {
  const command = ["npm", "start", "--silent", "--", "--no-build"];
  const ending = await endedUnderBets(command, (service) => service.interrupt());
  expect(ending).toMatchObject(IN_ORDER);
});

test("an operator is created with the settings of the service, all bets exist, and the books are right", async () => {
  const service = await opened(unitCommand());
  try {
    const [node = ""] = unitCommand();
    const words = ["tools/operator/operator.ts", "create", "--name", "lan.anh", "--role", "admin"];
    const made = spawnSync(node, words, { cwd: ROOT, env: environment, encoding: "utf8" });
    expect([made.status, made.stdout]).toEqual([0, expect.stringMatching(/first half .*second half/su)]);
    await settleLast();
    expect(await compare(client, players, everAcknowledged, 0n)).toEqual([]);
    expect(await checkBooks(place)).toEqual([]);
  } finally {
    await service.stop();
  }
  const log = readFileSync(join(realpathSync(join(dataDir, "cluster")), "postgres.log"), "utf8");
  expect(log).toContain("database system was shut down at");
  expect(log).not.toMatch(/not properly shut down|automatic recovery|was interrupted/u);
});

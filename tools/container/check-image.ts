import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCluster } from "@lotus/server/db/cluster/cluster";
import { freePort } from "@lotus/server/testing/free-port";
import { Bettors } from "../faults/bettors.ts";
import { checkBooks, compare, waitForDraws } from "../faults/round.ts";
import { pause, ServerProcess } from "../faults/server-process.ts";
import { Watchers } from "../faults/watchers.ts";
import { LoadClient } from "../load/client.ts";
import { type LoadPlayer, makePlayers, renewTokens } from "../load/players.ts";
import { type RunningImage, runImage } from "./run-image.ts";
import { openSocketRelay } from "./socket-relay.ts";

const USER = 10_001;
const READY_WITHIN_MS = 120_000;
const PLAYERS = 2;
const BETS = 20;
const BETS_WITHIN_MS = 120_000;
const NO_RIGHTS = {
  Uid: String(USER),
  CapEff: "0000000000000000",
  CapBnd: "0000000000000000",
  NoNewPrivs: "1",
};
const QUIET = { info: () => undefined, warn: console.warn, error: console.error };

/**
 * Runs the image read-only and without rights on a PostgreSQL of its own, bets in it, waits until the bets are drawn and
 * paid, and stops it. Status 0 if all of that is as it has to be.
 */
export async function checkImage(stage: string): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), "lotus-container-"));
  chmodSync(dataDir, 0o711);
  const watchers = await Watchers.start(dataDir);
  const [port, deskPort] = [await freePort(), await freePort()];
  const client = new LoadClient(port, 8);
  try {
    const players = await equip({ dataDir, port, deskPort, settings: watchers.settings }, client);
    const cluster = await startCluster({ dataDir, log: QUIET });
    const folder = new URL(cluster.url("app")).searchParams.get("host") ?? "";
    const relay = await openSocketRelay(join(folder, ".s.PGSQL.5432"));
    const database = (role: string): string => `postgresql://lotus_${role}@127.0.0.1:${relay.port}/lotus`;
    const image = runImage(stage, secretsOf(dataDir, watchers.settings), {
      ...watchers.settings,
      DATABASE_URL: database("app"),
      MIGRATE_DATABASE_URL: database("owner"),
      LOTUS_KEYS: "/run/secrets/keys.json",
      WITNESS_POLICY: "/run/secrets/witnesses.policy",
      BEACON: "/run/secrets/beacon.json",
      PORT: String(port),
      DESK_PORT: String(deskPort),
      SMTP_URL: "outbox",
      PUBLIC_URL: "https://play.example",
      TRUSTED_PROXIES: "127.0.0.1",
    });
    try {
      const wrong = await play(image, { dataDir, deskPort, client, players });
      for (const line of wrong) console.error(`WRONG: ${line}`);
      return wrong.length === 0 ? 0 : 1;
    } finally {
      await image.stop();
      relay.close();
      await cluster.stop();
    }
  } finally {
    client.close();
    watchers.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Players with money, made by a demo on the database and keys that the image then gets. */
async function equip(
  place: ConstructorParameters<typeof ServerProcess>[0],
  client: LoadClient,
): Promise<LoadPlayer[]> {
  const demo = new ServerProcess(place);
  await demo.start(undefined);
  try {
    return await makePlayers(client, PLAYERS, "1000.00");
  } finally {
    await demo.stop();
  }
}

/** The files that the image reads, as its user may. */
function secretsOf(dataDir: string, settings: Watchers["settings"]): string {
  const secrets = join(dataDir, "secrets");
  mkdirSync(secrets, { mode: 0o755 });
  for (const [from, name] of [
    [join(dataDir, "keys/keys.json"), "keys.json"],
    [settings["WITNESS_POLICY"], "witnesses.policy"],
    [settings["BEACON"], "beacon.json"],
  ] as const) {
    if (from === undefined) throw new Error(`no ${name}`);
    copyFileSync(from, join(secrets, name));
    chmodSync(join(secrets, name), 0o600);
    chownSync(join(secrets, name), USER, USER);
  }
  return secrets;
}

async function play(
  image: RunningImage,
  at: {
    readonly dataDir: string;
    readonly deskPort: number;
    readonly client: LoadClient;
    readonly players: readonly LoadPlayer[];
  },
): Promise<string[]> {
  const { client, players } = at;
  const readyMs = await ready(image, at.deskPort);
  console.log(`${image.by}: ready after ${(readyMs / 1000).toFixed(1)} s`);
  const wrong: string[] = [];
  const rights = image.rights();
  console.log(JSON.stringify(rights));
  if (JSON.stringify(rights) !== JSON.stringify(NO_RIGHTS)) wrong.push("it has rights");
  for (const path of ["/opt/lotus/apps/server/src/main.ts", "/etc/passwd", "/bin/sh"]) {
    const said = image.write(path);
    if (!/read-only file system/iu.test(said)) wrong.push(`${path} could be written: ${said}`);
  }
  await renewTokens(client, players);
  const bettors = new Bettors(client, players);
  bettors.start();
  const until = performance.now() + BETS_WITHIN_MS;
  while (bettors.acknowledged.size < BETS && performance.now() < until) await pause(50);
  await bettors.stop();
  const bets = [...bettors.acknowledged.values()];
  if (bets.length < BETS) wrong.push(`only ${bets.length} bets were taken`);
  const draws = await waitForDraws(client, bets, wrong);
  wrong.push(...(await compare(client, players, bets, 0n)), ...(await checkBooks(at)));
  const status = await image.stop();
  if (status !== 0) wrong.push(`it ended with status ${status}:\n${image.output()}`);
  console.log(
    `${bets.length} bets in ${draws} periods, drawn and paid; books right; ended with status ${status}`,
  );
  return wrong;
}

async function ready(image: RunningImage, deskPort: number): Promise<number> {
  const began = performance.now();
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${deskPort}/health/ready`).catch(() => null);
    if (reply?.status === 200) return performance.now() - began;
    if (image.hasEnded || performance.now() - began > READY_WITHIN_MS)
      throw new Error(`the image did not get ready:\n${image.output()}`);
    await pause(200);
  }
}

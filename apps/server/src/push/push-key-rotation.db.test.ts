import { createECDH, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { sendMessage } from "../inbox/inbox.ts";
import { makeKeys } from "../settings/keys.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { openPushService, type PushService } from "../testing/push-service.ts";
import { SHORT_DAY } from "../testing/short-day.ts";
import { setTestClock } from "../testing/test-clock.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const WANTS = { kinds: ["money"], games: [], amounts: false };
const SECRETS = ["11".repeat(32), "22".repeat(32)] as const;

let service: PushService;
let played: PlayedServer;
let player: TestPlayer;

beforeAll(async () => {
  service = await openPushService();
  // The operator has made a second key, which is in use; the first is still known.
  const keys = JSON.parse(makeKeys((length) => randomBytes(length))) as Record<string, unknown>;
  keys["vapid"] = { 1: SECRETS[0], 2: SECRETS[1] };
  played = await openPlayedServer({ MAIL_FROM: "desk@lotus.example" }, undefined, undefined, {
    pushTransport: service.transport,
    manualPush: true,
    keys: JSON.stringify(keys),
    ...SHORT_DAY,
  });
  await setTestClock(played.base.owner, START);
  player = await played.register("rotated");
});
afterAll(async () => {
  await played.close();
  await service.close();
});

function publicKeyOf(secret: string): string {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(Buffer.from(secret, "hex"));
  return curve.getPublicKey().toString("base64url");
}

const [OLD, CURRENT] = SECRETS.map(publicKeyOf);

const state = async () => {
  const reply = await played.get<{ publicKey: string; device: { publicKey: string } | null }>(
    "/api/user/push",
    {
      player,
    },
  );
  return reply.data;
};

/** As if the device had subscribed while this version of the key was the current one. */
const subscribedWith = (version: number) =>
  played.base.owner.query(sql`UPDATE push_device SET key_version = $1 WHERE player_id = $2`, [
    version,
    player.id,
  ]);

/** Something to be told, and what reaches the device of it. */
async function pushed() {
  service.pushed.length = 0;
  const message = { playerId: player.id, template: "rechargePassed", values: { amount: "55.00" } } as const;
  await played.base.db.transaction((tx) => sendMessage(tx, message));
  await played.app.push.send();
  return service.pushed.map(({ key }) => key);
}

test("after a change of the key older devices are told under theirs, until they subscribe with the new one", async () => {
  const body = { ...service.subscribe(), ...WANTS };
  await played.post("/api/user/push", body, { player });
  await subscribedWith(1);
  expect(await pushed()).toEqual([OLD]);
  // The app sees that its key is not the current one, and subscribes anew.
  expect(await state()).toMatchObject({ publicKey: CURRENT, device: { publicKey: OLD } });
  await played.post("/api/user/push", { ...service.subscribe(), ...WANTS }, { player });
  expect(await state()).toMatchObject({ publicKey: CURRENT, device: { publicKey: CURRENT } });
  expect(await pushed()).toEqual([CURRENT]);
});

test("a device whose key was taken away is told nothing, and the app sees why", async () => {
  await subscribedWith(3);
  expect(await pushed()).toEqual([]);
  expect(await state()).toMatchObject({ publicKey: CURRENT, device: { publicKey: "" } });
  // What could not be told is not told later.
  await subscribedWith(2);
  expect(await played.app.push.send()).toBe(0);
});

import { expect, test } from "vitest";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { openPushService } from "../testing/push-service.ts";

/** Runs `work` as a player on a server with these settings. */
async function on(
  environment: Record<string, string>,
  work: (played: PlayedServer, player: TestPlayer) => Promise<void>,
): Promise<void> {
  const played = await openPlayedServer(environment);
  try {
    await work(played, await played.register("has_a_phone"));
  } finally {
    await played.close();
  }
}

async function bodyAt(endpoint: string): Promise<object> {
  const service = await openPushService();
  const { p256dh, auth } = service.subscribe();
  await service.close();
  return { endpoint, p256dh, auth, kinds: ["results"], games: ["LHC"], amounts: false };
}

test("PUSH: switched off, there is no key to subscribe with and every device is refused", async () => {
  await on({ PUSH: "0" }, async (played, player) => {
    expect((await played.get("/api/user/push", { player })).data).toEqual({ publicKey: null, device: null });
    const body = await bodyAt("https://fcm.googleapis.com/fcm/send/x");
    expect(await played.post("/api/user/push", body, { player })).toMatchObject({ code: 1050 });
  });
});

test("PUSH_SERVICES: only devices at these are taken", async () => {
  await on({ PUSH_SERVICES: "push.example.com, *.push.example.net" }, async (played, player) => {
    const code = async (endpoint: string): Promise<number> =>
      (await played.post("/api/user/push", await bodyAt(endpoint), { player })).code;
    expect(await code("https://push.example.com/x")).toBe(0);
    expect(await code("https://a.push.example.net/x")).toBe(0);
    expect(await code("https://fcm.googleapis.com/fcm/send/x")).toBe(1051);
  });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { openPushService } from "../testing/push-service.ts";

let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer();
});
afterAll(() => server.close());

test("the desk ends every session of one player with a reason, and nobody else's", async () => {
  const [support, player, other] = [
    await server.as("support"),
    await server.enrol("a_player"),
    await server.enrol("another"),
  ];
  const login = { username: "a_player", password: "a long enough one" };
  const second = await server.player("POST", "/api/user/login", undefined, login);
  const path = `/desk/api/players/${player.id}/endSessions`;
  expect((await server.desk("POST", path, support, {})).status).toBe(400);
  const codes = async (): Promise<number[]> => {
    const tokens = [player.token, second.data.token, other.token];
    return await Promise.all(
      tokens.map(async (token) => (await server.player("POST", "/api/user/getUserInfo", token)).code),
    );
  };
  expect(await codes()).toEqual([0, 0, 0]);
  expect((await server.desk("POST", path, support, { reason: "a phone was stolen" })).code).toBe(0);
  expect(await codes()).toEqual([402, 402, 0]);
  expect(
    await server.player("POST", "/api/user/refreshToken", undefined, { jwt: second.data.jwt }),
  ).toMatchObject({ code: 402, data: { reason: "desk" } });
});

test("the desk sees to how many devices something is pushed and ends it, with a reason in the audit log", async () => {
  const [support, auditor, player] = [
    await server.as("support"),
    await server.as("admin"),
    await server.enrol("has_a_phone"),
  ];
  const service = await openPushService();
  const { p256dh, auth } = service.subscribe();
  await service.close();
  const endpoint = "https://fcm.googleapis.com/fcm/send/x";
  const body = { endpoint, p256dh, auth, kinds: ["money"], games: [], amounts: false };
  expect((await server.player("POST", "/api/user/push", player.token, body)).code).toBe(0);
  const path = `/desk/api/players/${player.id}`;
  expect((await server.desk("GET", path, support)).data).toMatchObject({ pushDevices: 1 });
  expect((await server.desk("POST", `${path}/endPush`, support, {})).status).toBe(400);
  const ended = await server.desk("POST", `${path}/endPush`, support, { reason: "the phone was sold" });
  expect(ended).toMatchObject({ code: 0, data: { pushDevices: 0 } });
  expect((await server.player("GET", "/api/user/push", player.token)).data).toMatchObject({ device: null });
  const { data } = await server.desk("GET", "/desk/api/audit", auditor);
  expect(JSON.stringify(data)).toContain("the phone was sold");
});

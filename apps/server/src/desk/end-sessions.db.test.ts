import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";

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
    (await server.player("POST", "/api/user/refreshToken", undefined, { jwt: second.data.jwt })).code,
  ).toBe(402);
});

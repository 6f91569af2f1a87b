import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeskHouse, type DeskHouse } from "./desk-house.fixture.ts";

let house: DeskHouse;
beforeAll(async () => {
  house = await openDeskHouse();
});
afterAll(() => house.close());

test("the desk ends every session of one player with a reason, and nobody else's", async () => {
  const [support, player, other] = [
    await house.as("support"),
    await house.enrol("a_player"),
    await house.enrol("another"),
  ];
  const login = { username: "a_player", password: "a long enough one" };
  const second = await house.player("POST", "/api/user/login", undefined, login);
  const path = `/desk/api/players/${player.id}/endSessions`;
  expect((await house.desk("POST", path, support, {})).status).toBe(400);
  const codes = async (): Promise<number[]> => {
    const tokens = [player.token, second.data.token, other.token];
    return await Promise.all(
      tokens.map(async (token) => (await house.player("POST", "/api/user/getUserInfo", token)).code),
    );
  };
  expect(await codes()).toEqual([0, 0, 0]);
  expect((await house.desk("POST", path, support, { reason: "a phone was stolen" })).code).toBe(0);
  expect(await codes()).toEqual([402, 402, 0]);
  expect(
    (await house.player("POST", "/api/user/refreshToken", undefined, { jwt: second.data.jwt })).code,
  ).toBe(402);
});

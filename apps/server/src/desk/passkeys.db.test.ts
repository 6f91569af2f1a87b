import { CODES } from "@lotus/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { addDeskPasskey, passkeyLogIn } from "../testing/desk-passkeys.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";

let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer();
});
afterAll(() => server.close());

const LOGGED = sql`SELECT action, reason, detail::text AS detail FROM audit_log WHERE subject = $1 ORDER BY id`;
const messages = async (token: string) =>
  (await server.player("POST", "/api/user/userMail", token, { type: "message" })).data.list.map(
    ({ title }: { title: string }) => title,
  );

test("support removes a passkey on the player's word: it is refused then, its sessions end, the player is told, the log says why", async () => {
  const player = await server.enrol("lost_phone");
  const { id, authenticator } = await addDeskPasskey(server, player.token);
  const { data: lost } = await passkeyLogIn(server, authenticator);
  const support = await server.as("support");
  const path = `/desk/api/players/${player.id}`;
  const { data } = await server.desk("GET", `${path}/passkeys`, support);
  expect(data.list).toEqual([
    {
      id,
      kind: "device",
      provider: "",
      createdAt: expect.any(Number),
      lastUsedAt: expect.any(Number),
      suspended: false,
    },
  ]);
  const body = { passkey_id: id, reason: "phone lost, in the conversation" };
  const removed = await server.desk("POST", `${path}/removePasskey`, support, body, "remove-it-once");
  expect(removed.code).toBe(0);
  // Clicked again, it is done once.
  expect((await server.desk("POST", `${path}/removePasskey`, support, body, "remove-it-once")).code).toBe(0);
  expect((await passkeyLogIn(server, authenticator)).code).toBe(CODES.PASSKEY_REFUSED);
  expect((await server.desk("GET", `${path}/passkeys`, support)).data.list).toEqual([]);
  expect(await server.player("POST", "/api/user/refreshToken", undefined, { jwt: lost.jwt })).toMatchObject({
    code: CODES.SESSION_ENDED,
    data: { reason: "passkey" },
  });
  expect(await messages(player.token)).toHaveLength(2);
  expect(await server.base.owner.query(LOGGED, [`player ${player.id}`])).toEqual([
    {
      action: "player.removePasskey",
      reason: body.reason,
      detail: expect.stringContaining(id),
    },
  ]);
});

test("nobody removes a passkey of another player, without a reason, or without the role", async () => {
  const [player, other] = [await server.enrol("keeps_phone"), await server.enrol("another_one")];
  const { id, authenticator } = await addDeskPasskey(server, player.token);
  const remove = async (who: "support" | "cashier", whose: bigint, body: object) => {
    const token = await server.as(who);
    return await server.desk("POST", `/desk/api/players/${whose}/removePasskey`, token, body);
  };
  const reason = "asked on the phone";
  expect((await remove("support", other.id, { passkey_id: id, reason })).code).toBe(CODES.RECORD_UNKNOWN);
  expect((await remove("support", player.id, { passkey_id: id, reason: "" })).status).toBe(400);
  expect((await remove("cashier", player.id, { passkey_id: id, reason })).code).toBe(CODES.ACTION_FORBIDDEN);
  expect((await passkeyLogIn(server, authenticator)).code).toBe(0);
});

import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openTestDatabase } from "../testing/test-database.ts";
import { openDeskServer } from "../testing/desk-server.ts";
import { makeKeys } from "../settings/keys.ts";

test("three servers that are started at once on one empty database all come up, with one demo", async () => {
  const base = await openTestDatabase(30);
  const keys = makeKeys((length) => new Uint8Array(randomBytes(length)));
  const servers = await Promise.all([1, 2, 3].map(() => openDeskServer({}, { base, keys })));
  try {
    const opened = await Promise.all(servers.map(({ app }) => app.listen()));
    for (const { opsUrl } of opened)
      expect(await (await fetch(`${opsUrl}/health/ready`)).json()).toMatchObject({ ready: true });
    const [demo, ...others] = servers.map(({ app }) => app.demo);
    expect(demo?.accounts).toHaveLength(2);
    expect(demo?.operators).toHaveLength(2);
    expect(others).toEqual([demo, demo]);
  } finally {
    for (const server of servers) await server.close();
    await base.close();
  }
});

test.each(["uk", "se", "de"])("a demo under the rules of %s has players who may play", async (pack) => {
  const server = await openDeskServer({ RULE_PACK: pack });
  try {
    await server.app.listen();
    const [account] = server.app.demo?.accounts ?? [];
    const body = { username: account?.username, password: account?.password };
    const { token } = (await server.player("POST", "/api/user/login", undefined, body)).data;
    expect((await server.player("GET", "/api/user/identity", token)).data).toMatchObject({
      state: "verified",
      needed: false,
    });
    const order = { type: "recharge", amount: "50.00", channel_id: "demo" };
    expect(await server.player("POST", "/api/user/makeOrder", token, order)).toMatchObject({ code: 0 });
  } finally {
    await server.close();
  }
});

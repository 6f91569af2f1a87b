import { CALLS } from "@lotus/contract";
import { afterEach, expect, test } from "vitest";
import { exchangeRaw } from "../testing/raw-exchange.ts";
import { buildTestServer } from "../testing/http-server.ts";
import { accept, bind } from "./handler.ts";
import type { HttpServer, HttpServerOptions } from "./http-server.ts";
import { isOwnHost } from "./own-hosts.ts";

const servers: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ fastify }) => fastify.close()));
});

test("a port answers loopback, the address it was reached at, and its names; nothing that only looks like them", () => {
  const names = new Set(["desk.house.example"]);
  const own = ["localhost", "LOCALHOST:8081", "127.0.0.1:8081", "127.8.8.8", "[::1]:8081", "10.0.1.11:8081"];
  for (const host of [...own, "desk.house.example", "Desk.House.Example:443"])
    expect([host, isOwnHost(host, "10.0.1.11", names)]).toEqual([host, true]);
  const others = [
    "attacker.example",
    "localhost.attacker.example",
    "127.0.0.1.attacker.example",
    "desk.house.example.attacker.example",
    "attackerdesk.house.example",
    "a@localhost",
    "localhost@attacker.example",
    "localhost:80:80",
    "localhost/",
    "[::2]",
    "10.0.1.12",
    "0.0.0.0",
    "2130706433",
    "0x7f.1",
    "",
    " ",
  ];
  for (const host of others) expect([host, isOwnHost(host, "10.0.1.11", names)]).toEqual([host, false]);
});

test("the players' port leaves the names to its proxy; the desk's never does", async () => {
  const status = async (options: Partial<HttpServerOptions>): Promise<number> => {
    const server = buildTestServer({
      calls: [bind(CALLS.last, () => accept(null))],
      trustedProxies: ["127.0.0.1"],
      ...options,
    });
    servers.push(server);
    const headers = { host: "attacker.example" };
    return (await server.fastify.inject({ url: "/api/lottery/last/FFC", headers })).statusCode;
  };
  expect(await status({ hosts: { names: [], proxied: true } })).toBe(200);
  expect(await status({ hosts: { names: [], proxied: true }, trustedProxies: [] })).toBe(400);
  expect(await status({ hosts: { names: [], proxied: false } })).toBe(400);
  expect(await status({ hosts: { names: ["attacker.example"], proxied: false } })).toBe(200);
});

test("a request that names two hosts, or one in its target, gets 400", async () => {
  const server = buildTestServer({ calls: [bind(CALLS.last, () => accept(null))] });
  servers.push(server);
  const port = Number(new URL(await server.fastify.listen({ host: "127.0.0.1", port: 0 })).port);
  const status = async (target: string, ...hosts: readonly string[]): Promise<string | undefined> => {
    const lines = [`GET ${target} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), "Connection: close"];
    const reply = await exchangeRaw(port, Buffer.from(`${lines.join("\r\n")}\r\n\r\n`));
    return reply.toString().split(" ")[1];
  };
  expect(await status("/api/lottery/last/FFC", "localhost")).toBe("200");
  expect(await status("/api/lottery/last/FFC", "localhost", "evil.example")).toBe("400");
  expect(await status("/api/lottery/last/FFC", "localhost", "localhost")).toBe("400");
  expect(await status("http://evil.example/api/lottery/last/FFC", "localhost")).toBe("400");
});

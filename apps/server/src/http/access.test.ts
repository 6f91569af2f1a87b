import type { CallSpec } from "@lotus/contract";
import { defineDeskCall } from "@lotus/contract/desk";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { accessOf, refusesButPlayers } from "./access.ts";
import { accept, bind } from "./handler.ts";
import { buildTestServer } from "../testing/http-server.ts";

const PLAYER = { playerId: 10_000_001n, familyId: "a" };
const OPERATOR = {
  operatorId: 101n,
  name: "an",
  role: "admin",
  sessionId: "a",
  mustChangePassword: false,
  expiresAt: 0,
} as const;

const nameless = {
  method: "GET",
  path: "/desk/api/nameless",
  summary: "It says nothing of what it does.",
  auth: "operator",
  rate: "read",
  data: z.null(),
  refusals: [],
} as const satisfies CallSpec;

test("a server is not built with a route of which nothing says who may come", () => {
  expect(() => buildTestServer({ calls: [bind(nameless, () => accept(null))] })).toThrow(
    "GET /desk/api/nameless does not say what it does",
  );
  const { fastify, routes } = buildTestServer({});
  expect(() => fastify.get("/metrics", (_request, reply) => reply.send({}))).toThrow(
    "/metrics does not say who may come to it",
  );
  fastify.get("/health", { config: { access: { auth: "public" } } }, (_request, reply) => reply.send({}));
  expect(routes).toEqual([{ method: "GET", path: "/health", access: { auth: "public" } }]);
  // It does not compile either.
  // @ts-expect-error a call of the desk that is not public must name its action
  defineDeskCall(nameless);
});

test("the players' port lets players to what is for players, and to nothing else", () => {
  const action = "dashboard.read";
  const [player, operator] = [{ auth: "player" }, { auth: "operator", action }] as const;
  expect(refusesButPlayers(player, PLAYER)).toBeUndefined();
  expect(refusesButPlayers(player, OPERATOR)).toBe("TOKEN_EXPIRED");
  expect(refusesButPlayers(operator, PLAYER)).toBe("TOKEN_EXPIRED");
  expect(refusesButPlayers(operator, OPERATOR)).toBe("TOKEN_EXPIRED");
  expect(accessOf({ ...nameless, action })).toEqual({ auth: "operator", action });
});

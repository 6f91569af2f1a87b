import { runEventStream } from "@lotus/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFaultyProxy } from "../testing/faulty-proxy.ts";
import { openPlayedServer, type PlayedServer } from "../testing/played-server.ts";
import { recharge } from "../testing/withdrawals.ts";

let played: PlayedServer;
beforeAll(async () => {
  played = await openPlayedServer();
});
afterAll(() => played.close());

test("a path that goes silent without closing is left within five seconds, and nothing is missed", async () => {
  const player = await played.register("silent_path");
  const proxy = await openFaultyProxy(() => Number(new URL(played.url).port));
  const stop = new AbortController();
  const names: string[] = [];
  let lost = 0;
  let connected = 0;
  const running = runEventStream(
    {
      path: `${proxy.url}/api/stream`,
      fetch: (input, init) => fetch(input, init),
      token: () => player.token,
      locale: () => "en-US",
      onEvent: (name) => void names.push(name),
      onState: (isConnected) => {
        if (isConnected) connected = performance.now();
        else lost = performance.now();
      },
      random: Math.random,
      onReconnectNow: () => () => undefined,
    },
    stop.signal,
  );
  await recharge(played, player, "50.00");
  await expect.poll(() => names, { timeout: 5_000 }).toContain("balance");
  // Alive through several heartbeats.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  expect([lost, proxy.taken()]).toEqual([0, 1]);
  names.length = 0;
  const silentAt = performance.now();
  proxy.silence();
  // Happens while nothing arrives.
  await recharge(played, player, "50.00");
  await expect.poll(() => names, { timeout: 15_000 }).toContain("balance");
  expect(lost - silentAt).toBeLessThan(5_000);
  expect(connected).toBeGreaterThan(lost);
  expect(connected - lost).toBeLessThan(1_500);
  expect(names.filter((name) => name === "balance")).toHaveLength(1);
  stop.abort();
  await running;
  await proxy.close();
});

import { setTimeout as wait } from "node:timers/promises";
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
  /** How often the stream was connected and lost. */
  const states = { connected: 0, lost: 0 };
  const running = runEventStream(
    {
      path: `${proxy.url}/api/stream`,
      fetch: (input, init) => fetch(input, init),
      token: () => player.token,
      locale: () => "en-US",
      onEvent: (name) => void names.push(name),
      onState: (isConnected) => {
        states[isConnected ? "connected" : "lost"] += 1;
      },
      // The shortest pause before a reconnect.
      random: () => 0,
      onReconnectNow: () => () => undefined,
    },
    stop.signal,
  );
  await recharge(played, player, "50.00");
  await expect.poll(() => names, { timeout: 30_000 }).toContain("balance");
  // Alive through several heartbeats.
  await wait(6_000);
  expect([states, proxy.taken()]).toEqual([{ connected: 1, lost: 0 }, 1]);
  names.length = 0;
  proxy.silence();
  // Timers of one process fire in order, however busy the machine is: the client's comes before this one.
  const lostInTime = wait(5_000).then(async () => {
    // What follows from a timer that fired just before happens first.
    await wait(100);
    return states.lost;
  });
  // Happens while nothing arrives.
  await recharge(played, player, "50.00");
  await expect.poll(() => names, { timeout: 60_000 }).toContain("balance");
  expect(await lostInTime).toBe(1);
  expect(states).toEqual({ connected: 2, lost: 1 });
  expect(names.filter((name) => name === "balance")).toHaveLength(1);
  stop.abort();
  await running;
  await proxy.close();
});

import type { Locale } from "@lotus/locales";
import { pino } from "pino";
import { Registry } from "prom-client";
import { buildPlayerServer, type PlayerServer, type PlayerServerOptions } from "./player-server.ts";
import type { RateSettings } from "./rate-limits.ts";

const GENEROUS = { perSecond: 1_000, burst: 10_000 };

/** Limits that no test meets by accident. */
export const GENEROUS_RATES: RateSettings = {
  entry: GENEROUS,
  bets: GENEROUS,
  money: GENEROUS,
  read: GENEROUS,
  address: GENEROUS,
};

const FALLBACK: Locale = "vi-VN";

/** The players' server around a few calls, silent and with nobody logged in unless said. */
export function buildTestServer(options: Partial<PlayerServerOptions>): PlayerServer {
  return buildPlayerServer({
    calls: [],
    streams: [],
    callers: { known: () => "expired", ask: () => Promise.resolve("expired") },
    rates: GENEROUS_RATES,
    load: { maxInFlight: 1_000, maxLagMs: 60_000 },
    trustedProxies: [],
    fallbackLocale: FALLBACK,
    now: () => 0,
    requestIdPrefix: "test",
    log: pino({ level: "silent" }),
    metrics: new Registry(),
    complete: false,
    ...options,
  });
}

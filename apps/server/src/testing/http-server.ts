import type { Locale } from "@lotus/locales";
import { loadServerMessages } from "@lotus/locales/node";
import { pino } from "pino";
import { Registry } from "prom-client";
import type { RateSettings } from "../settings/rate-settings.ts";
import { refusesButPlayers } from "../http/access.ts";
import { createHttpServer, type HttpServer, type HttpServerOptions } from "../http/http-server.ts";

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

/** A server with a few calls, by default silent and with nobody logged in. */
export function buildTestServer(options: Partial<HttpServerOptions>): HttpServer {
  return createHttpServer({
    calls: [],
    streams: [],
    callers: { known: () => "expired", check: () => Promise.resolve("expired") },
    refuses: refusesButPlayers,
    rates: GENEROUS_RATES,
    connections: { perAddress: 2_000, most: 30_000 },
    load: { maxInFlight: 1_000, maxLagMs: 60_000 },
    trustedProxies: [],
    hosts: { names: [], proxied: false },
    fallbackLocale: FALLBACK,
    translate: loadServerMessages(),
    now: () => 0,
    requestIdPrefix: "test",
    log: pino({ level: "silent" }),
    metrics: new Registry(),
    ...options,
  });
}

import type { CallSpec, CodeName } from "@lotus/contract";
import type { Locale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { ConnectionSettings } from "../settings/connection-settings.ts";
import type { LoadSettings, RateSettings } from "../settings/rate-settings.ts";
import type { Access } from "./access.ts";
import type { MethodsByPath } from "./bindings.ts";
import type { CallerCheck } from "./caller-check.ts";
import type { AnyCaller, BoundCall, StreamRoute } from "./handler.ts";
import type { HeavyLane } from "./heavy-lane.ts";
import type { KnownUrls } from "./known-urls.ts";
import type { LargeBodies } from "./large-bodies.ts";
import type { LoadGuard } from "./load-guard.ts";
import type { PublicDocuments, PublicPages } from "./public-pages.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Replies } from "./replies.ts";
import type { RequestContext } from "./request-context.ts";

/** What the HTTP server of a port is built from. */
export interface HttpServerOptions {
  /** Every call the port must answer; it is not built with one that has no handler. Left out by tests of a few. */
  readonly contract?: readonly CallSpec[];
  readonly calls: readonly BoundCall[];
  readonly streams: readonly StreamRoute[];
  /** The papers of the API, by path. */
  readonly documents?: PublicDocuments;
  /** Where the calls are: what lies below is never a page. "/api" unless said. */
  readonly apiRoot?: string;
  /** What paths outside the calls show; without it they are unknown. */
  readonly pages?: PublicPages;
  readonly callers: CallerCheck<AnyCaller>;
  /** Why a caller may not come to a path, known before a body is read; undefined when its access lets them. */
  readonly refuses: (access: Access, caller: AnyCaller) => CodeName | undefined;
  readonly rates: RateSettings;
  readonly load: LoadSettings;
  readonly connections: ConnectionSettings;
  /** Addresses or networks of proxies whose forwarded headers are believed. */
  readonly trustedProxies: readonly string[];
  readonly fallbackLocale: Locale;
  readonly translate: Translate;
  /** Milliseconds for the limits; a process's own time. */
  readonly now: () => number;
  readonly requestIdPrefix: string;
  readonly log: Logger;
  readonly metrics: Registry;
  /** What the port's figures begin with; "lotus_http" unless said. */
  readonly metricsPrefix?: string;
}

declare module "fastify" {
  interface FastifyRequest {
    context: RequestContext | null;
  }
  interface FastifyContextConfig {
    /** Who may come; a route without it is not taken. */
    access?: Access;
  }
}

/** What the handlers of one port share. */
export interface ServerContext {
  readonly options: HttpServerOptions;
  readonly guard: LoadGuard;
  readonly limits: RateLimits;
  readonly replies: Replies;
  readonly lane: HeavyLane;
  readonly bodies: LargeBodies;
  readonly paths: MethodsByPath;
  readonly known: KnownUrls;
  contextOf(request: FastifyRequest): RequestContext;
}

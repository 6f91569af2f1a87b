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
import type { MakeBuckets } from "./house-rates.ts";
import type { KnownUrls } from "./known-urls.ts";
import type { LargeBodies } from "./large-bodies.ts";
import type { LoadGuard } from "./load-guard.ts";
import type { OwnHosts } from "./own-hosts.ts";
import type { PublicDocuments, PublicPages } from "./public-pages.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Replies } from "./replies.ts";
import type { RequestContext } from "./request-context.ts";

export interface HttpServerOptions {
  /**
   * Every call that the port must handle; creating it fails when one has no handler. Omitted by tests of a few calls.
   */
  readonly contract?: readonly CallSpec[];
  readonly calls: readonly BoundCall[];
  readonly streams: readonly StreamRoute[];
  /** Documentation of the API, by path. */
  readonly documents?: PublicDocuments;
  /** Path prefix of the calls, below which there are no pages; "/api" by default. */
  readonly apiRoot?: string;
  /** Pages of paths outside the calls; without it those are unknown. */
  readonly pages?: PublicPages;
  /** Other origins that the pages' content security policy lets them connect to. */
  readonly connectTo?: readonly string[];
  readonly callers: CallerCheck<AnyCaller>;
  /** Why a caller may not use a path, checked before a body is read; undefined when allowed. */
  readonly refuses: (access: Access, caller: AnyCaller) => CodeName | undefined;
  /** The mark of everything that is committed, sent with the reply to each POST; absent without standbys. */
  readonly freshness?: (() => Promise<string>) | undefined;
  /** False while the database confirms nothing that is written, see `Nodes`: reads of one's own are refused then. */
  readonly confirms?: () => boolean;
  readonly rates: RateSettings;
  /** Makes the buckets of the rates; of this process alone by default. */
  readonly buckets?: MakeBuckets;
  readonly load: LoadSettings;
  readonly connections: ConnectionSettings;
  /** Addresses or networks of proxies whose forwarded headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** The hosts that this port answers for. */
  readonly hosts: OwnHosts;
  readonly fallbackLocale: Locale;
  readonly translate: Translate;
  /** Clock of the limits: this process's time in milliseconds. */
  readonly now: () => number;
  readonly requestIdPrefix: string;
  readonly log: Logger;
  readonly metrics: Registry;
  /** Prefix of the port's metrics; "lotus_http" by default. */
  readonly metricsPrefix?: string;
}

declare module "fastify" {
  interface FastifyRequest {
    context: RequestContext | null;
  }
  interface FastifyContextConfig {
    /** Access of the route; a route without it is rejected. */
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

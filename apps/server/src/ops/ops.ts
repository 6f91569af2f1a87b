import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Gauge, collectDefaultMetrics, type Registry } from "prom-client";
import type { Database } from "../db/database.ts";
import { gaugeOf } from "../gauge-of.ts";
import { PUBLIC } from "../http/access.ts";
import { API_HEADERS, TLS_HEADERS } from "../http/security-headers.ts";

/** Dependencies of the probes of the operator's port. */
export interface OpsOptions {
  readonly db: Database;
  readonly metrics: Registry;
  /** False once the server closes: a proxy then routes no requests here. */
  readonly isOpen: () => boolean;
  /** Further checks of readiness, by name. */
  readonly checks?: Readonly<Record<string, () => boolean>>;
  /** Further figures of the probe. */
  readonly figures?: () => Readonly<Record<string, number>>;
}

/**
 * How long the players' port caches whether the database answers: the path is public, and the database is queried at most
 * once a second.
 */
const STANDS_MS = 1_000;

/**
 * Adds two probes to the players' port for a load balancer, which sees no other port: 200 or 503, and nothing else; the
 * reason is reported on the operator's port.
 *
 * `/health`: the server is open. It serves pages, periods and results without the database, and says in the envelope that
 * bets have to wait. `/health/database`: the database answers it as well. A load balancer prefers servers of the second
 * kind, and keeps to those of the first in a failover, when there is none.
 */
export function addHealth(
  fastify: FastifyInstance,
  options: OpsOptions & { readonly now: () => number },
): void {
  const config = { access: PUBLIC };
  const tell = (request: FastifyRequest, reply: FastifyReply, well: boolean): FastifyReply =>
    plain(request, reply)
      .code(well ? 200 : 503)
      .send({ ready: well });
  fastify.get("/health", { config }, (request, reply) => tell(request, reply, options.isOpen()));
  let cached: { readonly at: number; readonly ready: Promise<Readiness> } | undefined;
  fastify.get("/health/database", { config }, async (request, reply) => {
    const at = options.now();
    if (cached === undefined || at - cached.at >= STANDS_MS) cached = { at, ready: readiness(options) };
    // A closing server is reported at once, without the cache.
    return tell(request, reply, options.isOpen() && (await cached.ready).ready);
  });
}

/** Adds health and metrics to the operator's port, for machines without a token; must not be reachable by players. */
export function addOps(fastify: FastifyInstance, options: OpsOptions): void {
  const { metrics, db } = options;
  measurePools(metrics, db);
  measureReadiness(options);
  measureRoom(metrics, db);
  if (metrics.getSingleMetric("process_cpu_user_seconds_total") === undefined)
    collectDefaultMetrics({ register: metrics });
  const config = { access: PUBLIC };
  fastify.get("/health/live", { config }, (request, reply) => plain(request, reply).send({ live: true }));
  fastify.get("/health/ready", { config }, (request, reply) => ready(options, plain(request, reply)));
  fastify.get("/metrics", { config }, async (request, reply) =>
    plain(request, reply)
      .type(metrics.contentType)
      .send(await metrics.metrics()),
  );
}

function plain(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Fastify trusts the forwarded protocol only from a trusted proxy.
  const list = request.protocol === "https" ? [...API_HEADERS, ...TLS_HEADERS] : API_HEADERS;
  for (let i = 0; i < list.length; i += 2) void reply.header(list[i] ?? "", list[i + 1] ?? "");
  return reply;
}

async function ready(options: OpsOptions, reply: FastifyReply): Promise<FastifyReply> {
  const found = await readiness(options);
  return reply.code(found.ready ? 200 : 503).send({ ...found, ...options.figures?.() });
}

/** Whether the server can serve players, with the results of the checks. */
interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
  /** The reason, if it has a name. */
  readonly reason?: "database_full";
}

async function readiness({ db, isOpen, checks }: OpsOptions): Promise<Readiness> {
  const database = await db.answers();
  const full = db.full();
  const results: Record<string, boolean> = { open: isOpen(), database, room: !full };
  for (const [name, check] of Object.entries(checks ?? {})) results[name] = check();
  const ready = Object.values(results).every(Boolean);
  return { ready, checks: results, ...(full ? { reason: "database_full" } : {}) };
}

function measureReadiness(options: OpsOptions): void {
  gaugeOf(
    options.metrics,
    "lotus_ready",
    "1 while readiness is told: the server is open, its database answers, and what else is looked at is well.",
    async () => ((await readiness(options)).ready ? 1 : 0),
  );
}

function measureRoom(metrics: Registry, db: Database): void {
  metrics.registerMetric(
    new Gauge({
      name: "lotus_database_full",
      help: "1 while the disk of the database is full, as this server has met it: nothing is sold until there is room.",
      registers: [],
      collect() {
        this.set(db.full() ? 1 : 0);
      },
    }),
  );
}

function measurePools(metrics: Registry, db: Database): void {
  metrics.registerMetric(
    new Gauge({
      name: "lotus_pool_connections",
      help: "Connections to the database, by pool: how many there may be, are in use, and requests that wait for one.",
      labelNames: ["pool", "state"],
      registers: [],
      collect() {
        for (const [pool, use] of Object.entries(db.use())) {
          this.set({ pool, state: "size" }, use.size);
          this.set({ pool, state: "busy" }, use.busy);
          this.set({ pool, state: "waiting" }, use.waiting);
        }
      },
    }),
  );
}

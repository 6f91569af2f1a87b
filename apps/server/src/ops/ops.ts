import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { Gauge, collectDefaultMetrics, type Registry } from "prom-client";
import { sql, type Database } from "../db/database.ts";
import { API_HEADERS } from "../http/security-headers.ts";

/** What the operator's port is built from. */
export interface OpsOptions {
  readonly title: string;
  readonly db: Database;
  readonly metrics: Registry;
  /** False once the house closes: a proxy then sends nobody here. */
  readonly isOpen: () => boolean;
  /** What else must be well before players are let in, by name. */
  readonly checks?: Readonly<Record<string, () => boolean>>;
}

const ONE = sql`SELECT 1 AS one`;
const PATIENCE_MS = 2_000;

/** The operator's port: health, metrics, and a page that says what is still to come. Never the players' network. */
export function buildOps(options: OpsOptions): FastifyInstance {
  const { metrics, db } = options;
  measurePools(metrics, db);
  if (metrics.getSingleMetric("process_cpu_user_seconds_total") === undefined)
    collectDefaultMetrics({ register: metrics });
  const ops = Fastify({ logger: false });
  ops.addHook("onRequest", (_request, reply, done) => {
    for (let i = 0; i < API_HEADERS.length; i += 2)
      reply.header(API_HEADERS[i] ?? "", API_HEADERS[i + 1] ?? "");
    done();
  });
  ops.get("/health/live", (_request, reply) => reply.send({ live: true }));
  ops.get("/health/ready", (_request, reply) => ready(options, reply));
  ops.get("/metrics", async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
  ops.get("/", (_request, reply) => reply.type("text/html; charset=utf-8").send(deskPage(options.title)));
  return ops;
}

async function ready({ db, isOpen, checks }: OpsOptions, reply: FastifyReply): Promise<FastifyReply> {
  const results: Record<string, boolean> = { open: isOpen(), database: await answers(db) };
  for (const [name, check] of Object.entries(checks ?? {})) results[name] = check();
  const well = Object.values(results).every(Boolean);
  return reply.code(well ? 200 : 503).send({ ready: well, checks: results });
}

/** Whether the database answers in time. */
async function answers(db: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  const asked = db.query(ONE).then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([asked, late]);
  clearTimeout(timer);
  return answered;
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

function deskPage(title: string): string {
  const name = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} desk</title></head>
<body><h1>${name}</h1><p>The operator's desk is not built yet. This port serves
<a href="/health/live">/health/live</a>, <a href="/health/ready">/health/ready</a> and <a href="/metrics">/metrics</a>.</p></body></html>
`;
}

import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { X509Certificate } from "node:crypto";
import { CODES } from "@lotus/contract";
import { readSettings } from "@lotus/server/settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../run/root.ts";
import { fillTemplate, OPS, parseSettings, readClusterSettings, writeClusterSettings } from "./fill.ts";

/** The files of ops/cluster, which operators copy and the trial cluster runs by; `npm run cluster -- check` runs them. */

const PASSWORDS = {
  SUPERUSER_PASSWORD: "s1",
  REPLICATION_PASSWORD: "r1",
  OWNER_PASSWORD: "o1",
  APP_PASSWORD: "a1",
  POOLER_PASSWORD: "p1",
};
const TEMPLATES = [
  "etcd.env",
  "patroni.yml",
  "first-roles",
  "haproxy-database.cfg",
  "haproxy-players.cfg",
  "pgbouncer.ini",
  "pgbouncer-users.txt",
  "pgbackrest.conf",
  "prometheus.yml",
  "lotus.env",
];
const page = readFileSync(join(ROOT, "docs/cluster.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "lotus-cluster-files-"));
const settings = join(folder, "cluster.env");

beforeAll(() => writeClusterSettings(settings, { ...PASSWORDS, MACHINE: "2" }));
afterAll(() => rmSync(folder, { recursive: true }));

const filled = (template: string): string => fillTemplate(settings, template);

interface Patroni {
  readonly name: string;
  readonly etcd: { readonly hosts: string; readonly protocol: string; readonly use_proxies: boolean };
  readonly restapi: { readonly verify_client: string };
  readonly bootstrap: {
    readonly dcs: Readonly<Record<string, unknown>> & {
      readonly postgresql: { readonly parameters: Readonly<Record<string, unknown>> };
    };
  };
  readonly postgresql: { readonly pg_hba: readonly string[]; readonly listen: string };
}
const patroniOf = (): Patroni => parse(filled("patroni.yml"));

test.each(TEMPLATES)("%s is filled in without a place left open", (template) => {
  const text = filled(template);
  expect(text).not.toMatch(/@[A-Z][A-Z0-9_]*@/u);
  expect(text.length).toBeGreaterThan(10);
});

test("a template is refused, by name, while a password is missing", () => {
  const file = join(folder, "empty.env");
  writeClusterSettings(file, {});
  const done = spawnSync(join(OPS, "fill"), [file, join(OPS, "patroni.yml")], { encoding: "utf8" });
  expect([done.status, done.stderr]).toEqual([1, expect.stringContaining("PASSWORD is not set")]);
});

test("every setting is one that a template asks for, and the page names each template", () => {
  const texts = TEMPLATES.map((template) => readFileSync(join(OPS, template), "utf8")).join("\n");
  const asked = new Set([...texts.matchAll(/@([A-Z][A-Z0-9_]*)@/gu)].map(([, name = ""]) => name));
  const derived = new Set(["ADDRESS", "NODE"]);
  const unasked = [...readClusterSettings().keys()].filter((name) => !asked.has(name));
  expect(unasked).toEqual(["MACHINE"]);
  const unset = [...asked].filter((name) => !readClusterSettings().has(name) && !derived.has(name));
  expect(unset).toEqual([]);
  for (const template of TEMPLATES) expect(page, template).toContain(template);
});

test("a failover waits as long as the page says, and acknowledges nothing that a standby lacks", () => {
  const { name, etcd, bootstrap, restapi, postgresql } = patroniOf();
  expect(name).toBe("lotus2");
  expect([etcd.protocol, etcd.hosts.split(",").length, etcd.use_proxies]).toEqual(["https", 3, true]);
  expect(parseSettings(filled("etcd.env")).get("ETCD_ENABLE_V2")).toBe("true");
  expect(bootstrap.dcs).toMatchObject({
    ttl: 20,
    loop_wait: 1,
    retry_timeout: 5,
    synchronous_mode: true,
    failsafe_mode: true,
    primary_start_timeout: 0,
    postgresql: { use_pg_rewind: true },
  });
  // A leader may try twice, and sleep once, before its time is up.
  expect(1 + 2 * 5).toBeLessThanOrEqual(20);
  expect(bootstrap.dcs.postgresql.parameters).toMatchObject({
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
    wal_sender_timeout: "6s",
  });
  expect(restapi.verify_client).toBe("optional");
  // Nobody reaches the database over a network without TLS and a password.
  const remote = postgresql.pg_hba.filter((line) => line.startsWith("host"));
  expect(remote.length).toBeGreaterThan(1);
  for (const line of remote) expect(line).toMatch(/^hostssl .* scram-sha-256$/u);
});

test("the proxies follow the primary, never cut a resting pool, and answer in the API's envelope", () => {
  const database = filled("haproxy-database.cfg");
  for (const words of [
    "option httpchk OPTIONS /primary",
    "inter 1s fastinter 250ms downinter 500ms fall 3 rise 1",
    "timeout check 5s",
    "on-marked-down shutdown-sessions",
    "timeout client 30m",
    "timeout server 30m",
    "check-ssl ca-file /etc/lotus-cluster/ca.crt verify required",
  ])
    expect(database).toContain(words);
  const players = filled("haproxy-players.cfg");
  for (const words of ["option redispatch", "option forwardfor", "uri /health/database", "balance leastconn"])
    expect(players).toContain(words);
  const bodies = [...players.matchAll(/string '(.*)' hdr Retry-After/gu)].map(([, body = ""]) => body);
  expect(bodies).toHaveLength(3);
  for (const body of bodies) expect(JSON.parse(body)).toMatchObject({ code: CODES.OVERLOADED, data: null });
});

test("a server of the cluster starts by its settings, in production, and encrypts its way to the database", () => {
  const shipped = Object.fromEntries(parseSettings(filled("lotus.env")));
  expect(() => readSettings(shipped, "production")).toThrow(/SMTP_URL is missing.*PUBLIC_URL is missing/u);
  const read = readSettings(
    { ...shipped, SMTP_URL: "outbox", PUBLIC_URL: "https://play.example" },
    "production",
  );
  for (const url of [read.databaseUrl, read.migrateDatabaseUrl])
    expect(new URL(url ?? "").searchParams.get("sslmode")).toBe("verify-full");
  expect(read.trustedProxies).toEqual(["10.0.1.11", "10.0.2.11", "10.0.3.11"]);
});

test("only certificates of the cluster reach etcd, and PgBouncer lends connections for a transaction", () => {
  const etcd = parseSettings(filled("etcd.env"));
  expect([etcd.get("ETCD_CLIENT_CERT_AUTH"), etcd.get("ETCD_PEER_CLIENT_CERT_AUTH")]).toEqual([
    "true",
    "true",
  ]);
  expect(etcd.get("ETCD_LISTEN_CLIENT_URLS")).toBe("https://10.0.2.11:2379");
  expect(filled("pgbouncer.ini")).toMatch(/^pool_mode = transaction$/mu);
  expect(filled("pgbouncer.ini")).toMatch(/^auth_query = SELECT .*pooler\.lookup\(\$1\)$/mu);
  expect(filled("first-roles")).toContain("rolname IN ('lotus_app')");
});

test("each machine's certificate is good for its name, its address and itself, and signed by the cluster's authority", () => {
  const made = join(folder, "authority");
  const done = spawnSync(join(OPS, "certificates"), [made, "10.0.1.11", "10.0.2.11"], { encoding: "utf8" });
  expect([done.status, done.stderr]).toEqual([0, ""]);
  const read = (name: string): X509Certificate => new X509Certificate(readFileSync(join(made, name)));
  const [authority, node] = [read("ca.crt"), read("lotus2/node.crt")];
  expect(node.verify(authority.publicKey)).toBe(true);
  expect([node.checkHost("lotus2"), node.checkHost("localhost")]).toEqual(["lotus2", "localhost"]);
  expect([node.checkIP("10.0.2.11"), node.checkIP("127.0.0.1"), node.checkIP("10.0.1.11")]).toEqual([
    "10.0.2.11",
    "127.0.0.1",
    undefined,
  ]);
  // Made again, it keeps the authority that signed the others.
  const before = readFileSync(join(made, "ca.crt"), "utf8");
  spawnSync(join(OPS, "certificates"), [made, "10.0.1.11"]);
  expect(readFileSync(join(made, "ca.crt"), "utf8")).toBe(before);
});

test("supervisors start each program again without a limit, and the page installs every file", () => {
  for (const file of globSync("systemd/*.conf", { cwd: OPS }))
    expect(readFileSync(join(OPS, file), "utf8"), file).toMatch(/StartLimitIntervalSec=0|After=haproxy/u);
  for (const unit of ["etcd", "patroni", "haproxy", "pgbouncer", "lotus", "lotus-archive"])
    expect(page, unit).toContain(unit);
});

test("the page says what to do at each alert of the cluster", () => {
  const rules: {
    readonly groups: readonly { readonly name: string; readonly rules: readonly { alert: string }[] }[];
  } = parse(readFileSync(join(ROOT, "ops/prometheus/alerts.yml"), "utf8"));
  const alerts = rules.groups.find(({ name }) => name === "lotus-cluster")?.rules ?? [];
  expect(alerts.length).toBeGreaterThan(8);
  for (const { alert } of alerts) expect(page).toContain(`| \`${alert}\` |`);
});

/** Names that Patroni 3.0, etcd 3.4, HAProxy 2.6 and Prometheus's clients export, as a trial cluster showed them. */
const EXPORTED: readonly string[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "fixtures/exported-metrics.json"), "utf8"),
);

test("every figure of the programs around the servers that alerts and dashboard ask for is exported", () => {
  const texts = ["ops/prometheus/alerts.yml", "ops/grafana/lotus.json"].map((path) =>
    readFileSync(join(ROOT, path), "utf8"),
  );
  const asked = new Set(texts.join("\n").match(/\b(?:patroni|etcd|haproxy|process)_\w+/gu));
  expect(asked.size).toBeGreaterThan(10);
  expect([...asked].filter((name) => !EXPORTED.includes(name))).toEqual([]);
});

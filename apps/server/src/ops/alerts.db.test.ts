import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cosignerKey, formatVerifierKey } from "@lotus/tlog";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { makeTestFolder } from "../testing/test-folder.ts";
import { type DeskServer, openDeskServer } from "../testing/desk-server.ts";

interface AlertRules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string };
    }[];
  }[];
}
interface RuleTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly object[];
    }[];
  }[];
}

const fileOf = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const textOf = (path: string): string => readFileSync(fileOf(path), "utf8");

const RULES: AlertRules = parse(textOf("ops/prometheus/alerts.yml"));
const RULE_TESTS: RuleTests = parse(textOf("ops/prometheus/alerts.test.yml"));
const ALERTS = RULES.groups.flatMap(({ rules }) => rules);

const WITNESS = formatVerifierKey(cosignerKey("w1.example", new Uint8Array(32).fill(7)));

let it: DeskServer;
let folder: string;
let scraped: readonly string[];
beforeAll(async () => {
  folder = makeTestFolder("lotus-alerts-");
  writeFileSync(join(folder, "policy"), `witness w1 ${WITNESS} http://127.0.0.1:9\nquorum w1\n`);
  // Neither a relay nor the witness answers.
  it = await openDeskServer({
    BEACON: "quicknet",
    BEACON_URLS: "http://127.0.0.1:9",
    WITNESS_POLICY: join(folder, "policy"),
  });
  await it.app.draws.tick();
  await it.app.books.check("full");
  const reply = await it.app.ops.inject({ method: "GET", url: "/metrics" });
  scraped = reply.body.split("\n").filter((line) => !line.startsWith("#"));
});
afterAll(async () => {
  await it.close();
  rmSync(folder, { recursive: true });
});

function metricsIn(expr: string): string[] {
  return [...new Set(expr.match(/\blotus_\w+/gu))];
}

/** The values of a metric, one for each of its label sets. */
function valuesOf(metric: string): number[] {
  return scraped
    .filter((line) => line.startsWith(`${metric} `) || line.startsWith(`${metric}{`))
    .map((line) => Number(line.slice(line.lastIndexOf(" ") + 1)));
}

test("each metric that an alert asks for is there on a server that has just begun", () => {
  expect(ALERTS.length).toBeGreaterThan(15);
  for (const { alert, expr } of ALERTS) {
    for (const metric of metricsIn(expr)) expect(valuesOf(metric), `${alert}: ${metric}`).not.toEqual([]);
  }
});

test("each figure of the server that the dashboard of Grafana shows is exported", async () => {
  const { body } = await it.app.ops.inject({ method: "GET", url: "/metrics" });
  const exported = new Set([...body.matchAll(/^# TYPE (\w+)/gmu)].map(([, name = ""]) => name));
  const shown = metricsIn(textOf("ops/grafana/lotus.json"));
  expect(shown.length).toBeGreaterThan(15);
  const named = shown.map((metric) =>
    exported.has(metric) ? metric : metric.replace(/_(?:bucket|count|sum)$/u, ""),
  );
  expect(named.filter((metric) => !exported.has(metric))).toEqual([]);
});

test("each counter that an alert asks for stands at 0 from the start, whatever it is counted by", () => {
  const counters = ALERTS.flatMap(({ expr }) => metricsIn(expr)).filter((metric) =>
    metric.endsWith("_total"),
  );
  expect(counters.length).toBeGreaterThan(5);
  for (const counter of counters) expect(new Set(valuesOf(counter)), counter).toEqual(new Set([0]));
  for (const counter of ["lotus_draws_late_total", "lotus_draw_failures_total"])
    expect(valuesOf(counter), counter).toHaveLength(it.app.draws.games.length);
});

test("each alert is proved quiet and proved to fire, and operations.md says what to do then", () => {
  const page = textOf("docs/operations.md");
  for (const { alert, expr, labels, annotations } of ALERTS) {
    const proofs = RULE_TESTS.tests
      .flatMap((each) => each.alert_rule_test)
      .filter((one) => one.alertname === alert);
    expect(
      proofs.map(({ exp_alerts }) => exp_alerts.length),
      alert,
    ).toEqual([0, 1]);
    expect(["page", "ticket"], alert).toContain(labels.severity);
    expect(annotations.summary, alert).not.toBe("");
    const named = metricsIn(expr).map((metric) => metric.replace("lotus_desk_http", "lotus_http"));
    for (const metric of named) expect(page, `${alert}: ${metric}`).toContain(metric);
  }
});

const promtool = spawnSync("promtool", ["--version"]).status === 0;

test.skipIf(!promtool)("promtool finds the same", () => {
  // From their folder: it reads the path of the rules as a pattern, and a folder's name may have brackets.
  const cwd = fileOf("ops/prometheus");
  const proof = spawnSync("promtool", ["test", "rules", "alerts.test.yml"], { cwd, encoding: "utf8" });
  expect(proof.stdout + proof.stderr).toContain("SUCCESS");
  expect(proof.status).toBe(0);
});

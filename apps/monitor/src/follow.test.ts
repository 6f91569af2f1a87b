import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readArguments } from "./arguments.ts";
import { type FollowDeps, follow } from "./follow.ts";
import type { Evidence } from "./finding.ts";
import { emptyState, type MonitorState } from "./state.ts";
import { StateFile } from "./state-file.ts";
import { SampleWatch } from "./testing/follow-sample.ts";
import { SampleOperator } from "./testing/sample-operator.ts";

const { openAt, closeAt, drawAt } = SampleOperator.period(1);

let operator: SampleOperator;
let watch: SampleWatch;
let lines: string[];
let saved: string[];
let evidence: Evidence[];
let stop: AbortController;

beforeEach(() => {
  operator = new SampleOperator().begin();
  watch = new SampleWatch(operator);
  [lines, saved, evidence, stop] = [[], [], [], new AbortController()];
});

/** The program's surroundings; `act` is what happens while it waits, by the number of the wait from 1. */
function depsOf(changes: Partial<FollowDeps>, act: (wait: number) => void = () => undefined): FollowDeps {
  let waits = 0;
  return {
    monitor: watch.monitor,
    now: () => operator.now,
    wait: async (ms) => {
      operator.now += ms;
      act((waits += 1));
    },
    print: (line) => lines.push(line),
    saveState: async (state: MonitorState) => void saved.push(JSON.stringify(state)),
    saveEvidence: async (found) => {
      evidence.push(found);
      return "evidence.json";
    },
    isOnce: false,
    signal: stop.signal,
    ...changes,
  };
}

describe("following", () => {
  test("looks every second and prints a line a minute, until it is stopped", async () => {
    operator.publish();
    const start = operator.now;
    const status = await follow(depsOf({}, (wait) => wait === 180 && stop.abort()));
    expect([status, (operator.now - start) / 1000]).toEqual([0, 180]);
    expect(operator.requests.filter((url) => url.endsWith("/log/checkpoint"))).toHaveLength(180);
    expect(lines.filter((line) => line.includes("log.example: 2 entries read"))).toHaveLength(2);
    // When something was read, each minute, and at the end.
    expect(saved.length).toBeLessThan(6);
  });

  test("ends with status 1 and evidence at a fault, which is found again by the next run", async () => {
    await watch.period(1, { until: "close" });
    const before = JSON.stringify(watch.monitor.state);
    const status = await follow(
      depsOf({}, (wait) => {
        if (wait !== 2) return;
        operator.logClose(1, { orders: 9 });
        operator.publish();
      }),
    );
    expect(status).toBe(1);
    expect(evidence.map(({ fault, entries }) => [fault, entries.length])).toEqual([["second-close", 2]]);
    expect(lines.join("\n")).toMatch(
      /FAULT second-close: FFC\/202611210001.*\nevidence of second-close in evidence\.json/u,
    );
    watch = new SampleWatch(operator, { state: JSON.parse(saved.at(-1) ?? before) });
    expect(await follow(depsOf({}))).toBe(1);
  });

  test("once ends with status 0 when everything is read and judged", async () => {
    await watch.period(1);
    watch = new SampleWatch(operator);
    expect(await follow(depsOf({ isOnce: true }))).toBe(0);
    expect(lines.at(-1)).toContain("6 entries read");
  });

  test("once waits for what a witness is ahead with", async () => {
    await watch.step(openAt - 20_000, () => operator.logPeriod(1));
    operator.now = closeAt;
    operator.logClose(1);
    operator.sign();
    expect(await follow(depsOf({ isOnce: true }))).toBe(1);
    expect(evidence.map(({ fault }) => fault)).toEqual(["witness-ahead"]);
  });

  test("once ends with status 2 if the operator is not reached", async () => {
    const start = (operator.now = drawAt);
    expect(await follow(depsOf({ isOnce: true }))).toBe(2);
    expect((operator.now - start) / 1000).toBe(61);
    expect(lines.filter((line) => line.includes("unreachable: the operator"))).toHaveLength(1);
  });
});

describe("the state", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "monitor-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("is stored whole and read again", async () => {
    const file = new StateFile(join(folder, "state.json"));
    expect(await file.read()).toBeNull();
    await watch.period(1, { until: "close" });
    await file.write(emptyState());
    await file.write(watch.monitor.state);
    expect(await file.read()).toEqual(watch.monitor.state);
    expect(readdirSync(folder)).toEqual(["state.json"]);
    expect(readFileSync(join(folder, "state.json"), "utf8").length).toBeLessThan(20_000);
  });

  test("of something else is refused", async () => {
    const path = join(folder, "state.json");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    await new StateFile(path).write({ version: 2 } as unknown as MonitorState);
    await expect(new StateFile(path).read()).rejects.toThrow("is not the state of a monitor");
  });
});

test("arguments are read, and others refused", () => {
  expect(
    readArguments(["--url", "https://a", "--witness", "https://b", "--witness", "https://c", "--once"]),
  ).toEqual({
    url: "https://a",
    policyFile: null,
    beaconUrls: [],
    witnessUrls: ["https://b", "https://c"],
    isOnce: true,
    stateFile: null,
    evidenceDir: ".",
  });
  for (const args of [[], ["--once"], ["--url", "https://a", "--what"], ["--url", "https://a", "more"]])
    expect(readArguments(args)).toBeNull();
});

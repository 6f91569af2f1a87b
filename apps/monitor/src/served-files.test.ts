import { beforeEach, describe, expect, test } from "vitest";
import { SampleWatch } from "./testing/follow-sample.ts";
import { SampleOperator, URL_OF } from "./testing/sample-operator.ts";

const MINUTE_MS = 60_000;

let operator: SampleOperator;
let watch: SampleWatch;
beforeEach(() => {
  operator = new SampleOperator().begin();
  operator.publish();
  watch = new SampleWatch(operator);
});

/** Polls once a minute for that many minutes. */
async function lookFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) await watch.poll(operator.now + MINUTE_MS);
}

describe("the app that is served", () => {
  test("is fetched address by address, as a newcomer does, and is the one of the log", async () => {
    await watch.poll();
    for (const path of ["/app-files.txt", "/", "/assets/a-1.js"])
      expect(operator.requests).toContain(URL_OF.operator + path);
    expect(watch.findings.map(({ name }) => name)).not.toContain("other-app");
    operator.requests = [];
    await lookFor(59);
    expect(operator.requests).not.toContain(`${URL_OF.operator}/`);
    await lookFor(1);
    expect(operator.requests).toContain(`${URL_OF.operator}/`);
  });

  test("may be of two builds while servers are replaced, and not for good", async () => {
    await watch.poll();
    operator.pages.set("/assets/a-1.js", "another script");
    await lookFor(60);
    expect(watch.notices).toContain("other-app");
    expect(watch.faults).toEqual([]);
    operator.pages.set("/assets/a-1.js", "the script");
    await lookFor(30);
    expect(watch.faults).toEqual([]);
  });

  test.each<[string, (operator: SampleOperator) => void]>([
    ["another script", ({ pages }) => void pages.set("/assets/a-1.js", "another script")],
    ["another page", ({ pages }) => void pages.set("/", "another page")],
    ["no script", ({ pages }) => void pages.delete("/assets/a-1.js")],
    [
      "a list that agrees with a page that the log does not know",
      (each) => {
        each.pages.set("/", "another page");
        each.listed = new Map(each.pages);
      },
    ],
    ["an empty list", (each) => void (each.listed = new Map())],
  ])("with %s is a fault", async (_name, serve) => {
    serve(operator);
    await watch.poll();
    await lookFor(12);
    expect(watch.faults).toContain("other-app");
  });

  test("of a new build is the one of the newest house entry", async () => {
    await watch.poll();
    operator.pages.set("/", "the new page");
    operator.listed = new Map(operator.pages);
    operator.logHouse();
    operator.publish();
    await lookFor(30);
    expect(watch.faults).toEqual([]);
  });
});

describe("the table of odds", () => {
  test("is fetched once, and is the one of the log", async () => {
    await watch.poll();
    await lookFor(30);
    expect(operator.requests.filter((url) => url.endsWith("/log/odds/1"))).toHaveLength(1);
    expect(watch.faults).toEqual([]);
  });

  test("is a fault if it is another one, or is not served for ten minutes", async () => {
    operator.missing.add("odds/1");
    await watch.poll();
    await lookFor(10);
    expect(watch.faults).toEqual([]);
    await lookFor(1);
    expect(watch.faults).toEqual(["missing-odds-table"]);
    operator.missing.clear();
    operator.odds = operator.odds.replace("79900", "50000");
    watch = new SampleWatch(operator);
    await watch.poll();
    expect(watch.faults).toEqual(["wrong-odds-table"]);
  });

  test("of a period is the newest that was in force", async () => {
    await watch.poll();
    const later = SampleOperator.period(9);
    operator.log("odds", { version: 2, hash: operator.oddsHash(), from: operator.now });
    operator.publish();
    operator.missing.add("odds/2");
    await lookFor(3);
    await watch.step(operator.now + MINUTE_MS, (each) =>
      each.logPeriod(9, { openAt: later.openAt, oddsVersion: 1 }),
    );
    expect(watch.faults).toEqual(["stale-odds"]);
  });
});

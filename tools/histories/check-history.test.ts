import { describe, expect, test } from "vitest";
import { checkHistory, describeAnomalies } from "./check-history.ts";
import { type Operation, type Outcome, Recorder, type Step } from "./history.ts";

const append = (value: string, list = "a"): Step => ({ kind: "append", list, value });
const read = (values: string, list = "a"): Step => ({ kind: "read", list, values: values.split("") });
const newest = (values: string, list = "a"): Step => ({
  kind: "read",
  list,
  values: values.split(""),
  isWindow: true,
});

/** An operation by one client from an instant to another. */
function op(from: number, to: number, steps: readonly Step[], outcome: Outcome = "ok"): Operation {
  const completedAt = outcome === "unknown" ? Number.POSITIVE_INFINITY : to;
  return { client: `c${from}`, what: JSON.stringify(steps), steps, outcome, invokedAt: from, completedAt };
}

const namesOf = (history: readonly Operation[]): string[] => checkHistory(history).map(({ name }) => name);

describe("finds nothing in", () => {
  test("appends and reads one after the other", () => {
    const history = [
      op(1, 2, [append("x")]),
      op(3, 4, [read("x")]),
      op(5, 6, [append("y")]),
      op(7, 8, [read("xy")]),
    ];
    expect(namesOf(history)).toEqual([]);
  });

  test("operations at the same time, in any order", () => {
    const history = [
      op(1, 9, [append("x")]),
      op(2, 8, [append("y")]),
      op(3, 7, [read("y")]),
      op(10, 11, [read("yx")]),
    ];
    expect(namesOf(history)).toEqual([]);
  });

  test("an operation without a reply that happened late, and one that never did", () => {
    const history = [
      op(1, 2, [append("x")], "unknown"),
      op(1, 2, [append("z")], "unknown"),
      op(3, 4, [append("y")]),
      op(5, 6, [read("y")]),
      op(7, 8, [read("yx")]),
    ];
    expect(namesOf(history)).toEqual([]);
  });

  test("a newest page that begins inside the list", () => {
    const history = [
      op(1, 2, [append("x")]),
      op(3, 4, [append("y")]),
      op(5, 6, [newest("y")]),
      op(7, 8, [read("xy")]),
    ];
    expect(namesOf(history)).toEqual([]);
  });

  test("values that others append, as payouts are", () => {
    const history = [op(1, 2, [append("x")]), op(3, 4, [read("xW")])];
    expect(checkHistory(history, { isForeign: (value) => value === "W" })).toEqual([]);
  });
});

describe("finds", () => {
  test("an acknowledged append that is lost", () => {
    expect(namesOf([op(1, 2, [append("x")]), op(3, 4, [append("y")]), op(5, 6, [read("y")])])).toContain(
      "lost append",
    );
  });

  test("an append that happened twice", () => {
    expect(namesOf([op(1, 2, [append("x")]), op(3, 4, [read("xx")])])).toContain("duplicated append");
  });

  test("an aborted read: what was refused is there", () => {
    expect(namesOf([op(1, 2, [append("x")], "fail"), op(3, 4, [read("x")])])).toEqual(["aborted read"]);
  });

  test("an aborted read of what is gone again later", () => {
    const history = [
      op(1, 2, [append("x")], "fail"),
      op(3, 4, [read("x")]),
      op(5, 6, [append("y")]),
      op(7, 8, [read("y")]),
    ];
    expect(namesOf(history)).toContain("aborted read");
  });

  test("a dirty read: a value that was read and is not there at the end", () => {
    const history = [
      op(1, 9, [append("x")], "unknown"),
      op(2, 3, [read("x")]),
      op(4, 5, [append("y")]),
      op(6, 7, [append("z")]),
      op(8, 9, [read("yz")]),
    ];
    expect(namesOf(history)).toContain("dirty read");
  });

  test("an intermediate read: half of what one operation appended", () => {
    const history = [op(1, 9, [append("x"), append("y")]), op(2, 3, [read("x")]), op(10, 11, [read("xy")])];
    expect(namesOf(history)).toContain("intermediate read");
  });

  test("a value that nobody appended", () => {
    expect(namesOf([op(1, 2, [read("x")])])).toEqual(["unexplained value"]);
  });

  test("two reads that do not agree on the order", () => {
    const history = [
      op(1, 9, [append("x")]),
      op(1, 9, [append("y")]),
      op(2, 3, [read("yx")]),
      op(10, 11, [read("xy")]),
    ];
    expect(namesOf(history)).toContain("incompatible order");
  });

  test("a lost update: two that saw the same and both appended", () => {
    const history = [
      op(1, 2, [append("x")]),
      op(3, 9, [read("x"), append("y")]),
      op(4, 8, [read("x"), append("z")]),
      op(10, 11, [read("xyz")]),
    ];
    expect(namesOf(history)).toEqual(expect.arrayContaining(["lost update", "G-single"]));
  });

  test("G0: two operations whose appends lie crosswise in two lists", () => {
    const history = [
      op(1, 9, [append("x"), append("p", "b")]),
      op(1, 9, [append("y"), append("q", "b")]),
      op(10, 11, [read("xy"), read("qp", "b")]),
    ];
    expect(namesOf(history)).toEqual(["G0"]);
  });

  test("G1c: two operations that each read what the other appended", () => {
    const history = [
      op(1, 9, [append("x"), read("q", "b")]),
      op(1, 9, [append("q", "b"), read("x")]),
      op(10, 11, [read("x"), read("q", "b")]),
    ];
    expect(namesOf(history)).toEqual(["G1c"]);
  });

  test("G-single: one that saw half of another", () => {
    const history = [
      op(1, 9, [append("x"), append("p", "b")]),
      op(2, 8, [read("x"), read("", "b")]),
      op(10, 11, [read("x"), read("p", "b")]),
    ];
    expect(namesOf(history)).toEqual(["G-single"]);
  });

  test("G2: two that each missed what the other appended", () => {
    const history = [
      op(1, 9, [read("", "b"), append("x")]),
      op(2, 8, [read(""), append("p", "b")]),
      op(10, 11, [read("x"), read("p", "b")]),
    ];
    expect(namesOf(history)).toEqual(["G2-item"]);
  });

  test("a stale read: older than what the reader's own append was answered with", () => {
    const history = [op(1, 2, [append("x")]), op(3, 4, [read("")]), op(5, 6, [read("x")])];
    const [found] = checkHistory(history);
    expect(found?.name).toBe("G-single");
    expect(found?.lines.join("\n")).toMatch(/rw: it read a without x.*rt: it had ended/su);
  });

  test("an append that took effect before one that had ended earlier", () => {
    const history = [op(1, 2, [append("x")]), op(3, 4, [append("y")]), op(5, 6, [read("yx")])];
    expect(namesOf(history)).toEqual(["G0"]);
  });

  test("the shortest cycle of a long tangle, in words", () => {
    const many = Array.from({ length: 500 }, (_, at) => String.fromCharCode(0x4e00 + at));
    const history = [
      ...many.map((value, at) => op(10 * at, 10 * at + 5, [append(value)])),
      op(6_000, 6_001, [read(many.slice(0, 250).join(""))]),
      op(7_000, 7_001, [read(many.join(""))]),
    ];
    const anomalies = checkHistory(history);
    expect(anomalies.map(({ name }) => name)).toEqual(["G-single"]);
    expect(anomalies[0]?.lines.length).toBeLessThanOrEqual(5);
    expect(describeAnomalies(anomalies)).toContain("G-single");
  });
});

test("takes an operation that never ended for unknown", () => {
  let now = 0;
  const recorder = new Recorder(() => (now += 1));
  recorder.invoke("c", "append x", [append("x")]);
  recorder.invoke("c", "read", []).ok([read("x")]);
  expect(recorder.history().map(({ outcome }) => outcome)).toEqual(["unknown", "ok"]);
  expect(checkHistory(recorder.history())).toEqual([]);
});

test("checks 300,000 operations in less than a minute", () => {
  const accounts = 24;
  const history: Operation[] = [];
  const lists = Array.from({ length: accounts }, (): string[] => []);
  for (let at = 0; history.length < 299_000; at += 1) {
    const list = `account ${at % accounts}`;
    const values = lists[at % accounts] ?? [];
    const value = String(at);
    values.push(value);
    history.push(op(at, at + 30, [append(value, list)]));
    history.push({
      ...op(at + 31, at + 32, [{ kind: "read", list, values: values.slice(-20), isWindow: true }]),
    });
  }
  for (const [at, values] of lists.entries())
    history.push(op(1e6, 1e6 + 1, [{ kind: "read", list: `account ${at}`, values }]));
  // The processor's time: the machine is busy with other tests too.
  const began = process.cpuUsage();
  expect(checkHistory(history)).toEqual([]);
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1_000).toBeLessThan(60_000);
}, 180_000);

import { expect, test } from "vitest";
import { tellWait, waitOf } from "./processor-wait.ts";

test("tells which share of a while processes waited for a core", () => {
  const before = waitOf(
    "some avg10=95.37 avg60=95.88 avg300=93.25 total=24667156939\nfull avg10=0.00 total=0\n",
  );
  const after = waitOf("some avg10=1.00 avg60=1.00 avg300=1.00 total=24668156939\nfull avg10=0.00 total=0\n");
  expect(before).toBeCloseTo(24_667_156.939);
  expect(tellWait(before, after, 4_000)).toBe("processes waited for a core 25 % of the time");
});

test("tells nothing where Linux does not", () => {
  expect(waitOf("")).toBeNull();
  expect(tellWait(null, 1, 1_000)).toBe("");
});

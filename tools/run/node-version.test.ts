import { expect, test } from "vitest";
import { isNewEnough } from "./node-version.ts";

test.each([
  ["v24.21.0", true],
  ["v24.15.0", true],
  ["v25.0.0", true],
  ["v24.14.9", false],
  ["v22.20.0", false],
  ["v20.19.5", false],
])("Node %s is new enough: %s", (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});

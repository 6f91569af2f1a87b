import { expect, test } from "vitest";
import { namedPlaces, scaleOf } from "./scale.ts";

test("the highest lies at the top, the lowest at the bottom, with round lines between", () => {
  const { ticks, at } = scaleOf([-130, 118, 126.84]);
  expect(ticks).toEqual([-100, 0, 100]);
  expect(at(126.84)).toBe(0);
  expect(at(-130)).toBe(100);
  expect(at(0)).toBeCloseTo(49.4, 1);
});

test("zero is always shown, whichever side the values are on", () => {
  expect(scaleOf([40, 90]).ticks).toEqual([0, 50]);
  expect(scaleOf([40, 90]).at(0)).toBe(100);
  expect(scaleOf([-7, -3]).ticks).toEqual([-5, 0]);
  expect(scaleOf([-7, -3]).at(0)).toBe(0);
});

test("days on which nothing happened are a line at the bottom", () => {
  expect(scaleOf([0, 0, 0])).toMatchObject({ ticks: [0] });
  expect(scaleOf([0, 0, 0]).at(0)).toBe(100);
  expect(scaleOf([]).at(0)).toBe(100);
});

test.each([0.03, 1, 999.99, 123_456_789.01])("a height of %d has two to four lines", (top) => {
  const { ticks } = scaleOf([top]);
  expect(ticks.length).toBeGreaterThanOrEqual(2);
  expect(ticks.length).toBeLessThanOrEqual(4);
});

test("few bars are all labelled; of many, evenly spaced ones including the last", () => {
  expect([...namedPlaces(7, 7)]).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect([...namedPlaces(30, 6)]).toEqual([4, 9, 14, 19, 24, 29]);
  expect([...namedPlaces(31, 6)]).toEqual([0, 6, 12, 18, 24, 30]);
  expect([...namedPlaces(0, 6)]).toEqual([]);
});

import { expect, test } from "vitest";
import { judge } from "./bars.ts";
import { interactionFigures, interactionsOf, type TimedEvent } from "./interactions.ts";

const event = (interactionId: number, duration: number, name = "click"): TimedEvent => ({
  interactionId,
  duration,
  name,
  waited: 8,
  handled: 10,
  page: "/",
  target: "Bet",
});
const AT_MOST = { slowdown: 6, most: 100 };

test("an interaction takes as long as its longest event, and events of none are left out", () => {
  const events = [event(1, 24, "pointerdown"), event(1, 96), event(2, 40), event(0, 900, "pointerover")];
  expect(interactionsOf(events).map(({ name, duration }) => [name, duration])).toEqual([
    ["click", 96],
    ["click", 40],
  ]);
});

test("98 of 100 interactions decide, whether the browser reported them or not", () => {
  const slow = [event(1, 500), event(2, 300), event(3, 104)];
  const [inp, worst, ...others] = interactionFigures(slow, { ...AT_MOST, count: 100 });
  expect(inp).toMatchObject({ value: 104, unit: "ms" });
  expect(inp && judge(inp)).toBe("missed");
  expect(worst).toMatchObject({ value: 500 });
  expect(worst?.name).toContain("click on /, Bet");
  expect(others.map(({ value }) => value)).toEqual([300, 104]);
  const [fewer] = interactionFigures(slow.slice(0, 2), { ...AT_MOST, count: 100 });
  expect(fewer).toMatchObject({ value: 16 });
  expect(fewer && judge(fewer)).toBe("met");
});

test("without any interaction the bar is missed", () => {
  const [inp] = interactionFigures([], { ...AT_MOST, count: 0 });
  expect(inp && judge(inp)).toBe("missed");
});

import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useShownTogether } from "./shown-together.ts";

const ASKED = { isPending: true, isFetching: true, failureCount: 0 };
const ANSWERED = { isPending: false, isFetching: false, failureCount: 0 };
const FAILED_ONCE = { ...ASKED, failureCount: 1 };
const NOT_ASKED = { ...ASKED, isFetching: false };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const open = (...queries: readonly (typeof ASKED)[]) =>
  renderHook(({ asked: [main = ASKED, ...others] }) => useShownTogether(main, ...others), {
    initialProps: { asked: queries },
  });

test("a page is shown when its last answer is there, and from then on", () => {
  const { result, rerender } = open(ASKED, ASKED);
  expect(result.current).toBe(false);
  rerender({ asked: [ASKED, ANSWERED] });
  expect(result.current).toBe(false);
  rerender({ asked: [ANSWERED, ANSWERED] });
  expect(result.current).toBe(true);
  rerender({ asked: [ASKED, ANSWERED] });
  expect(result.current).toBe(true);
});

test.each([
  ["failed once", FAILED_ONCE],
  ["is not asked", NOT_ASKED],
])("what %s holds nothing up", (_, other) => {
  expect(open(ANSWERED, other).result.current).toBe(true);
});

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test("what hangs holds the rest up for three seconds, but nothing is shown without what the page is about", () => {
  const { result, rerender } = open(ASKED, ASKED);
  pass(60_000);
  expect(result.current).toBe(false);
  rerender({ asked: [ANSWERED, ASKED] });
  pass(2_999);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
});

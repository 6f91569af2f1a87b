import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useServerSecond } from "./use-server-second.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_250 });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Told of each render of the page around the clocks. */
const rendered = vi.fn<() => void>();
function Clock({ name }: { name: string }) {
  return <span data-testid={name}>{useServerSecond()}</span>;
}
function Page() {
  rendered();
  return (
    <>
      <Clock name="a" />
      <Clock name="b" />
    </>
  );
}
const shown = (name: string) => Number(screen.getByTestId(name).textContent);
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test("all clocks share one timer, and nothing around them re-renders", () => {
  rendered.mockClear();
  render(<Page />);
  expect([shown("a"), shown("b")]).toEqual([1_000_000, 1_000_000]);
  expect(vi.getTimerCount()).toBe(1);
  pass(749);
  expect(shown("a")).toBe(1_000_000);
  pass(6);
  expect([shown("a"), shown("b")]).toEqual([1_001_000, 1_001_000]);
  pass(3000);
  expect(shown("b")).toBe(1_004_000);
  expect(rendered).toHaveBeenCalledOnce();
});

test("a page shown again has the current time, and no timer runs without a subscriber", () => {
  render(<Page />);
  cleanup();
  expect(vi.getTimerCount()).toBe(0);
  vi.setSystemTime(9_000_900);
  render(<Page />);
  expect(shown("a")).toBe(9_000_000);
});

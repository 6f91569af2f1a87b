import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DrawReveal, REVEAL_MS } from "./draw-reveal.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("no opening of a result lasts over two seconds", () => {
  expect(Math.max(...Object.values(REVEAL_MS))).toBeLessThanOrEqual(2000);
});

test("dice tumble, then show the true faces and say so once", () => {
  const onDone = vi.fn();
  render(<DrawReveal family="dice" numbers={[4, 1, 6]} skipLabel="Skip" onDone={onDone} />);
  expect(screen.queryByRole("img", { name: "4 1 6" })).toBeNull();
  act(() => void vi.advanceTimersByTime(REVEAL_MS.dice));
  expect(screen.queryByRole("img", { name: "4 1 6" })).not.toBeNull();
  expect(screen.queryByRole("button", { name: "Skip" })).toBeNull();
  act(() => void vi.advanceTimersByTime(5000));
  expect(onDone).toHaveBeenCalledTimes(1);
});

test("a tap skips to the end", () => {
  const onDone = vi.fn();
  render(<DrawReveal family="five-digits" numbers={[8, 2, 5, 9, 8]} skipLabel="Skip" onDone={onDone} />);
  fireEvent.click(screen.getByRole("button", { name: "Skip" }));
  act(() => void vi.advanceTimersByTime(0));
  expect(onDone).toHaveBeenCalledTimes(1);
  act(() => void vi.advanceTimersByTime(5000));
  expect(onDone).toHaveBeenCalledTimes(1);
});

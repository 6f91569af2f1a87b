import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ListRow } from "../surface/list-row.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

function show() {
  const [onClick, onHold] = [vi.fn<() => void>(), vi.fn<() => void>()];
  render(<ListRow title="Recharge" onClick={onClick} onHold={onHold} />);
  return { row: screen.getByRole("button"), onClick, onHold };
}

test("a row held for 350 ms performs the hold action and is not opened on release", () => {
  const { row, onClick, onHold } = show();
  fireEvent.pointerDown(row);
  pass(349);
  expect(onHold).not.toHaveBeenCalled();
  pass(1);
  expect(onHold).toHaveBeenCalledTimes(1);
  fireEvent.pointerUp(row);
  fireEvent.click(row);
  expect(onClick).not.toHaveBeenCalled();
  fireEvent.pointerDown(row);
  fireEvent.pointerUp(row);
  fireEvent.click(row);
  expect([onClick.mock.calls.length, onHold.mock.calls.length]).toEqual([1, 1]);
});

test("neither a scroll nor another mouse button is a press", () => {
  const { row, onHold } = show();
  fireEvent.pointerDown(row, { clientY: 0 });
  fireEvent.pointerMove(row, { clientY: 11 });
  pass(1000);
  fireEvent.pointerDown(row, { button: 2 });
  pass(1000);
  expect(onHold).not.toHaveBeenCalled();
});

import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Dialog } from "./dialog.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("a closing dialog stays mounted for its 200 ms", () => {
  const dialog = (open: boolean) => <Dialog open={open} onClose={() => undefined} title="Log out?" />;
  const { rerender } = render(dialog(true));
  rerender(dialog(false));
  act(() => void vi.advanceTimersByTime(199));
  expect(screen.queryByText("Log out?")).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText("Log out?")).toBeNull();
});

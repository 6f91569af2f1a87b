import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConfirmDialog, Dialog } from "./dialog.tsx";

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

test("a question whether to end or remove something is answered in red, one that costs nothing is not", () => {
  const ask = (gentle: boolean) => (
    <ConfirmDialog
      open
      title="Cancel this order?"
      confirmLabel="Cancel order"
      cancelLabel="Keep"
      onConfirm={() => undefined}
      onCancel={() => undefined}
      gentle={gentle}
    />
  );
  const look = () => screen.getByText("Cancel order").closest("button")?.className ?? "";
  const { rerender } = render(ask(false));
  expect(look()).toMatch(/danger/u);
  expect(screen.getByText("Keep").closest("button")?.className).not.toMatch(/danger/u);
  rerender(ask(true));
  expect(look()).toMatch(/primary/u);
});

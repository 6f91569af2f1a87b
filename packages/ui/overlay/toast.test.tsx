import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hideToast, toast, ToastHost } from "./toast.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  render(<ToastHost />);
});
afterEach(() => {
  act(hideToast);
  cleanup();
  vi.useRealTimers();
});

const said = () => screen.getByRole("status").textContent;
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test("stays 1500 ms", () => {
  act(() => toast("Copied", { icon: "success" }));
  pass(1499);
  expect(said()).toBe("Copied");
  pass(1);
  expect(said()).toBe("");
});

test("the next takes its place and has its own time", () => {
  act(() => toast("First"));
  pass(1000);
  act(() => toast("Second", { durationMs: 2000 }));
  pass(1999);
  expect(said()).toBe("Second");
  pass(1);
  expect(said()).toBe("");
});

test("one without end stays until it is hidden, and errors are assertive", () => {
  act(() => toast("Sending", { icon: "loading", durationMs: Infinity }));
  pass(60_000);
  expect(said()).toBe("Sending");
  act(hideToast);
  expect(said()).toBe("");
  act(() => toast("Not sent", { icon: "error" }));
  expect(screen.getByRole("status").getAttribute("aria-live")).toBe("assertive");
});

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

const status = () => screen.getByRole("status").textContent;
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test("stays 1500 ms", () => {
  act(() => toast("Copied", { icon: "success" }));
  pass(1499);
  expect(status()).toBe("Copied");
  pass(1);
  expect(status()).toBe("");
});

test("each icon has its form: a tick, a rotating ring, a mark, or none", () => {
  const box = () => document.querySelector("[data-icon]");
  for (const icon of ["success", "loading", "error"] as const) {
    act(() => toast("Said", { icon }));
    expect(box()?.getAttribute("data-icon")).toBe(icon);
    expect(box()?.querySelectorAll("svg, [class*='spinner']").length).toBeGreaterThan(0);
  }
  act(() => toast("Said"));
  expect(box()?.getAttribute("data-icon")).toBe("none");
  expect(box()?.querySelector("svg")).toBeNull();
});

test("the next one replaces it and has its own time", () => {
  act(() => toast("First"));
  pass(1000);
  act(() => toast("Second", { durationMs: 2000 }));
  pass(1999);
  expect(status()).toBe("Second");
  pass(1);
  expect(status()).toBe("");
});

test("one without end stays until it is hidden, and errors are assertive", () => {
  act(() => toast("Sending", { icon: "loading", durationMs: Infinity }));
  pass(60_000);
  expect(status()).toBe("Sending");
  act(hideToast);
  expect(status()).toBe("");
  act(() => toast("Not sent", { icon: "error" }));
  expect(screen.getByRole("status").getAttribute("aria-live")).toBe("assertive");
});

test.each([
  ["success", /circle-check/u],
  ["error", /circle-alert/u],
  ["loading", /viewBox="0 0 20 20"/u],
  ["none", /^$/u],
] as const)("the icon %s is shown beside the text", (icon, picture) => {
  act(() => toast("Words", { icon }));
  const box = document.querySelector(`[data-icon="${icon}"]`);
  expect(box?.lastElementChild?.outerHTML).toBe("<span>Words</span>");
  expect(box?.innerHTML.replace("<span>Words</span>", "")).toMatch(picture);
});

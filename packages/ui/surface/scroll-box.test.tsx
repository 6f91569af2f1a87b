import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ScrollBox } from "./scroll-box.tsx";

let measure: () => void;

beforeEach(() => {
  measure = () => {};
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        measure = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function isHigh(px: number) {
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(px);
  act(() => measure());
}

test("a box of text is a tab stop only while it scrolls", () => {
  render(
    <ScrollBox className={undefined} label="Terms">
      <p>Words</p>
    </ScrollBox>,
  );
  expect(screen.queryByRole("group")).toBeNull();
  isHigh(900);
  expect(screen.getByRole("group", { name: "Terms" }).tabIndex).toBe(0);
  isHigh(0);
  expect(screen.queryByRole("group")).toBeNull();
});

test("a box with interactive content is not a tab stop", () => {
  render(
    <ScrollBox className={undefined} label="Games">
      <button type="button">K3</button>
    </ScrollBox>,
  );
  isHigh(900);
  expect(screen.queryByRole("group")).toBeNull();
});

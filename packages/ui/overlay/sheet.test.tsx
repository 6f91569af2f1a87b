import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Sheet } from "./sheet.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Harness() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Slip" closeLabel="Close" footer="24.00">
        Lines
      </Sheet>
    </>
  );
}

function openSheet() {
  render(<Harness />);
  const opener = screen.getByRole("button", { name: "Open" });
  opener.focus();
  fireEvent.click(opener);
  return opener;
}

test("takes focus when it opens and is named by its title", () => {
  openSheet();
  const dialog = screen.getByRole("dialog", { name: "Slip" });
  expect(dialog.contains(document.activeElement)).toBe(true);
});

test("Escape closes it after its closing animation and returns the focus", () => {
  const opener = openSheet();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  expect(screen.getByRole("dialog").dataset["leaving"]).toBe("true");
  act(() => void vi.advanceTimersByTime(199));
  expect(screen.queryByRole("dialog")).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test("a tap on the scrim closes it, a tap inside does not", () => {
  openSheet();
  fireEvent.click(screen.getByText("Lines"));
  expect(screen.getByRole("dialog").dataset["leaving"]).toBeUndefined();
  fireEvent.click(screen.getByRole("dialog"));
  expect(screen.getByRole("dialog").dataset["leaving"]).toBe("true");
});

test("its × closes it", () => {
  openSheet();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.getByRole("dialog").dataset["leaving"]).toBe("true");
});

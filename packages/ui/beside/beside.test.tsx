import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { ModalOpening } from "../overlay/modal.tsx";
import { Sheet, SheetShell } from "../overlay/sheet.tsx";
import { besideSheet, dockedSheet } from "./beside.tsx";

afterEach(cleanup);

let dismiss: (() => void) | undefined;
const onOpen = (close: () => void) => {
  dismiss = close;
  return () => (dismiss = undefined);
};

function Harness({ shell }: { shell: typeof besideSheet }) {
  const [open, setOpen] = useState(false);
  return (
    <ModalOpening value={onOpen}>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <SheetShell value={shell}>
        <Sheet open={open} onClose={() => setOpen(false)} title="Bet" closeLabel="Close">
          Facts
        </Sheet>
      </SheetShell>
    </ModalOpening>
  );
}

function open(shell: typeof besideSheet) {
  render(<Harness shell={shell} />);
  const opener = screen.getByRole("button", { name: "Open" });
  opener.focus();
  fireEvent.click(opener);
  return opener;
}

test("a sheet beside the page is no dialog; it takes the focus, and Escape closes it and gives the focus back", () => {
  const opener = open(besideSheet);
  const pane = screen.getByRole("region", { name: "Bet" });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(pane);
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(screen.queryByRole("region")).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test('"back" closes a sheet beside the page', () => {
  open(besideSheet);
  act(() => dismiss?.());
  expect(screen.queryByRole("region")).toBeNull();
  expect(dismiss).toBeUndefined();
});

test('a docked sheet takes no focus, and neither Escape nor "back" closes it', () => {
  const opener = open(dockedSheet);
  expect(document.activeElement).toBe(opener);
  expect(dismiss).toBeUndefined();
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(screen.getByRole("region", { name: "Bet" })).toBeDefined();
});

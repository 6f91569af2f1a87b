import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { SyntheticEvent } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Dialog } from "./overlay/dialog.tsx";

const onKeyDown = vi.fn();
const onDocument = vi.fn();
const onSubmit = vi.fn((event: SyntheticEvent) => event.preventDefault());
const onClose = vi.fn();

beforeEach(() => {
  document.addEventListener("keydown", onDocument);
  render(
    <Dialog open title="Find" onClose={onClose}>
      <form onSubmit={(event) => onSubmit(event)}>
        <input aria-label="Text" onKeyDown={onKeyDown} />
      </form>
    </Dialog>,
  );
});

afterEach(() => {
  document.removeEventListener("keydown", onDocument);
  vi.clearAllMocks();
  cleanup();
});

const field = () => screen.getByLabelText<HTMLInputElement>("Text");

/** Presses a key in the field and, as a browser does, sends the form unless a handler prevents it. */
function press(init: KeyboardEventInit): void {
  const goesOn = fireEvent.keyDown(field(), init);
  if (goesOn && init.key === "Enter" && init.isComposing !== true) field().form?.requestSubmit();
}

const start = () => fireEvent.compositionStart(field());
const end = () => fireEvent.compositionEnd(field(), { data: "你好" });

const ORDERS: readonly (readonly [browser: string, compose: (key: string) => void])[] = [
  [
    "Chrome, Edge",
    (key) => {
      start();
      press({ key, keyCode: 229, isComposing: true });
      end();
    },
  ],
  [
    "Chrome on Windows, which hides the key",
    () => {
      start();
      press({ key: "Process", keyCode: 229, isComposing: true });
      end();
    },
  ],
  [
    "Firefox",
    (key) => {
      start();
      press({ key, keyCode: 0, isComposing: true });
      end();
    },
  ],
  [
    "Safari, where the word ends before the key",
    (key) => {
      start();
      end();
      press({ key, keyCode: 229, isComposing: false });
    },
  ],
];

test.each(ORDERS)(
  "%s: a key of a word reaches no handler, sends no form and closes nothing",
  (_, compose) => {
    for (const key of ["Enter", "Escape", "ArrowDown", "Tab"]) compose(key);
    expect(onKeyDown).not.toHaveBeenCalled();
    expect(onDocument).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  },
);

test("what the input method does with the key is left to it, and each other key is what it was", () => {
  start();
  // Of a phone's keyboard each letter is such a key.
  expect(fireEvent.keyDown(field(), { key: "Unidentified", keyCode: 229 })).toBe(true);
  expect(fireEvent.keyDown(field(), { key: "Enter", keyCode: 229, isComposing: true })).toBe(true);
  end();
  press({ key: "Enter", keyCode: 13 });
  expect(onKeyDown).toHaveBeenCalledTimes(1);
  expect(onDocument).toHaveBeenCalledTimes(1);
  expect(onSubmit).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(field(), { key: "Escape", keyCode: 27 });
  expect(onClose).toHaveBeenCalledTimes(1);
});

import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { PinField } from "./pin-field.tsx";

afterEach(cleanup);

function Harness({ onComplete }: { onComplete: (value: string) => void }) {
  const [value, setValue] = useState("");
  return <PinField label="Code" value={value} onChange={setValue} onComplete={onComplete} />;
}

function type(text: string) {
  fireEvent.change(screen.getByLabelText("Code"), { target: { value: text } });
}

test("takes digits only, no more than it has boxes, and reports the last one once", () => {
  const onComplete = vi.fn();
  render(<Harness onComplete={onComplete} />);
  type("12a 3");
  expect(screen.getByLabelText<HTMLInputElement>("Code").value).toBe("123");
  expect(onComplete).not.toHaveBeenCalled();
  type("1234567");
  expect(screen.getByLabelText<HTMLInputElement>("Code").value).toBe("123456");
  expect(onComplete.mock.calls).toEqual([["123456"]]);
  type("\u202A１２３ ４５９\u202C");
  expect(screen.getByLabelText<HTMLInputElement>("Code").value).toBe("123459");
  expect(onComplete).toHaveBeenCalledTimes(1);
});

test("links its error to the input and hides the text", () => {
  render(<PinField label="Code" value="1" onChange={() => undefined} error="Six digits, please" />);
  const input = screen.getByLabelText<HTMLInputElement>("Code");
  expect(input.type).toBe("password");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  const words = document.getElementById(input.getAttribute("aria-describedby") ?? "");
  expect(words?.textContent).toBe("Six digits, please");
});

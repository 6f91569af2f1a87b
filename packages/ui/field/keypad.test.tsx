import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { cleanAmount, pressKey } from "./amount.ts";
import { Keypad } from "./keypad.tsx";

afterEach(cleanup);

function Harness() {
  const [amount, setAmount] = useState("");
  return (
    <>
      <output>{amount}</output>
      <Keypad
        label="Amount"
        deleteLabel="Delete"
        decimalSign=","
        onKey={(key) => setAmount(pressKey(amount, key))}
      />
    </>
  );
}

test("enters an amount with two decimals and deletes the last character", () => {
  render(<Harness />);
  for (const key of ["0", "1", "2", ",", "5", ",", "0", "9"]) {
    fireEvent.click(screen.getByRole("button", { name: key }));
  }
  expect(screen.getByRole("status").textContent).toBe("12.50");
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(screen.getByRole("status").textContent).toBe("12.");
});

test("cleans what is typed or pasted in a locale's form", () => {
  expect(cleanAmount("12.480,50", ",")).toBe("12480.50");
  expect(cleanAmount("12,480.50", ".")).toBe("12480.50");
  expect(cleanAmount("1.234.567", ",")).toBe("1234567");
  expect(cleanAmount("2.5", ",")).toBe("2.5");
  expect(cleanAmount("\u202A１２．５\u202C", ".")).toBe("12.5");
  expect(cleanAmount("٢٥", ",")).toBe("25");
  expect(cleanAmount("007", ".")).toBe("7");
  expect(cleanAmount(",5", ",")).toBe("0.5");
  expect(cleanAmount("− abc", ".")).toBe("");
  expect(cleanAmount("1.239", ".")).toBe("1.23");
  // As other apps and this one write it, pasted.
  expect(cleanAmount("1.500", ",")).toBe("1500");
  expect(cleanAmount("1,500.50", ",")).toBe("1500.50");
  expect(cleanAmount("1.500,50", ".")).toBe("1500.50");
  expect(cleanAmount("1 500 000 K", ",")).toBe("1500000");
  expect(cleanAmount("200,00 K", ",")).toBe("200.00");
});

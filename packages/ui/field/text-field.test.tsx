import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { TextField } from "./text-field.tsx";

afterEach(cleanup);

const field = () => screen.getByRole<HTMLInputElement>("textbox");

test("an input takes 140 characters by default", () => {
  const { rerender } = render(<TextField label="Name" />);
  expect(field().maxLength).toBe(140);
  rerender(<TextField label="Name" maxLength={32} />);
  expect(field().maxLength).toBe(32);
});

test("an error is shown beside the field and read out with it before the hint, which holds the rule", () => {
  render(<TextField label="Name" hint="As on the card" error="Username cannot be blank" />);
  expect(field().getAttribute("aria-invalid")).toBe("true");
  const words = document.getElementById(field().getAttribute("aria-describedby") ?? "");
  expect([...(words?.children ?? [])].map((line) => line.textContent)).toEqual([
    "Username cannot be blank",
    "As on the card",
  ]);
});

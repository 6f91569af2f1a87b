import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../testing/render-part.tsx";
import { InstantField } from "./instant-field.tsx";

test("a time is written as all times of the desk, day first and in 24 hours, not as the browser would", async () => {
  const chosen = vi.fn();
  await renderPart(<InstantField label="Draws from" at={Date.UTC(2026, 10, 30, 10, 31)} onChange={chosen} />);
  const fields = await screen.findAllByRole<HTMLInputElement>("textbox");
  await expect.poll(() => fields.map(({ value }) => value)).toEqual(["30/11/2026", "17:31"]);
  expect(fields.map(({ type }) => type)).toEqual(["text", "text"]);
  fireEvent.change(fields[1] as HTMLInputElement, { target: { value: "9:05" } });
  expect(chosen).toHaveBeenLastCalledWith(Date.UTC(2026, 10, 30, 2, 5));
});

import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../testing/render-part.tsx";
import { DayField } from "./day-field.tsx";

const chosen = vi.fn();

function Held({ first = "" }: { readonly first?: string }) {
  const [day, setDay] = useState(first);
  const choose = (next: string): void => {
    chosen(next);
    setDay(next);
  };
  return <DayField label="Date of birth" value={day} onChange={choose} />;
}

const field = () => screen.getByLabelText<HTMLInputElement>("Date of birth");

test("a day is shown and typed in the form of all days of the desk", async () => {
  await renderPart(<Held first="1990-02-03" />);
  await expect.poll(() => field().value).toBe("03/02/1990");
  expect(field().placeholder).toBe("dd/mm/yyyy");
  fireEvent.change(field(), { target: { value: "4/2/1990" } });
  expect(chosen).toHaveBeenLastCalledWith("1990-02-04");
  fireEvent.blur(field());
  expect(field().value).toBe("04/02/1990");
});

test("what is no day counts as none and is marked", async () => {
  await renderPart(<Held first="1990-02-03" />);
  fireEvent.change(field(), { target: { value: "31/02/1990" } });
  fireEvent.blur(field());
  expect(chosen).toHaveBeenLastCalledWith("");
  expect([field().value, field().getAttribute("aria-invalid")]).toEqual(["31/02/1990", "true"]);
});

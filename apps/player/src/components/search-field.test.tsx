import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SearchField } from "./search-field.tsx";

test("what is left of a list that was scrolled down is shown from its beginning", () => {
  const onSearch = vi.fn();
  render(
    <div data-testid="page">
      <dialog open>
        <div data-testid="list">
          <SearchField label="Search" value="" onSearch={onSearch} />
        </div>
      </dialog>
    </div>,
  );
  screen.getByTestId("list").scrollTop = 400;
  screen.getByTestId("page").scrollTop = 300;
  fireEvent.change(screen.getByLabelText("Search"), { target: { value: "viet" } });
  expect(onSearch).toHaveBeenCalledWith("viet");
  expect(screen.getByTestId("list").scrollTop).toBe(0);
  expect(screen.getByTestId("page").scrollTop).toBe(300);
});

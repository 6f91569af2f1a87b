import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../testing/render-part.tsx";
import { DeskLayout } from "./desk-layout.tsx";

test("the menu is a landmark of its own beside the page's main part, and one button skips it", async () => {
  await renderPart(<DeskLayout>the page</DeskLayout>);
  const menu = await screen.findByRole("navigation", { name: "Menu" });
  const main = screen.getByRole("main");
  expect(within(menu).getByRole("menuitem", { name: "Recharges" })).toBeTruthy();
  expect(main.textContent).toContain("the page");
  expect(within(main).queryAllByRole("menuitem")).toEqual([]);
  expect(screen.getAllByRole("button", { name: "Skip to content" })).toHaveLength(1);
});

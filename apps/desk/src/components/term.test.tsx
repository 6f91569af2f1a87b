import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { word } from "../i18n/i18n.ts";
import { renderPart } from "../testing/render-part.tsx";
import { FactList } from "./fact-list.tsx";

test("a figure's definition is told with its name, and reached by keyboard", async () => {
  await renderPart(<FactList facts={[{ term: "sum.rebates", value: "1.00" }]} />, {});
  const name = await screen.findByText("Rebates");
  expect([name.tabIndex, name.title]).toEqual([0, word("en-US", "means.sum.rebates")]);
});

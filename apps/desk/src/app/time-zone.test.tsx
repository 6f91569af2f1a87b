import { screen } from "@testing-library/react";
import { test } from "vitest";
import { renderPart } from "../testing/render-part.tsx";
import { TimeZone } from "./time-zone.tsx";

test("the zone of the times is the house's, with its offset", async () => {
  await renderPart(<TimeZone />);
  await screen.findByText("Times in Asia/Ho_Chi_Minh, UTC+7");
});

import { describe } from "vitest";
import { lookAt } from "./screens/look-at.ts";
import { SIGHTS } from "./screens/screen-states.ts";

describe("every screen with its data is accessible in both themes and fits", () => {
  lookAt(SIGHTS.filter(({ kind }) => kind === "loaded"));
});

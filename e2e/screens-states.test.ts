import { describe } from "vitest";
import { lookAt } from "./screens/look-at.ts";
import { SIGHTS } from "./screens/screen-states.ts";

describe("every screen that is empty or broken is accessible and fits", () => {
  lookAt(SIGHTS.filter(({ kind }) => kind === "empty" || kind === "broken"));
});

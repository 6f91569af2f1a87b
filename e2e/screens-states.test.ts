import { describe } from "vitest";
import { lookAt } from "./screens/look-at.ts";
import { SCREEN_STATES } from "./screens/screen-states.ts";

describe("every screen that is empty or broken is accessible and fits", () => {
  lookAt(SCREEN_STATES.filter(({ kind }) => kind === "empty" || kind === "broken"));
});

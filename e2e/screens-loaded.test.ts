import { describe } from "vitest";
import { lookAt } from "./screens/look-at.ts";
import { SCREEN_STATES } from "./screens/screen-states.ts";

describe("every screen with its data is accessible in both themes and fits", () => {
  lookAt(SCREEN_STATES.filter(({ kind }) => kind === "loaded"));
});

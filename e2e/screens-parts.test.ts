import { describe } from "vitest";
import { lookAt } from "./screens/look-at.ts";
import { SCREEN_STATES } from "./screens/screen-states.ts";

describe("all that opens over a screen is accessible and fits", () => {
  lookAt(SCREEN_STATES.filter(({ kind }) => kind === "part"));
});

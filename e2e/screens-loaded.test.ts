import { describe } from "vitest";
import { inspect } from "./screens/inspect.ts";
import { SCREEN_STATES } from "./screens/screen-states.ts";

describe("every screen with its data is accessible in both themes and fits", () => {
  inspect(SCREEN_STATES.filter(({ kind }) => kind === "loaded"));
});

import { describe } from "vitest";
import { inspect } from "./screens/inspect.ts";
import { SCREEN_STATES } from "./screens/screen-states.ts";

describe("every screen that is empty or broken is accessible and fits", () => {
  inspect(SCREEN_STATES.filter(({ kind }) => kind === "empty" || kind === "broken"));
});

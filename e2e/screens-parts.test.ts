import { describe } from "vitest";
import { inspect } from "./screens/inspect.ts";
import { SCREEN_STATES } from "./screens/screen-states.ts";

describe("all that opens over a screen is accessible and fits", () => {
  inspect(SCREEN_STATES.filter(({ kind }) => kind === "part"));
});

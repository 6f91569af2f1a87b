import { describe } from "vitest";
import { inspect } from "./screens/inspect.ts";
import { SCREEN_STATES } from "./screens/screen-states.ts";

describe("all overlays are accessible and fit", () => {
  inspect(SCREEN_STATES.filter(({ kind }) => kind === "part"));
});

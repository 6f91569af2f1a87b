import { describe } from "vitest";
import { lookAt } from "./screens/look-at.ts";
import { SIGHTS } from "./screens/screen-states.ts";

describe("all that opens over a screen is accessible and fits", () => {
  lookAt(SIGHTS.filter(({ kind }) => kind === "part"));
});

import { describe } from "vitest";
import { lookAtScreens } from "./look-at-screens.ts";

describe("every screen, dark at 320×568, is accessible and fits", () => {
  lookAtScreens({ dark: true, width: 320, height: 568 });
});

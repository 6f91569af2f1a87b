import { describe } from "vitest";
import { lookAtScreens } from "./look-at-screens.ts";

describe("every screen, light at 375×812, is accessible and fits", () => {
  lookAtScreens({ dark: false, width: 375, height: 812 });
});

import { describe } from "vitest";
import { inspect } from "./screens/inspect.ts";
import { NINE_DIGITS } from "./screens/nine-digits.ts";
import { SCREEN_STATES } from "./screens/screen-states.ts";
import { faultsOfWiderText } from "./screens/wider-text.ts";

describe("every page fits on the narrowest phone with text 12 % wider, in each language", () => {
  inspect(
    [...SCREEN_STATES.filter(({ kind }) => kind === "loaded" || kind === "empty"), ...NINE_DIGITS],
    faultsOfWiderText,
  );
});

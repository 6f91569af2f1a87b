import { describe } from "vitest";
import { inspect } from "./screens/inspect.ts";
import { SCREEN_STATES } from "./screens/screen-states.ts";
import { faultsOfWiderText } from "./screens/wider-text.ts";

describe("every overlay fits on the narrowest phone with text 12 % wider, in each language", () => {
  inspect(
    SCREEN_STATES.filter(({ kind }) => kind === "part"),
    faultsOfWiderText,
  );
});

import { describe } from "vitest";
import { inspect } from "./screens/inspect.ts";
import { NINE_DIGITS } from "./screens/nine-digits.ts";
import { openScreenState } from "./screens/showing.ts";
import { faultsOfWiderText, NARROWEST } from "./screens/wider-text.ts";

describe("amounts of nine digits fit on the narrowest phone with text 12 % wider, in each language", () => {
  inspect(NINE_DIGITS, async (page, screenState) => {
    await openScreenState(page, screenState, NARROWEST);
    return faultsOfWiderText(page, screenState);
  });
});

import type { Page } from "playwright-core";
import { describe } from "vitest";
import { layoutFaultsOf } from "./testing/page-errors.ts";
import type { Appearance } from "./screens/appearance.ts";
import { inspect } from "./screens/inspect.ts";
import { appear, openScreenState } from "./screens/showing.ts";
import type { ScreenState } from "./screens/screen-state.ts";
import { SCREEN_STATES } from "./screens/screen-states.ts";
import { growText } from "./screens/text-size.ts";

/** Where large text has least room: bars, draws, rows of figures, segments, forms and sheets. All of them: `npm run screenshots`. */
const TELLING = new Set([
  "login",
  "home",
  "lobby",
  "mine",
  "game-ffc",
  "game-ffc.slip",
  "game-lhc",
  "records-transaction",
  "records-withdrawal.detail",
  "wallet",
  "recharge",
]);

describe("with text at 200 % everything is shown and fits", () => {
  inspect(
    SCREEN_STATES.filter(({ name }) => TELLING.has(name)),
    faultsOfLargeText,
  );
});

async function faultsOfLargeText(page: Page, screenState: ScreenState): Promise<string[]> {
  const faults: string[] = [];
  for (const locale of ["vi-VN", "pt-BR"] as const) {
    const appearance: Appearance = { locale, theme: "light", width: 375, height: 812 };
    await openScreenState(page, screenState, appearance);
    await appear(page, screenState, appearance);
    await growText(page, 200);
    faults.push(...(await layoutFaultsOf(page)).map((fault) => `${locale}: ${fault}`));
  }
  return faults;
}

import { MONEY_SCREENS, SETTINGS_SCREENS } from "./account-screens.ts";
import { GAME_SCREENS } from "./game-screens.ts";
import { PASSKEY_SCREENS } from "./passkey-screens.ts";
import { screenStatesOf, type ScreenState } from "./screen-state.ts";
import { PUBLIC_SCREENS, TAB_SCREENS } from "./tab-screens.ts";

/** Every screen of the players' app in each of its states. */
export const SCREEN_STATES: readonly ScreenState[] = screenStatesOf({
  ...PUBLIC_SCREENS,
  ...TAB_SCREENS,
  ...GAME_SCREENS,
  ...MONEY_SCREENS,
  ...SETTINGS_SCREENS,
  ...PASSKEY_SCREENS,
});

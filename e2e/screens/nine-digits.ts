import { answers, inTurn, tap } from "./steps.ts";
import { OPEN_DIALOG, screenStatesOf, type ScreenState } from "./screen-state.ts";
import { SCREEN_STATES } from "./screen-states.ts";

const BALANCE = "123456789.00";

/** Screens that show the balance, now or after the bet or withdrawal on them. */
const SHOWS_BALANCE = new Set([
  "home",
  "lobby",
  "mine",
  "recharge",
  "withdraw",
  "withdraw.confirm",
  "game-ffc",
  "game-ffc.slip",
  "game-ffc.chase",
  "game-k3.won",
  "game-lhc",
]);

const hasBalance = (data: unknown) => ({ ...(data as object), balance: BALANCE });

const isRich = inTurn(
  answers("/api/balance", () => BALANCE),
  answers("/api/user/getUserInfo", hasBalance),
  answers("/api/user/withdrawQuote", hasBalance),
);

/** Ten lines of a stake that add up to a sum as long as the balance. */
const SLIP_BAR = "main section > button";
const fillSlip = inTurn(
  tap("[role=tabpanel] div:has(> span > svg.lucide-shuffle) > button", -1),
  tap(SLIP_BAR, -1),
  (page) => page.keyboard.type("12345678.9"),
);

/** Screens with amounts of nine digits. */
export const NINE_DIGITS: readonly ScreenState[] = [
  ...SCREEN_STATES.filter(({ name }) => SHOWS_BALANCE.has(name)).map((screenState): ScreenState => {
    const { name, prepare } = screenState;
    return {
      ...screenState,
      name: `${name}, nine digits`,
      prepare: prepare === undefined ? isRich : inTurn(isRich, prepare),
    };
  }),
  ...screenStatesOf({
    "nine-digits": {
      path: "/pages-sub/game/index?code=FFC",
      landmark: "[role=tabpanel] button[aria-pressed]",
      broken: false,
      parts: {
        slip: { prepare: isRich, act: fillSlip, landmark: OPEN_DIALOG },
        bar: {
          prepare: isRich,
          act: inTurn(fillSlip, (page) => page.keyboard.press("Escape")),
          landmark: SLIP_BAR,
        },
      },
    },
  }).filter(({ kind }) => kind === "part"),
];

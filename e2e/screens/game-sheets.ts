import type { OtherState, ScreenEntry } from "./screen-state.ts";
import { BESIDE, OPEN_DIALOG } from "./screen-state.ts";
import { inTurn, tap } from "./steps.ts";

const CELL = "[role=tabpanel] button[aria-pressed]";
/** The bar at the lower edge with slip, "add" or own slips, and "bet". */
const SLIP_BAR = "main section > button";
const MY_SLIPS = `${SLIP_BAR}[aria-haspopup=dialog]`;
const TAB = `${OPEN_DIALOG} [role=tab], ${OPEN_DIALOG} [role=radio]`;
const MENU = "main header button";
/** A row of own slips: what is chosen by it is offered to the board. */
const SAVED_SLIP = `${OPEN_DIALOG} li button`;
const EDIT_SAVED = `${SAVED_SLIP}:has(svg.lucide-pencil)`;
const QUESTION = `${OPEN_DIALOG}[role=alertdialog]`;

/** Sheets of a game beyond its slip: a chase that is planned, own slips and numbers, and a slip that is offered. */
export const SHEETS: Readonly<Record<string, OtherState>> = {
  chase: {
    act: inTurn(
      tap(CELL),
      tap(SLIP_BAR, -1),
      tap(`${OPEN_DIALOG} button:has(svg.lucide-repeat), [data-docked] button:has(svg.lucide-repeat)`),
    ),
    landmark: `${OPEN_DIALOG} [role=switch]`,
  },
  // Five random lines: a single one is taken off by itself.
  clear: {
    act: inTurn(
      tap("main [class*=_random_] button", 1),
      tap(SLIP_BAR),
      tap("dialog[open] button:has(svg.lucide-trash-2), [data-docked] button:has(svg.lucide-trash-2)", -1),
    ),
    // It closes with the slip, which a window that becomes wide has beside the board.
    landmark: `${QUESTION}, [data-docked]`,
  },
  "my-slips": { act: tap(MY_SLIPS), landmark: SAVED_SLIP },
  rename: { act: inTurn(tap(MY_SLIPS), tap(EDIT_SAVED)), landmark: `${OPEN_DIALOG} form input` },
  remove: {
    act: inTurn(tap(MY_SLIPS), tap(EDIT_SAVED), tap(`${OPEN_DIALOG} button:has(svg.lucide-trash-2)`)),
    landmark: QUESTION,
  },
  "my-last-slips": { act: inTurn(tap(MY_SLIPS), tap(TAB, 1)), landmark: SAVED_SLIP },
  "my-numbers": { act: inTurn(tap(MY_SLIPS), tap(TAB, 2)), landmark: SAVED_SLIP },
  // The picks of the board would be replaced.
  offered: {
    act: inTurn(
      tap(CELL),
      tap(MENU, -1),
      tap(`${OPEN_DIALOG} button:has(svg.lucide-ticket)`),
      tap(SAVED_SLIP),
    ),
    landmark: QUESTION,
  },
  stakes: {
    act: inTurn(
      tap(CELL),
      tap(SLIP_BAR, -1),
      // The first is that of the line.
      tap("dialog[open] button:has(svg.lucide-pencil), [data-docked] button:has(svg.lucide-pencil)", -1),
    ),
    // It closes with the slip, which a window that becomes wide has beside the board.
    landmark: `${OPEN_DIALOG} form input, [data-docked]`,
  },
  save: {
    act: inTurn(
      tap(CELL),
      tap(SLIP_BAR, -1),
      tap("dialog[open] button:has(svg.lucide-star), [data-docked] button:has(svg.lucide-star)"),
    ),
    // It closes with the slip, which a window that becomes wide has beside the board.
    landmark: `${OPEN_DIALOG} form input, [data-docked]`,
  },
};

const ONE_TAP = inTurn(
  tap(CELL),
  tap(SLIP_BAR, -1),
  tap(`${OPEN_DIALOG} button:has(svg.lucide-zap)`),
  tap(`${OPEN_DIALOG} label:has([role=switch])`, -1),
);

/** Bets by one tap: the choice, the button, and the way back. A slip beside the board needs none of them. */
export const ONE_TAP_STATES: Readonly<Record<string, OtherState>> = {
  // It closes with the slip, which a window that becomes wide has beside the board.
  "one-tap": { act: ONE_TAP, landmark: `${OPEN_DIALOG} form input, [data-docked]` },
  "one-tap-button": {
    act: inTurn(
      ONE_TAP,
      tap(`${OPEN_DIALOG} button[type=submit]`),
      (page) => page.keyboard.press("Escape"),
      tap(CELL, 2),
    ),
    landmark: "[data-one-tap], [data-docked]",
  },
  "one-tap-undo": {
    act: inTurn(
      ONE_TAP,
      tap(`${OPEN_DIALOG} button[type=submit]`),
      (page) => page.keyboard.press("Escape"),
      tap(CELL, 2),
      tap("[data-one-tap]"),
    ),
    landmark: "main button:has(svg.lucide-undo-2), aside",
  },
};

const CHASES = "/pages-sub/record/chase";
/** A row with how far its chase has come. */
const ROW = "main button:has([style*=background-size])";

/** Chases: their list, one that goes on and one that has ended. */
export const CHASE_SCREENS: Readonly<Record<string, ScreenEntry>> = {
  "records-chase": {
    path: CHASES,
    landmark: ROW,
    empty: { viewer: "newcomer" },
    broken: {},
    parts: {
      running: { act: tap(ROW, 0), landmark: `${OPEN_DIALOG} footer button, ${BESIDE} footer button` },
      end: {
        act: inTurn(tap(ROW, 0), tap(`${OPEN_DIALOG} footer button`)),
        landmark: `${QUESTION}, ${BESIDE}`,
      },
      ended: { act: tap(ROW, 1), landmark: `${OPEN_DIALOG} li, ${BESIDE} li` },
    },
  },
};

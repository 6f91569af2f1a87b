import type { Page } from "playwright-core";

/**
 * Who looks: nobody in particular; `player`, with bets, money orders, addresses, messages and a team; `payer`, with
 * money and one address whose withdrawals nothing holds back; `newcomer`, whose every list is empty.
 */
export type Viewer = "nobody" | "player" | "payer" | "newcomer";

/** `part` is what an act brings up: a sheet, a dialog, another tab, errors of a form. */
type ScreenStateKind = "loaded" | "empty" | "broken" | "part";

/** One thing to look at: a screen in one of its states. */
export interface ScreenState {
  /** Names its picture: "home", "home-broken", "game-ffc.slip". */
  readonly name: string;
  /** Its screen's place in the table, its own among the states of the screen, and how many these are. */
  readonly at: { readonly screen: number; readonly state: number; readonly states: number };
  readonly kind: ScreenStateKind;
  readonly path: string;
  readonly viewer: Viewer;
  /** A selector, the same in every language, of what stands there once the state is reached. */
  readonly landmark: string;
  /** The server answers 500 to everything the screen reads. */
  readonly fails: boolean;
  /** Arranges what the server answers, before the screen is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** What brings a part up, and the landmark to wait for before it. */
  readonly act?: { readonly on: string; readonly run: (page: Page) => Promise<void> };
  /** Steps that go by words are done in Vietnamese; the language is switched afterwards. */
  readonly inVietnamese?: boolean;
}

/** A state of a screen that is not its usual one. */
interface OtherState {
  readonly path?: string;
  readonly viewer?: Viewer;
  readonly landmark?: string;
  readonly prepare?: (page: Page) => Promise<void>;
  readonly act?: (page: Page) => Promise<void>;
  readonly inVietnamese?: boolean;
}

/** A screen, as the table writes it. */
export interface ScreenEntry {
  readonly path: string;
  /** `player` if nothing else is said. */
  readonly viewer?: Viewer;
  /** Of the screen with its data. */
  readonly landmark: string;
  /** Nothing there yet, or nothing found. */
  readonly empty?: OtherState;
  /** The server fails; false for a screen that reads nothing, or shows what it has all the same. */
  readonly broken: OtherState | false;
  /** What steps bring up, by name. */
  readonly parts?: Readonly<Record<string, OtherState>>;
}

/** The pictures of empty and of broken screens, and what opens over a screen. */
export const EMPTY = "[data-pond=bud]";
export const BROKEN = "[data-pond=petal]";
export const OPEN_DIALOG = "dialog[open]";

/** Every state of every screen of a table, one after the other. */
export function screenStatesOf(screens: Readonly<Record<string, ScreenEntry>>): readonly ScreenState[] {
  return Object.entries(screens).flatMap(([name, screen], place) => {
    const { path, viewer = "player", landmark, empty, broken, parts = {} } = screen;
    const other = (
      suffix: string,
      kind: ScreenStateKind,
      state: OtherState,
      fallback: string,
    ): Omit<ScreenState, "at"> => ({
      name: name + suffix,
      kind,
      path: state.path ?? path,
      viewer: state.viewer ?? viewer,
      landmark: state.landmark ?? fallback,
      fails: kind === "broken",
      ...(state.prepare !== undefined && { prepare: state.prepare }),
      ...(state.act !== undefined && { act: { on: landmark, run: state.act } }),
      ...(state.inVietnamese === true && { inVietnamese: true }),
    });
    const states: readonly Omit<ScreenState, "at">[] = [
      { name, kind: "loaded", path, viewer, landmark, fails: false },
      ...(empty === undefined ? [] : [other("-empty", "empty", empty, EMPTY)]),
      ...(broken === false ? [] : [other("-broken", "broken", broken, BROKEN)]),
      ...Object.entries(parts).map(([part, state]) => other(`.${part}`, "part", state, OPEN_DIALOG)),
    ];
    return states.map((screenState, state) => ({
      ...screenState,
      at: { screen: place, state, states: states.length },
    }));
  });
}

import type { Page } from "playwright-core";

/**
 * The viewer: `nobody` is not logged in; `player` has bets, money orders, addresses, messages and a team; `payer` has
 * money and one address without a hold; `newcomer` has empty lists.
 */
export type Viewer = "nobody" | "player" | "payer" | "newcomer";

/** `part` is the result of an action: a sheet, a dialog, another tab, errors of a form. */
type ScreenStateKind = "loaded" | "empty" | "broken" | "part";

/** A screen in one of its states. */
export interface ScreenState {
  /** Name of its picture: "home", "home-broken", "game-ffc.slip". */
  readonly name: string;
  /** Index of its screen in the table, its own index among the screen's states, and their number. */
  readonly at: { readonly screen: number; readonly state: number; readonly states: number };
  readonly kind: ScreenStateKind;
  readonly path: string;
  readonly viewer: Viewer;
  /** A language-independent selector of an element that is visible once the state is reached. */
  readonly landmark: string;
  /** The server answers 500 to all of the screen's reads. */
  readonly fails: boolean;
  /** Sets up the server's replies before the screen is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** The action that opens a part, and the landmark to wait for before it. */
  readonly act?: { readonly on: string; readonly run: (page: Page) => Promise<void> };
  /** Steps that depend on texts run in Vietnamese; the language is switched afterwards. */
  readonly inVietnamese?: boolean;
}

/** A state of a screen other than its usual one. */
export interface OtherState {
  readonly path?: string;
  readonly viewer?: Viewer;
  readonly landmark?: string;
  readonly prepare?: (page: Page) => Promise<void>;
  readonly act?: (page: Page) => Promise<void>;
  readonly inVietnamese?: boolean;
}

/** A row of the table of screens. */
export interface ScreenEntry {
  readonly path: string;
  /** Default `player`. */
  readonly viewer?: Viewer;
  /** Landmark of the screen with its data. */
  readonly landmark: string;
  /** No data yet, or nothing found. */
  readonly empty?: OtherState;
  /** The server fails; false for a screen that reads nothing, or shows its cached data anyway. */
  readonly broken: OtherState | false;
  /** Parts opened by steps, by name. */
  readonly parts?: Readonly<Record<string, OtherState>>;
}

/** Selectors: pictures of empty and broken screens, and overlays. */
export const EMPTY = "[data-pond=bud]";
export const BROKEN = "[data-pond=petal]";
export const OPEN_DIALOG = "dialog[open]";
/** A sheet that a wide window has beside its list. */
export const BESIDE = "[data-beside]";

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

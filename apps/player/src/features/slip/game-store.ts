import type { RuleMode } from "@lotus/contract";
import * as z from "zod/mini";
import { createStore, type StoreApi } from "zustand/vanilla";
import { persist, type StateStorage } from "zustand/middleware";
import { useSession } from "../../session/session.ts";
import { assess, type PickedLine, readStake } from "./assess.ts";
import {
  type BetList,
  EMPTY_BET_LIST,
  groupsOf,
  listOf,
  replaceItems,
  resetList,
  selectItem,
  unselectItem,
} from "./bet-list.ts";
import { enterMode, findRule, type GameMode, initialMode, modeShowing, optionAt } from "./game-mode.ts";
import { slipKey } from "./slip-key.ts";

/** A line of the slip: picks of one option. Every line of a slip has the slip's stake per bet. */
export interface SlipLine extends PickedLine {
  readonly key: string;
}

/**
 * One attempt to place a slip: the exact request and its idempotency key, so that sending it again is harmless. Stored
 * until the server has answered, across reloads.
 */
export interface Attempt {
  readonly idempotencyKey: string;
  readonly prizeNo: string;
  readonly version: number;
  /** Stake of one bet, "2.00". */
  readonly amount: string;
  readonly lines: readonly SlipLine[];
}

/** A bet of the records, to be placed again. */
export interface EarlierBet extends PickedLine {
  /** Stake of one bet, "2.00". */
  readonly betAmount: string;
}

export interface GameState {
  readonly gameCode: string;
  readonly gameRules: readonly RuleMode[];
  readonly gameMode: GameMode | null;
  readonly gameBetList: BetList;
  /** Picks of boards that are not shown, by option; restored when the board is shown again. */
  readonly otherPicks: Readonly<Record<string, BetList>>;
  readonly lines: readonly SlipLine[];
  /** Stake of one bet as typed, "2" or "0.5". */
  readonly unit: string;
  readonly attempt: Attempt | null;
  /**
   * Applies the rules: restores the saved position and slip as far as the rules still have them. An empty slip starts
   * with the stake of the last bet in any game.
   */
  enter: (rules: readonly RuleMode[]) => void;
  chooseMode: (modeId: string) => void;
  chooseOption: (optionId: string) => void;
  select: (code: string, item: string) => void;
  unselect: (code: string, item: string) => void;
  replace: (code: string, items: readonly string[]) => void;
  reset: () => void;
  setUnit: (unit: string) => void;
  /** Moves the board's picks into a line; does nothing if they are not a bet. */
  addLine: () => void;
  /** Adds lines made elsewhere, such as random picks. */
  addLines: (lines: readonly PickedLine[]) => void;
  /**
   * Puts an earlier bet on the slip, unless the same picks are on it already. The stake per bet is that of the earlier one if
   * nothing else was begun, as all lines have one stake.
   */
  repeat: (bet: EarlierBet) => void;
  removeLine: (key: string) => void;
  /** Moves a line back to the board; if the board's picks are a bet, they replace it in the slip. */
  editLine: (key: string) => void;
  emptySlip: () => void;
  setAttempt: (attempt: Attempt | null) => void;
  /** Removes the lines of an accepted attempt. */
  settleAttempt: () => void;
}

const savedGroups = z.array(z.object({ code: z.string(), items: z.array(z.string()) }));
const savedLine = z.object({ key: z.string(), optionId: z.string(), groups: savedGroups });

/** What is stored on the device; anything else found there is ignored. */
const saved = z.object({
  gameMode: z.nullable(z.object({ modeId: z.string(), optionId: z.optional(z.string()) })),
  gameBetList: z.array(
    z.object({ code: z.string(), id: z.string(), ruleItem: z.array(z.object({ id: z.string() })) }),
  ),
  lines: z.array(savedLine),
  unit: z.string(),
  attempt: z.nullable(
    z.object({
      idempotencyKey: z.string(),
      prizeNo: z.string(),
      version: z.number(),
      amount: z.string(),
      lines: z.array(savedLine),
    }),
  ),
});

/** Largest number of lines of a slip that the server accepts. */
export const MAX_LINES = 200;
const FIRST_UNIT = "2";

/** Storage key of the last stake, shared by all games. */
const LAST_UNIT = "lotus.stake";

/** The board's picks as a line of a slip; null if no option is shown. */
export function draftOf(state: Pick<GameState, "gameRules" | "gameMode" | "gameBetList">): PickedLine | null {
  const option = optionAt(state.gameRules, state.gameMode);
  return option === undefined ? null : { optionId: option.id, groups: groupsOf(state.gameBetList) };
}

/** Whether picks form a bet. */
function isBet(gameCode: string, line: PickedLine): boolean {
  return assess(gameCode, line).state === "ready";
}

type Set = (change: Partial<GameState> | ((state: GameState) => Partial<GameState>)) => void;

function nextKeys(lines: readonly SlipLine[], added: readonly PickedLine[]): SlipLine[] {
  let last = Math.max(0, ...lines.map((line) => Number(line.key)));
  return added.map(({ optionId, groups }) => {
    last += 1;
    return { key: String(last), optionId, groups };
  });
}

function withLines(state: GameState, added: readonly PickedLine[]): readonly SlipLine[] {
  return [...state.lines, ...nextKeys(state.lines, added)].slice(0, MAX_LINES);
}

/** The saved position if it still exists in the tree, otherwise the first. */
function placeIn(rules: readonly RuleMode[], mode: GameMode | null): GameMode | null {
  return optionAt(rules, mode) === undefined ? initialMode(rules) : mode;
}

function entered(
  state: GameState,
  rules: readonly RuleMode[],
  lastUnit: () => string | null,
): Partial<GameState> {
  const gameMode = placeIn(rules, state.gameMode);
  const option = optionAt(rules, gameMode);
  const isSame = state.gameBetList.every((entry) => entry.id === option?.id);
  const gameBetList = isSame ? state.gameBetList : EMPTY_BET_LIST;
  const lines = state.lines.filter((line) => findRule(rules, line.optionId) && isBet(state.gameCode, line));
  const empty = gameBetList.length === 0 && lines.length === 0 && state.attempt === null;
  return {
    gameRules: rules,
    gameMode,
    gameBetList,
    // Newer rules may lack what was picked under older ones.
    ...(rules !== state.gameRules && { otherPicks: {} }),
    lines,
    ...(empty && { unit: lastUnit() ?? state.unit }),
  };
}

/** Switches the board: stores the previous board's picks and restores those of the new one. */
function shown(state: GameState, gameMode: GameMode): Partial<GameState> {
  const [before, after] = [optionAt(state.gameRules, state.gameMode), optionAt(state.gameRules, gameMode)];
  const otherPicks = { ...state.otherPicks };
  if (before !== undefined) otherPicks[before.id] = state.gameBetList;
  const gameBetList = after === undefined ? undefined : otherPicks[after.id];
  if (after !== undefined) delete otherPicks[after.id];
  return { gameMode, gameBetList: gameBetList ?? resetList(), otherPicks };
}

function repeated(state: GameState, { optionId, groups, betAmount }: EarlierBet): Partial<GameState> {
  const bet = { optionId, groups };
  const known = JSON.stringify(bet);
  if (state.lines.some((line) => JSON.stringify({ optionId: line.optionId, groups: line.groups }) === known))
    return {};
  const isBegun = state.lines.length > 0 || state.gameBetList.length > 0 || state.attempt !== null;
  return { lines: withLines(state, [bet]), ...(!isBegun && { unit: unitOf(betAmount) }) };
}

/** A stake as one types it. */
function unitOf(amount: string): string {
  return amount.replace(/\.00$/u, "");
}

function edited(state: GameState, key: string): Partial<GameState> {
  const line = state.lines.find((each) => each.key === key);
  const rule = line === undefined ? undefined : findRule(state.gameRules, line.optionId);
  if (line === undefined || rule === undefined) return {};
  const draft = draftOf(state);
  const others = state.lines.filter((each) => each !== line);
  const isBetDraft = draft !== null && isBet(state.gameCode, draft);
  const gameMode = modeShowing(rule.mode, rule.option.id);
  return {
    // Picks that are a bet join the slip; incomplete picks stay with their own board.
    ...shown(isBetDraft ? { ...state, gameBetList: EMPTY_BET_LIST } : state, gameMode),
    lines: isBetDraft ? [...others, ...nextKeys(state.lines, [draft])] : others,
    gameBetList: listOf(rule.option.id, line.groups),
  };
}

function boardActions(set: Set, lastUnit: () => string | null) {
  const change = (to: (list: BetList, optionId: string) => BetList) =>
    set((state) => {
      const option = optionAt(state.gameRules, state.gameMode);
      return option === undefined ? {} : { gameBetList: to(state.gameBetList, option.id) };
    });
  return {
    enter: (rules) => set((state) => entered(state, rules, lastUnit)),
    chooseMode: (modeId) =>
      set((state) => {
        const { gameRules, gameMode } = state;
        const mode = gameRules.find((rule) => rule.id === modeId);
        if (mode === undefined || gameMode?.modeId === modeId) return {};
        return shown(state, enterMode(mode));
      }),
    chooseOption: (optionId) =>
      set((state) => {
        const { gameRules, gameMode } = state;
        const rule = findRule(gameRules, optionId);
        if (rule === undefined || gameMode?.optionId === optionId) return {};
        return shown(state, modeShowing(rule.mode, optionId));
      }),
    select: (code, item) => change((list, id) => selectItem(list, id, code, item)),
    unselect: (code, item) => change((list) => unselectItem(list, code, item)),
    replace: (code, items) => change((list, id) => replaceItems(list, id, code, items)),
    reset: () => set({ gameBetList: resetList() }),
  } satisfies Partial<GameState>;
}

function slipActions(set: Set, storeUnit: (unit: string) => void) {
  return {
    setUnit: (unit) => set({ unit }),
    addLine: () =>
      set((state) => {
        const draft = draftOf(state);
        if (draft === null || !isBet(state.gameCode, draft) || state.lines.length >= MAX_LINES) return {};
        return { lines: withLines(state, [draft]), gameBetList: resetList() };
      }),
    addLines: (added) => set((state) => ({ lines: withLines(state, added) })),
    repeat: (bet) => set((state) => repeated(state, bet)),
    removeLine: (key) => set(({ lines }) => ({ lines: lines.filter((line) => line.key !== key) })),
    editLine: (key) => set((state) => edited(state, key)),
    emptySlip: () => set({ lines: [], gameBetList: resetList(), otherPicks: {} }),
    setAttempt: (attempt) => set({ attempt }),
    settleAttempt: () =>
      set(({ lines, attempt }) => {
        if (attempt !== null) storeUnit(unitOf(attempt.amount));
        const sent = new Set(attempt?.lines.map((line) => line.key));
        return { attempt: null, lines: lines.filter((line) => !sent.has(line.key)) };
      }),
  } satisfies Partial<GameState>;
}

export type GameStore = StoreApi<GameState>;

/**
 * The bet state of one game, persisted in `storage` across reloads and logins. Each player of a device has their own: a
 * slip, above all an unanswered one, must not be sent by another player.
 */
export function createGameStore(gameCode: string, storage: StateStorage, player = ""): GameStore {
  const of = player === "" ? "" : `.${player}`;
  const name = slipKey(gameCode, player);
  const safeStorage = quiet(storage);
  const stored = jsonIn(safeStorage);
  /** Keys of the attempts this window has seen: only their outcome may it write. */
  const known = new Set<string>();
  const withAttempt = (attempt: Attempt | null): Attempt | null => {
    if (attempt !== null) {
      known.add(attempt.idempotencyKey);
      return attempt;
    }
    // Another window of the game may have an unanswered attempt that this one has not loaded.
    const other = attemptIn(stored.getItem(name));
    return other === null || known.has(other.idempotencyKey) ? null : other;
  };
  return createStore<GameState>()(
    persist(
      (set): GameState => ({
        gameCode,
        gameRules: [],
        gameMode: null,
        gameBetList: EMPTY_BET_LIST,
        otherPicks: {},
        lines: [],
        unit: FIRST_UNIT,
        attempt: null,
        ...boardActions(set, () => readUnit(safeStorage.getItem(LAST_UNIT + of))),
        ...slipActions(set, (unit) => safeStorage.setItem(LAST_UNIT + of, unit)),
      }),
      {
        name,
        version: 1,
        storage: stored,
        partialize: ({ gameMode, gameBetList, lines, unit, attempt }) => ({
          gameMode,
          gameBetList,
          lines,
          unit,
          attempt: withAttempt(attempt),
        }),
        merge: (found, fresh) => {
          const read = saved.safeParse(found);
          if (read.success) withAttempt(read.data.attempt);
          // Optional fields read back as absent, which is what their types say.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          return read.success ? { ...fresh, ...(read.data as Partial<GameState>) } : fresh;
        },
      },
    ),
  );
}

/** The attempt in a stored slip. */
function attemptIn(found: unknown): Attempt | null {
  const read = z.object({ state: saved }).safeParse(found);
  return read.success ? read.data.state.attempt : null;
}

/** A stored stake, or null if it is not valid. */
function readUnit(text: unknown): string | null {
  return typeof text === "string" && readStake(text) !== null ? text : null;
}

/** Treats invalid JSON as absent. */
function jsonIn(storage: StateStorage) {
  return {
    getItem: (name: string) => {
      try {
        const text = storage.getItem(name);
        return typeof text === "string" ? JSON.parse(text) : null;
      } catch {
        return null;
      }
    },
    setItem: (name: string, value: unknown) => void storage.setItem(name, JSON.stringify(value)),
    removeItem: (name: string) => void storage.removeItem(name),
  };
}

/** A storage that never throws: if it is full or forbidden, nothing is stored. */
function quiet(storage: StateStorage): StateStorage {
  return {
    getItem: (name) => {
      try {
        return storage.getItem(name);
      } catch {
        return null;
      }
    },
    setItem: (name, value) => {
      try {
        void storage.setItem(name, value);
      } catch {
        // Private windows may refuse; the slip then lasts as long as the page.
      }
    },
    removeItem: (name) => void storage.removeItem(name),
  };
}

const stores = new Map<string, GameStore>();

/** This window's bet state of a game, for the player who is or was last logged in. */
export function gameStore(gameCode: string): GameStore {
  // Usernames are case-insensitive.
  const player = useSession.getState().username.toLowerCase();
  const name = `${gameCode} ${player}`;
  const known = stores.get(name);
  if (known !== undefined) return known;
  const made = createGameStore(gameCode, localStorage, player);
  stores.set(name, made);
  return made;
}

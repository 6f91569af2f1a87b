import type { RuleMode } from "@lotus/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import { persist, type StateStorage } from "zustand/middleware";
import { useSession } from "../../session/session.ts";
import { assess, type PickedLine } from "./assess.ts";
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
import { attemptIn, jsonIn, quiet, readUnit, savedIn } from "./game-storage.ts";
import { slipKey } from "./slip-key.ts";
import type { Attempt, SlipLine, SlipOffer, StakedLine } from "./slip-line.ts";

/** A game that takes no bets now: until its next period opens, or until the house opens it. */
export interface ClosedGame {
  readonly opensAt: number | null;
}

export interface GameState {
  readonly gameCode: string;
  readonly gameRules: readonly RuleMode[];
  readonly gameMode: GameMode | null;
  readonly gameBetList: BetList;
  /** Picks of boards that are not shown, by option; restored when the board is shown again. */
  readonly otherPicks: Readonly<Record<string, BetList>>;
  readonly lines: readonly SlipLine[];
  /** Stake of one bet as typed, "2" or "0.5": of every line without its own. */
  readonly unit: string;
  /** The own stake of the board's picks, once they are a line. */
  readonly draftAmount: string | null;
  readonly attempt: Attempt | null;
  /** Lines from elsewhere, which the page of the game checks by its rules and then puts on the slip. Not stored. */
  readonly offer: SlipOffer | null;
  /** While it is set nothing is picked and nothing comes on the slip; what is there stays. Not stored. */
  readonly closed: ClosedGame | null;
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
  /** Gives a line its own stake; null takes it away again. */
  setAmount: (key: string, amount: string | null) => void;
  /** Moves the board's picks into a line; does nothing if they are not a bet. */
  addLine: () => void;
  /** Adds lines made elsewhere, such as random picks. */
  addLines: (lines: readonly StakedLine[]) => void;
  /** Replaces the slip and the board's picks, unless a slip is on its way. */
  fillSlip: (lines: readonly StakedLine[], unit: string) => void;
  setOffer: (offer: SlipOffer | null) => void;
  setClosed: (closed: ClosedGame | null) => void;
  removeLine: (key: string) => void;
  /** Moves a line back to the board; if the board's picks are a bet, they replace it in the slip. */
  editLine: (key: string) => void;
  emptySlip: () => void;
  setAttempt: (attempt: Attempt | null) => void;
  /** Removes the lines of an accepted attempt. */
  settleAttempt: () => void;
}

/** Largest number of lines of a slip that the server accepts. */
export const MAX_LINES = 200;
const FIRST_UNIT = "2";

/** The key of the board's own picks among the lines of a slip. */
export const DRAFT = "draft";

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

function nextKeys(lines: readonly SlipLine[], added: readonly StakedLine[]): SlipLine[] {
  let last = Math.max(0, ...lines.map((line) => Number(line.key)));
  return added.map(({ optionId, groups, amount, list }) => {
    last += 1;
    const [stake, origin] = [amount !== undefined && { amount }, list !== undefined && { list }];
    return { key: String(last), optionId, groups, ...stake, ...origin };
  });
}

/** The board's picks with the stake they were given. */
export function stakedDraft(draft: PickedLine, { draftAmount }: Pick<GameState, "draftAmount">): StakedLine {
  return draftAmount === null ? draft : { ...draft, amount: draftAmount };
}

function withLines(state: GameState, added: readonly StakedLine[]): readonly SlipLine[] {
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
  return { gameMode, gameBetList: gameBetList ?? resetList(), otherPicks, draftAmount: null };
}

/** Replaces everything begun. Keys go on rising, so that no line is taken for an earlier one. */
function filled(state: GameState, added: readonly StakedLine[], unit: string): Partial<GameState> {
  if (state.attempt !== null || state.closed !== null) return {};
  const lines = nextKeys(state.lines, added).slice(0, MAX_LINES);
  return { lines, unit, gameBetList: resetList(), otherPicks: {}, draftAmount: null };
}

function restaked(state: GameState, key: string, amount: string | null): Partial<GameState> {
  if (key === DRAFT) return { draftAmount: amount };
  return {
    lines: state.lines.map((line) => {
      if (line.key !== key) return line;
      const { amount: _before, ...rest } = line;
      return amount === null ? rest : { ...rest, amount };
    }),
  };
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
    lines: isBetDraft ? [...others, ...nextKeys(state.lines, [stakedDraft(draft, state)])] : others,
    gameBetList: listOf(rule.option.id, line.groups),
    draftAmount: line.amount ?? null,
  };
}

function boardActions(set: Set, lastUnit: () => string | null) {
  const change = (to: (list: BetList, optionId: string) => BetList, takes = true) =>
    set((state) => {
      const option = optionAt(state.gameRules, state.gameMode);
      if (option === undefined || (takes && state.closed !== null)) return {};
      const gameBetList = to(state.gameBetList, option.id);
      return { gameBetList, ...(gameBetList.length === 0 && { draftAmount: null }) };
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
    unselect: (code, item) => change((list) => unselectItem(list, code, item), false),
    replace: (code, items) => change((list, id) => replaceItems(list, id, code, items)),
    reset: () => set({ gameBetList: resetList(), draftAmount: null }),
  } satisfies Partial<GameState>;
}

function slipActions(set: Set, storeUnit: (unit: string) => void) {
  return {
    setUnit: (unit) => set({ unit }),
    setAmount: (key, amount) => set((state) => restaked(state, key, amount)),
    addLine: () =>
      set((state) => {
        const draft = draftOf(state);
        if (draft === null || !isBet(state.gameCode, draft) || state.lines.length >= MAX_LINES) return {};
        const lines = withLines(state, [stakedDraft(draft, state)]);
        return { lines, gameBetList: resetList(), draftAmount: null };
      }),
    addLines: (added) => set((state) => (state.closed === null ? { lines: withLines(state, added) } : {})),
    fillSlip: (lines, unit) => set((state) => filled(state, lines, unit)),
    setOffer: (offer) => set({ offer }),
    setClosed: (closed) => set({ closed }),
    removeLine: (key) => set(({ lines }) => ({ lines: lines.filter((line) => line.key !== key) })),
    editLine: (key) => set((state) => edited(state, key)),
    emptySlip: () => set({ lines: [], gameBetList: resetList(), otherPicks: {}, draftAmount: null }),
    setAttempt: (attempt) => set({ attempt }),
    settleAttempt: () =>
      set(({ lines, attempt }) => {
        if (attempt !== null) storeUnit(unitOf(attempt.amount));
        const sent = new Set(attempt?.lines.map((line) => line.key));
        return { attempt: null, lines: lines.filter((line) => !sent.has(line.key)) };
      }),
  } satisfies Partial<GameState>;
}

/** Whether nothing is picked, on the slip or being sent to the server. */
export function isUntouched({ gameBetList, lines, attempt }: GameState): boolean {
  return gameBetList.length === 0 && lines.length === 0 && attempt === null;
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
        draftAmount: null,
        attempt: null,
        offer: null,
        closed: null,
        ...boardActions(set, () => readUnit(safeStorage.getItem(LAST_UNIT + of))),
        ...slipActions(set, (unit) => safeStorage.setItem(LAST_UNIT + of, unit)),
      }),
      {
        name,
        version: 1,
        storage: stored,
        partialize: ({ gameMode, gameBetList, lines, unit, draftAmount, attempt }) => ({
          gameMode,
          gameBetList,
          lines,
          unit,
          draftAmount,
          attempt: withAttempt(attempt),
        }),
        merge: (stored, fresh) => {
          const found = savedIn(stored);
          if (found === null) return fresh;
          withAttempt(found.attempt ?? null);
          return { ...fresh, ...found };
        },
      },
    ),
  );
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

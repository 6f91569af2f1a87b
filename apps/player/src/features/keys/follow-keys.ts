import { queryClient } from "../../api/query-client.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { openGame } from "../frame/open-game.ts";
import { gamesQuery } from "../game-data/queries.ts";
import { boardStop, finishDigits, isOnBoard, moveGroup, pickDigit } from "./board-keys.ts";
import { KEYS, type KeyAction, TAB_KEYS } from "./key-table.ts";
import { useKeysSetting } from "./keys-setting.ts";
import { showKeys } from "./show-keys.tsx";

const SLIP = "[data-docked]";

/** How long "G" waits for the key that says where to. */
const GO_MS = 1500;

let goes = false;
let goTimer: ReturnType<typeof setTimeout> | undefined;
/** Where the focus was when Enter led to the slip. */
let from: HTMLElement | undefined;

/** Returns whether the key was used, and the browser must not act on it. */
type Act = (event: KeyboardEvent, target: Element) => boolean;

const ACTIONS: Readonly<Record<KeyAction, Act>> = {
  help: () => {
    showKeys();
    return true;
  },
  search: () => {
    void search();
    return true;
  },
  go: () => {
    goes = true;
    clearTimeout(goTimer);
    goTimer = setTimeout(() => (goes = false), GO_MS);
    return true;
  },
  close: (_, target) => {
    if (target.closest(SLIP) === null) return false;
    (from?.isConnected === true ? from : boardStop())?.focus();
    return true;
  },
  pick: ({ key, repeat }, target) => {
    if (!isOnBoard(target)) return false;
    if (!repeat) pickDigit(target, key);
    return true;
  },
  move: ({ key }, target) => {
    if (!isOnBoard(target) || target.matches("[role=tab], [role=radio]")) return false;
    return moveGroup(target, key === "ArrowDown" ? 1 : -1);
  },
  add: (_, target) => isOnBoard(target) && pressFirst("[data-add-line]"),
  bet: ({ repeat }, target) => {
    const isCell = target.matches("[data-cell]:not([role=tab])");
    if (!isOnBoard(target) || (!isCell && !target.matches("body, main"))) return false;
    const bet = document.querySelector<HTMLElement>(`${SLIP} [data-bet]:not(:disabled)`);
    if (repeat) return bet !== null;
    from = target instanceof HTMLElement ? target : undefined;
    // The slip is where a bet is confirmed: Enter leads there, and only there another one places it.
    if (bet === null) return pressFirst("[data-open-slip]");
    bet.focus();
    return true;
  },
};

let follows = false;

/** Lets keys act. `first` is the one that made this load. */
export function followKeys(first?: KeyboardEvent): void {
  if (follows) return;
  follows = true;
  document.addEventListener("keydown", onKey);
  if (first !== undefined) onKey(first);
}

function onKey(event: KeyboardEvent): void {
  const { key, target } = event;
  if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
  // A key held down must not confirm what its first press has led to.
  if (key === "Enter" && event.repeat && target.closest("[data-bet]") !== null) return event.preventDefault();
  if (event.defaultPrevented || !useKeysSetting.getState().on || isTyped(target)) return undefined;
  if (document.querySelector("dialog:modal") !== null) return undefined;
  if (goes) {
    goes = false;
    if (goTo(key.toLowerCase())) return event.preventDefault();
  }
  const row = KEYS.find(({ keys }) => keys.includes(key));
  if (row?.action !== "pick") finishDigits();
  if (row?.action !== undefined && ACTIONS[row.action](event, target)) event.preventDefault();
  return undefined;
}

/** Whether the key belongs to the text of a field, or to another control that takes characters. */
function isTyped(target: Element): boolean {
  return target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
}

function goTo(key: string): boolean {
  const tab = Object.entries(TAB_KEYS).find(([letter]) => letter === key)?.[1];
  if (tab !== undefined) {
    void navigation.switchTab(href(tab));
    return true;
  }
  const game = queryClient.getQueryData(gamesQuery.queryKey)?.list[Number(key) - 1];
  if (game === undefined) return false;
  void openGame(game.gameCode);
  return true;
}

/** Focuses the search of the page, opens one that is folded, or goes to the games and opens theirs. */
async function search(): Promise<void> {
  if (focusSearch()) return;
  await navigation.switchTab(href("lobby"));
  focusSearch();
}

function focusSearch(): boolean {
  const field = shown("main input[type=search]");
  field?.focus();
  return field !== undefined || pressFirst("main [data-search]");
}

function pressFirst(selector: string): boolean {
  const button = shown(`${selector}:not(:disabled)`);
  button?.click();
  return button !== undefined;
}

function shown(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
}

import type { AnyMessageKey } from "@lotus/locales";

/** What a key does. Names its function in `follow-keys.ts`. */
export type KeyAction = "help" | "search" | "go" | "close" | "pick" | "move" | "add" | "bet";

interface KeyRow {
  /** Undefined for what the browser or a field does by itself: listed, not handled. */
  readonly action?: KeyAction;
  /** Values of `event.key` that it answers to. */
  readonly keys: readonly string[];
  /** As they are written in the list, one key cap each. */
  readonly caps: readonly string[];
  readonly words: AnyMessageKey;
  readonly where: "everywhere" | "board";
}

const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

/** Every key of the app: the list that "?" shows, and what the handler answers to. */
export const KEYS: readonly KeyRow[] = [
  { action: "help", keys: ["?"], caps: ["?"], words: "wide.keys.help", where: "everywhere" },
  { action: "search", keys: ["/"], caps: ["/"], words: "wide.keys.search", where: "everywhere" },
  { action: "go", keys: ["g"], caps: ["G", "1–9"], words: "wide.keys.game", where: "everywhere" },
  { keys: [], caps: ["G", "H"], words: "app.tab.home", where: "everywhere" },
  { keys: [], caps: ["G", "S"], words: "app.tab.service", where: "everywhere" },
  { keys: [], caps: ["G", "L"], words: "app.tab.lobby", where: "everywhere" },
  { keys: [], caps: ["G", "M"], words: "app.tab.mine", where: "everywhere" },
  { action: "close", keys: ["Escape"], caps: ["Esc"], words: "wide.keys.close", where: "everywhere" },
  { action: "pick", keys: DIGITS, caps: ["0–9"], words: "wide.keys.pick", where: "board" },
  {
    action: "move",
    keys: ["ArrowUp", "ArrowDown"],
    caps: ["←", "→", "↑", "↓"],
    words: "wide.keys.move",
    where: "board",
  },
  { keys: [], caps: ["␣"], words: "wide.keys.toggle", where: "board" },
  { action: "add", keys: ["+"], caps: ["+"], words: "wide.keys.add", where: "board" },
  { action: "bet", keys: ["Enter"], caps: ["Enter"], words: "wide.keys.bet", where: "board" },
  { keys: [], caps: ["0–9"], words: "wide.keys.stake", where: "board" },
];

/** The pages that "G" and a letter lead to. */
export const TAB_KEYS = { h: "home", s: "service", l: "lobby", m: "mine" } as const;

import { afterEach, beforeEach, expect, vi } from "vitest";
import { PageStack, type NavigationProblem, type PageStackDeps } from "../shell/page-stack.ts";

/** The screens are stubs: only navigation is under test. A test can delay the loading of one or make it fail. */
export const loads = { gate: undefined as Promise<void> | undefined, fail: false };
const loadScreen = async () => {
  await loads.gate;
  if (loads.fail) throw new Error("chunk");
  return { Screen: () => null };
};

/** A stack of pages whose screens are stubs, and what it reported. */
export function stack(
  options: {
    player?: boolean | (() => boolean | Promise<boolean>);
    startTab?: number;
    at?: string | null;
  } = {},
) {
  const { player = true, startTab = 0, at = "/" } = options;
  // A reload starts at the window's current entry.
  if (at !== null) history.replaceState(null, "", at);
  const problems: NavigationProblem[] = [];
  let keys = 0;
  const guard = vi.fn(async () => (typeof player === "function" ? player() : player));
  const forget = vi.fn();
  const deps: PageStackDeps = {
    window: {
      history,
      location,
      get scrollY() {
        return window.scrollY;
      },
      // A stack listens to jsdom's only window just for the duration of its test.
      addEventListener: (name: string, listener: EventListener) =>
        window.addEventListener(name, listener, { signal: listening.signal }),
    },
    loadScreen,
    isPlayer: guard,
    report: (problem) => void problems.push(problem),
    show: (_movement, apply) => apply(),
    forget,
    startTab: () => startTab,
    newKey: () => `key-${(keys += 1)}`,
  };
  return { pages: new PageStack(deps), problems, guard, forget };
}

let listening = new AbortController();
/** Stops the listeners of all stacks, as when the page is left. */
export function endStacks(): void {
  listening.abort();
  listening = new AbortController();
}
afterEach(endStacks);

export const at = () => location.pathname + location.search;

/** Goes back or forward and waits until the page has followed, or the move has been undone. */
export async function press(pages: PageStack, by: -1 | 1, expectPage: string) {
  history.go(by);
  await vi.waitFor(() => {
    expect(pages.getState().page?.name).toBe(expectPage);
    expect(pages.getState().pending).toBe(false);
  });
}

beforeEach(() => {
  loads.gate = undefined;
  loads.fail = false;
  sessionStorage.clear();
});

import { CALLS, type CallData } from "@lotus/contract";
import type { ApiClient } from "../request/api-client.ts";
import { pause } from "./stream.ts";

type Game = CallData<typeof CALLS.games>["list"][number];

export interface PollingDeps {
  readonly api: ApiClient;
  readonly isLoggedIn: () => boolean;
  readonly onEvent: (name: string, data: unknown) => void;
  readonly onReached: (reached: boolean) => void;
  readonly chance: () => number;
}

const EVERY_MS = 4000;
/** Messages can wait longer than draws and money. */
const MESSAGES_EVERY = 5;

/** Asks the server again and again while no stream can be had, and tells of what changed as the stream would. */
export async function keepPolling(deps: PollingDeps, signal: AbortSignal): Promise<void> {
  const seen = new Map<string, string>();
  for (let round = 1; !signal.aborted; round += 1) {
    try {
      await pollOnce(deps, seen, signal);
      deps.onReached(true);
      if (round % MESSAGES_EVERY === 0 && deps.isLoggedIn()) deps.onEvent("message", { spreadMs: 0 });
    } catch {
      deps.onReached(false);
    }
    await pause(EVERY_MS * (0.75 + deps.chance() / 2), signal);
  }
}

async function pollOnce(deps: PollingDeps, seen: Map<string, string>, signal: AbortSignal): Promise<void> {
  const quietly = { signal, hideErrors: true };
  const { list, serverTime } = await deps.api.call(CALLS.games, {}, quietly);
  const tellIfNew = (slot: string, mark: string, tell: () => void) => {
    if (seen.get(slot) === mark) return;
    seen.set(slot, mark);
    tell();
  };
  for (const { gameCode, current, last } of list satisfies Game[]) {
    if (last !== null) {
      tellIfNew(`draw/${gameCode}`, last.prizeNo, () => deps.onEvent("draw", { ...last, serverTime }));
    }
    if (current !== null) {
      const mark = `${current.prizeNo}/${current.status}`;
      tellIfNew(`period/${gameCode}`, mark, () =>
        deps.onEvent("period", { ...current, gameCode, serverTime }),
      );
    }
  }
  if (!deps.isLoggedIn()) return;
  const balance = await deps.api.call(CALLS.balance, {}, quietly);
  tellIfNew("balance", balance, () => deps.onEvent("balance", { balance }));
}

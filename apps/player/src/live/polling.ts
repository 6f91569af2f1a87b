import { wait, type ApiClient } from "@lotus/client";
import { CALLS, type CallData } from "@lotus/contract";
import { watchOrders } from "./polled-orders.ts";

type Game = CallData<typeof CALLS.games>["list"][number];

export interface PollingOptions {
  readonly api: ApiClient;
  readonly isLoggedIn: () => boolean;
  readonly onEvent: (name: string, data: unknown) => void;
  readonly onReached: (reached: boolean) => void;
  readonly random: () => number;
}

const EVERY_MS = 4000;
/** Interval, in rounds, for what may be less fresh than draws and money: messages, and orders while none is open. */
const SELDOM = 5;

/**
 * Polls the server while there is no stream, and emits the events the stream would. Changes between the two are
 * unknown, so everything is refetched first.
 */
export async function runPolling(deps: PollingOptions, signal: AbortSignal): Promise<void> {
  const seen = new Map<string, string>();
  const orders = watchOrders({
    api: deps.api,
    onOrder: (order) => deps.onEvent("order", order),
    onMoney: (order) => deps.onEvent("money", order),
  });
  for (let round = 0; !signal.aborted; round += 1) {
    const isSeldom = round % SELDOM === 0;
    try {
      const moved = await pollOnce(deps, seen, signal);
      deps.onReached(true);
      if (deps.isLoggedIn()) {
        if (moved || isSeldom || orders.isAnyOpen()) await orders.poll(signal);
        if (isSeldom && round > 0) deps.onEvent("message", { spreadMs: 0 });
      }
    } catch {
      deps.onReached(false);
    }
    await wait(EVERY_MS * (0.75 + deps.random() / 2), signal);
  }
}

/** Fetches the games and the balance. Resolves to whether the balance has changed. */
async function pollOnce(
  deps: PollingOptions,
  seen: Map<string, string>,
  signal: AbortSignal,
): Promise<boolean> {
  const quietly = { signal, hideErrors: true };
  const { list, serverTime } = await deps.api.call(CALLS.games, {}, quietly);
  const emitIfNew = (slot: string, mark: string, emit: () => void) => {
    const isNew = seen.get(slot) !== mark;
    seen.set(slot, mark);
    if (isNew) emit();
    return isNew;
  };
  emitIfNew("hello", "", () => deps.onEvent("hello", { serverTime, missed: true }));
  for (const { gameCode, on, current, last } of list satisfies Game[]) {
    emitIfNew(`game/${gameCode}`, String(on), () => deps.onEvent("game", { gameCode, on }));
    if (last !== null) {
      emitIfNew(`draw/${gameCode}`, last.prizeNo, () => deps.onEvent("draw", { ...last, serverTime }));
    }
    if (current !== null) {
      const mark = `${current.prizeNo}/${current.status}`;
      emitIfNew(`period/${gameCode}`, mark, () =>
        deps.onEvent("period", { ...current, gameCode, serverTime }),
      );
    }
  }
  if (!deps.isLoggedIn()) return false;
  const balance = await deps.api.call(CALLS.balance, {}, quietly);
  return emitIfNew("balance", balance, () => deps.onEvent("balance", { balance }));
}

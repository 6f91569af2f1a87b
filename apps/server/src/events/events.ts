/**
 * Connects writers of live events with their readers on this node. It is opened before all modules: those that write
 * events call `notify`, and the stream, opened last, listens.
 */
export interface Events {
  /** To be called after each commit on this node that wrote live events. Returns at once. */
  readonly notify: () => void;
  /** The same if all of them are each for a player's own streams, as balances after bets are. */
  readonly notifyPlayers: () => void;
  /** Calls `listener` at each notification. */
  onNotified(listener: (whom: Whom) => void): void;
}

/** Whom events are for: streams of single players, or also nodes and everybody. */
export type Whom = "all" | "players";

/** Opens the events; without a listener notifications are ignored. */
export function openEvents(): Events {
  const listeners: ((whom: Whom) => void)[] = [];
  const tell = (whom: Whom): void => {
    for (const listener of listeners) listener(whom);
  };
  return {
    notify: () => tell("all"),
    notifyPlayers: () => tell("players"),
    onNotified: (listener) => void listeners.push(listener),
  };
}

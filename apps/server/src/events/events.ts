/**
 * Connects writers of live events with their readers on this node. It is opened before all modules: those that write
 * events call `notify`, and the stream, opened last, listens.
 */
export interface Events {
  /** To be called after each commit on this node that wrote live events. Returns at once. */
  readonly notify: () => void;
  /** Calls `listener` at each notification. */
  onNotified(listener: () => void): void;
}

/** Opens the events; without a listener notifications are ignored. */
export function openEvents(): Events {
  const listeners: (() => void)[] = [];
  return {
    notify: () => {
      for (const listener of listeners) listener();
    },
    onNotified: (listener) => void listeners.push(listener),
  };
}

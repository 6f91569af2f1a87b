/**
 * The wake-up between who commits live events and who reads them. It comes before all modules: those that write events
 * notify, and the stream, which comes last, listens.
 */
export interface Events {
  /** To be called after each commit on this node that wrote live events. Never waits. */
  readonly notify: () => void;
  /** Calls `listener` at each wake-up. */
  onNotified(listener: () => void): void;
}

/** Opens the wake-up; without a listener nothing happens. */
export function openEvents(): Events {
  const listeners: (() => void)[] = [];
  return {
    notify: () => {
      for (const listener of listeners) listener();
    },
    onNotified: (listener) => void listeners.push(listener),
  };
}

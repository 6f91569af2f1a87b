import type { DeskEventName, DeskEvents, DeskWaiting } from "@lotus/contract/desk";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useDesk } from "./desk.ts";

/** The waiting items as last received; undefined before the first message. */
export function useWaiting(): DeskWaiting | undefined {
  const { live } = useDesk();
  return useSyncExternalStore(live.watch, live.waiting);
}

/** Whether the event stream is connected. */
export function useConnected(): boolean {
  const { live } = useDesk();
  return useSyncExternalStore(live.watch, live.connected);
}

/** While the event stream is connected, polling is a safety net; it also shows that the server answers. */
const WHILE_TOLD_MS = 10_000;

/** Polling interval for data that changes often; false for never. */
export function usePace(everyMs: number | undefined): number | false {
  const connected = useConnected();
  if (everyMs === undefined) return false;
  return connected ? Math.max(everyMs, WHILE_TOLD_MS) : everyMs;
}

/** Minimum interval between callbacks for one event name; of the events in between, the last is delivered. */
const AT_MOST_EACH_MS = 1_000;

/** Calls back on live events of a name, throttled to one per second. */
export function useEvent<Name extends DeskEventName>(
  name: Name,
  act: (data: DeskEvents[Name]) => void,
): void {
  const { live } = useDesk();
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    let timer: number | undefined;
    let last: DeskEvents[Name];
    let quiet = true;
    const stop = live.listen(name, (data) => {
      last = data;
      if (!quiet) {
        timer ??= window.setTimeout(() => {
          timer = undefined;
          latest.current(last);
        }, AT_MOST_EACH_MS);
        return;
      }
      quiet = false;
      latest.current(data);
      window.setTimeout(() => {
        quiet = true;
      }, AT_MOST_EACH_MS);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [live, name]);
}

import { useEffect, useState } from "react";

/**
 * The time of the clock `nowMs`, renewed just after each of its whole seconds: one timer for a list of countdowns.
 * `nowMs` must be a stable function.
 */
export function useEverySecond(nowMs: () => number): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const at = nowMs();
      setNow(at);
      // A few ms late rather than twice in one second.
      timer = setTimeout(tick, 1005 - (at % 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [nowMs]);
  return now;
}

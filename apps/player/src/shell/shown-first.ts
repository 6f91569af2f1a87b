import { useEffect, useRef, useState } from "react";
import { nextPaint } from "./next-paint.ts";

/**
 * What was tapped last, shown at once, and acted on in a task of its own behind the frame that shows it: on a slow phone the
 * answer to a tap must not wait for all that follows from it. Until then another tap takes its place, so that whatever was
 * tapped twice is done once. Null once it is done.
 */
export function useShownFirst<Tapped>(
  act: (tapped: Tapped) => void,
): [Tapped | null, (tapped: Tapped) => void] {
  const [tapped, setTapped] = useState<{ readonly it: Tapped } | null>(null);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  }, [act]);
  useEffect(() => {
    if (tapped === null) return undefined;
    let isOver = false;
    void nextPaint().then(() => {
      if (isOver) return undefined;
      setTapped(null);
      return latest.current(tapped.it);
    });
    return () => {
      isOver = true;
    };
  }, [tapped]);
  return [tapped?.it ?? null, (it) => setTapped({ it })];
}

import { type ReactNode, startTransition, useEffect, useState } from "react";

/**
 * Defers content below the fold until the content above it is painted: laid out in the same frame, it would delay a
 * slow phone's response to the first tap.
 */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let turn: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      // The task after the frame's own work.
      turn = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(turn);
    };
  }, []);
  return painted ? children : null;
}

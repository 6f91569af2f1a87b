import { type ReactNode, startTransition, useEffect, useState } from "react";

/**
 * Holds back what stands below the edge of a phone until what is above it was painted: laid out in one frame with it,
 * it would keep a slow phone from answering the first tap.
 */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let turn: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      // The turn after the frame's own work.
      turn = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(turn);
    };
  }, []);
  return painted ? children : null;
}

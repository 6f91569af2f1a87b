import type { Money } from "@lotus/money";
import { useReducedMotion } from "@lotus/ui";
import { useEffect, useState } from "react";

/** Animates an amount up to its value once; returns the value at once under reduced motion. */
export function useCountUp(value: Money, durationMs = 500): Money {
  const still = useReducedMotion();
  const [shown, setShown] = useState<Money>(0n);
  useEffect(() => {
    if (still) return undefined;
    const begun = performance.now();
    let frame = requestAnimationFrame(function step(at) {
      const share = Math.min(1, Math.max(0, (at - begun) / durationMs));
      // Thousandths, so that the amount stays an integer of minor units.
      setShown((value * BigInt(Math.round(share * 1000))) / 1000n);
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value, durationMs, still]);
  return still ? value : shown;
}

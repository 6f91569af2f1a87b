import { type RefCallback, useCallback, useEffect, useRef } from "react";

/**
 * Put the returned ref on an empty element after the last row: `onReach` runs each time it comes within
 * 50 px (`distancePx`) of the visible part. Does nothing while `enabled` is false.
 */
export function useReachBottom(onReach: () => void, enabled = true, distancePx = 50): RefCallback<Element> {
  const latest = useRef(onReach);
  useEffect(() => {
    latest.current = onReach;
  });
  return useCallback(
    (element) => {
      if (element === null || !enabled) return undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) latest.current();
        },
        { rootMargin: `0px 0px ${distancePx}px 0px` },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [enabled, distancePx],
  );
}

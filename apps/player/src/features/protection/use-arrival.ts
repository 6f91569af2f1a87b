import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Shows what takes the place of a page from its top: the page may have been scrolled. The focus goes there if what had it is
 * gone.
 */
export function useArrival(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, []);
  return place;
}

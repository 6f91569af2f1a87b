import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

export interface ScrollBoxProps {
  /** Accessible name for keyboard users: a text, or the id of its element. */
  label?: string;
  labelledBy?: string;
  className: string | undefined;
  /** For an owner that scrolls it. */
  box?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

const TAKES_FOCUS = ":is(a[href], button, input, select, textarea, summary):not(:disabled), [tabindex]";

/**
 * A box whose class may make it scroll. While it overflows and contains nothing focusable, it is a tab stop itself: the
 * keyboard cannot scroll it otherwise.
 */
export function ScrollBox({ label, labelledBy, className, box, children }: ScrollBoxProps) {
  const own = useRef<HTMLDivElement>(null);
  const element = box ?? own;
  const [stops, setStops] = useState(false);
  // After each render, as its content may have changed.
  useEffect(() => {
    const { current } = element;
    // jsdom has no observer, and no sizes.
    if (current === null || typeof ResizeObserver !== "function") return undefined;
    const observer = new ResizeObserver(() => {
      setStops(scrolls(current) && current.querySelector(TAKES_FOCUS) === null);
    });
    for (const each of [current, ...current.children]) observer.observe(each);
    return () => observer.disconnect();
  });
  return (
    <div
      ref={element}
      className={className}
      {...(stops && { tabIndex: 0, role: "group", "aria-label": label, "aria-labelledby": labelledBy })}
    >
      {children}
    </div>
  );
}

function scrolls({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}

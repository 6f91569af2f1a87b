import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

export interface ScrollBoxProps {
  /** Its name for those who come to it by keyboard: words, or the id of what says them. */
  label?: string;
  labelledBy?: string;
  className: string | undefined;
  /** For an owner that scrolls it. */
  box?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

const TAKES_FOCUS = ":is(a[href], button, input, select, textarea, summary):not(:disabled), [tabindex]";

/**
 * A box that may scroll, as its class says. While it does and nothing in it takes the focus, it is itself a stop of the
 * Tab key: the keyboard has no other way to the rest of it.
 */
export function ScrollBox({ label, labelledBy, className, box, children }: ScrollBoxProps) {
  const own = useRef<HTMLDivElement>(null);
  const element = box ?? own;
  const [stops, setStops] = useState(false);
  // After each render: the pieces in it may be others.
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

import { joinClasses, RefreshIcon, Spinner } from "@lotus/ui";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import styles from "./pull-to-refresh.module.css";

interface PullToRefreshProps {
  /** While true the sign turns. */
  busy: boolean;
  onRefresh: () => void;
  children: ReactNode;
}

/** A pull at least this long, in shown pixels, refreshes. */
const ENOUGH_PX = 56;
const MOST_PX = 84;

/** Pulled down at the very top of the page, refreshes. A convenience for fingers: a button does the same. */
export function PullToRefresh({ busy, onRefresh, children }: PullToRefreshProps) {
  const area = useRef<HTMLDivElement>(null);
  const pulled = usePull(area, onRefresh);
  const shown = pulled > 0 ? pulled : busy ? ENOUGH_PX : 0;
  const shift = { transform: `translateY(${String(shown)}px)` };
  return (
    <div ref={area} className={joinClasses(styles.pull, pulled === 0 && styles.settling)}>
      <div className={styles.sign} style={shift} aria-hidden>
        {busy ? <Spinner /> : shown > 0 && <RefreshIcon size={20} style={turnOf(shown)} />}
      </div>
      <div className={styles.inner} style={shown > 0 ? shift : undefined}>
        {children}
      </div>
    </div>
  );
}

const turnOf = (shown: number) => ({
  transform: `rotate(${String((shown / ENOUGH_PX) * 180)}deg)`,
  opacity: Math.min(1, shown / ENOUGH_PX),
});

/** How far the page is pulled, in shown pixels; the finger moves twice as far. */
function usePull(area: RefObject<HTMLElement | null>, onRefresh: () => void): number {
  const [pulled, setPulled] = useState(0);
  const refresh = useEffectEvent(onRefresh);
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    let from: number | null = null;
    let now = 0;
    const set = (px: number) => {
      now = px;
      setPulled(px);
    };
    const start = (event: TouchEvent) => {
      from = window.scrollY <= 0 && event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null;
    };
    const move = (event: TouchEvent) => {
      if (from === null) return;
      const by = (event.touches[0]?.clientY ?? from) - from;
      // Upwards it is a scroll like any other.
      if (by <= 0 && now === 0) {
        from = null;
        return;
      }
      event.preventDefault();
      set(Math.max(0, Math.min(MOST_PX, by / 2)));
    };
    const end = () => {
      if (from !== null && now >= ENOUGH_PX) refresh();
      from = null;
      set(0);
    };
    element.addEventListener("touchstart", start, { passive: true });
    element.addEventListener("touchmove", move, { passive: false });
    element.addEventListener("touchend", end);
    element.addEventListener("touchcancel", end);
    return () => {
      element.removeEventListener("touchstart", start);
      element.removeEventListener("touchmove", move);
      element.removeEventListener("touchend", end);
      element.removeEventListener("touchcancel", end);
    };
  }, [area]);
  return pulled;
}

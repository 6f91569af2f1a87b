import { joinClasses, RefreshIcon, Spinner } from "@lotus/ui";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./pull-to-refresh.module.css";

interface PullToRefreshProps {
  /** While true a spinner is shown above the page: for refreshes the player asked for, not for automatic ones. */
  busy: boolean;
  onRefresh: () => void;
  /** Adds a button that is visible on keyboard focus, for pages without a refresh button. */
  button?: boolean;
  children: ReactNode;
}

/** A pull at least this long, in shown pixels, refreshes. */
const ENOUGH_PX = 56;
const MAX_PX = 84;

/** Refreshes when pulled down at the top of the page. A touch convenience: a button does the same. */
export function PullToRefresh({ busy, onRefresh, button = false, children }: PullToRefreshProps) {
  const { t } = useI18n();
  const area = useRef<HTMLDivElement>(null);
  const pulled = usePull(area, onRefresh);
  const shown = pulled > 0 ? pulled : busy ? ENOUGH_PX : 0;
  const shift = { transform: `translateY(${String(shown)}px)` };
  return (
    <div ref={area} className={joinClasses(styles.pull, pulled === 0 && styles.settling)}>
      {button && (
        <button type="button" className={styles.button} aria-busy={busy} onClick={onRefresh}>
          <RefreshIcon size={18} aria-hidden />
          {t("app.refresh")}
        </button>
      )}
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
    let from: Touch | null = null;
    let now = 0;
    const set = (px: number) => {
      now = px;
      setPulled(px);
    };
    const start = (event: TouchEvent) => {
      from = window.scrollY <= 0 && event.touches.length === 1 ? (event.touches[0] ?? null) : null;
    };
    const move = (event: TouchEvent) => {
      if (from === null) return;
      const to = event.touches[0] ?? from;
      const by = to.clientY - from.clientY;
      // Upwards is a normal scroll, and sideways belongs to other gestures.
      if (now === 0 && by <= Math.abs(to.clientX - from.clientX)) {
        from = null;
        return;
      }
      event.preventDefault();
      set(Math.max(0, Math.min(MAX_PX, by / 2)));
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

import { type MouseEvent, type PointerEvent, useEffect, useRef } from "react";

export interface LongPressHandlers {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
  onPointerLeave: () => void;
  onContextMenu: (event: MouseEvent) => void;
  onClickCapture: (event: MouseEvent) => void;
}

/** Moving farther than this many pixels is a scroll, not a press. */
const SLOP = 10;

/**
 * Spread the result on an element: `onLongPress` runs when it is held still for 350 ms (`ms`), and the
 * click that would follow is swallowed.
 */
export function useLongPress(onLongPress: () => void, ms = 350): LongPressHandlers {
  const press = useRef({ timer: 0, x: 0, y: 0, fired: false });
  const stop = () => window.clearTimeout(press.current.timer);
  useEffect(() => {
    const current = press.current;
    return () => window.clearTimeout(current.timer);
  }, []);
  return {
    onPointerDown(event) {
      stop();
      // Other mouse buttons open a menu.
      if (event.button > 0) return;
      const timer = window.setTimeout(() => {
        press.current.fired = true;
        onLongPress();
      }, ms);
      press.current = { timer, x: event.clientX, y: event.clientY, fired: false };
    },
    onPointerMove(event) {
      const { x, y } = press.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > SLOP) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu(event) {
      if (press.current.fired) event.preventDefault();
    },
    onClickCapture(event) {
      if (!press.current.fired) return;
      press.current.fired = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

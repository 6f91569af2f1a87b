import { useEffect, useState } from "react";
import type { StoreApi } from "zustand";
import { nextPaint } from "./next-paint.ts";

/**
 * The state of a store, a frame behind it: for what sums up what was tapped elsewhere on the page, whose answer on a slow
 * phone must not wait for that. Whatever changes within a frame is drawn once.
 */
export function useFollowed<State>(store: StoreApi<State>): State {
  const [state, setState] = useState(() => store.getState());
  useEffect(() => {
    let isComing = false;
    let isOver = false;
    const follow = (): void => {
      isComing = false;
      if (!isOver) setState(() => store.getState());
    };
    // It may have changed between the render and this effect.
    follow();
    const stop = store.subscribe(() => {
      if (isComing) return;
      isComing = true;
      void nextPaint().then(follow);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [store]);
  return state;
}

import { useEffect, useState } from "react";

/**
 * Keeps an element mounted during its exit animation. Returns `shown` (render it) and `leaving` (play the exit), which
 * lasts `leaveMs` after `open` turns false.
 */
export function useLeaving(open: boolean, leaveMs: number): { shown: boolean; leaving: boolean } {
  const [present, setPresent] = useState(open);
  if (open && !present) setPresent(true);
  useEffect(() => {
    if (open || !present) return undefined;
    const timer = setTimeout(() => setPresent(false), leaveMs);
    return () => clearTimeout(timer);
  }, [open, present, leaveMs]);
  return { shown: open || present, leaving: !open && present };
}

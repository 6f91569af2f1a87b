import { useEffect, useState } from "react";
import { joinClasses } from "../join-classes.ts";
import styles from "./countdown.module.css";
import { wakeIn } from "./wake-in.ts";

export interface CountdownProps {
  /** Whole seconds left; null if unknown (offline): --:--. */
  seconds: number | null;
  /** What it counts down to, for screen readers. */
  label: string;
  /** Below this many seconds it turns amber. Default 10. */
  urgentBelow?: number;
  size?: 14 | 16 | 20 | 28;
}

/** mm:ss, or h:mm:ss from an hour on; --:-- for null. Never negative. */
export function formatCountdown(seconds: number | null): string {
  if (seconds === null) return "--:--";
  const left = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part).padStart(2, "0");
  const hours = Math.floor(left / 3600);
  const rest = `${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Remaining time in a box of constant width; digits change without animation. Not announced each second. */
export function Countdown({ seconds, label, urgentBelow = 10, size = 28 }: CountdownProps) {
  const text = formatCountdown(seconds);
  const urgent = seconds !== null && seconds < urgentBelow;
  return (
    <span
      role="timer"
      aria-label={`${label} ${text}`}
      className={joinClasses(
        styles.countdown,
        styles[`s${size}`],
        urgent && styles.urgent,
        seconds === null && styles.unknown,
      )}
    >
      {text.split("").map((sign, place) => (
        <span
          // The position of a digit is its identity.
          // oxlint-disable-next-line react/no-array-index-key
          key={place - text.length}
          className={sign === ":" ? styles.colon : styles.digit}
          aria-hidden
        >
          {sign}
        </span>
      ))}
    </span>
  );
}

/**
 * Whole seconds until `endMs`, by the clock `nowMs`, updated every second; null for null.
 * `nowMs` must be a stable function.
 */
export function useSecondsLeft(endMs: number | null, nowMs: () => number = Date.now): number | null {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    if (endMs === null) return undefined;
    let stop: (() => void) | undefined;
    const tick = () => {
      const at = nowMs();
      setNow(at);
      // Wakes just after the second changes, so that it never wakes twice for one.
      if (at < endMs) stop = wakeIn(((endMs - at) % 1000) + 1, tick);
    };
    tick();
    return () => stop?.();
  }, [endMs, nowMs]);
  return endMs === null ? null : Math.max(0, Math.ceil((endMs - now) / 1000));
}

import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Countdown, formatCountdown, useSecondsLeft } from "./countdown.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("shows minutes and seconds, hours from one hour on, dashes for an unknown time, and never less than zero", () => {
  expect(formatCountdown(38)).toBe("00:38");
  expect(formatCountdown(60)).toBe("01:00");
  expect(formatCountdown(3599)).toBe("59:59");
  expect(formatCountdown(3727)).toBe("1:02:07");
  expect(formatCountdown(-3)).toBe("00:00");
  expect(formatCountdown(null)).toBe("--:--");
});

function Clock({ endMs }: { endMs: number | null }) {
  return <Countdown label="Closes in" seconds={useSecondsLeft(endMs)} />;
}

test("counts whole seconds down to zero and stops", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  render(<Clock endMs={1_002_500} />);
  const shown = () => screen.getByRole("timer").textContent;
  expect(shown()).toBe("00:03");
  act(() => void vi.advanceTimersByTime(510));
  expect(shown()).toBe("00:02");
  act(() => void vi.advanceTimersByTime(1000));
  expect(shown()).toBe("00:01");
  act(() => void vi.advanceTimersByTime(5000));
  expect(shown()).toBe("00:00");
  expect(vi.getTimerCount()).toBe(0);
});

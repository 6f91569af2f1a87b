import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DrawReveal } from "./draw-reveal.tsx";
import { REVEAL_MS, useReveal } from "./use-reveal.ts";

interface DrawProps {
  family: "dice" | "five-digits" | "racing";
  period: string | null;
  numbers: readonly number[];
  first?: "opens" | "stands";
}

function Draw({ family, period, numbers, first }: DrawProps) {
  const reveal = useReveal(family, period, first);
  return (
    <>
      <output>{reveal.moving ? "moving" : "still"}</output>
      <DrawReveal
        family={family}
        numbers={numbers}
        reveal={reveal}
        track="car"
        skipLabel="Skip"
        movingLabel="Drawing…"
      />
    </>
  );
}

const motion = () => screen.getByRole("status").textContent;
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("no opening of a result lasts over two seconds", () => {
  expect(Math.max(...Object.values(REVEAL_MS))).toBeLessThanOrEqual(2000);
});

test("dice tumble, then show the true faces", () => {
  render(<Draw family="dice" period="1" numbers={[4, 1, 6]} first="opens" />);
  expect(screen.queryByRole("img", { name: "4 1 6" })).toBeNull();
  wait(REVEAL_MS.dice);
  expect(screen.queryByRole("img", { name: "4 1 6" })).not.toBeNull();
  expect(screen.queryByRole("button", { name: "Skip" })).toBeNull();
});

test.each(["dice", "five-digits", "racing"] as const)("%s are read aloud when they are seen", (family) => {
  const numbers = family === "racing" ? [9, 10, 6, 1, 2, 3, 4, 8, 7, 5] : [4, 1, 6];
  const read = () => screen.getAllByRole("img").map((picture) => picture.getAttribute("aria-label"));
  render(<Draw family={family} period="1" numbers={numbers} first="opens" />);
  expect(new Set(read())).toEqual(new Set(["Drawing…"]));
  wait(REVEAL_MS[family]);
  expect(read()[0]).toBe(numbers.join(" "));
});

test("the result on arrival stands still; each later one opens once", () => {
  const { rerender } = render(<Draw family="five-digits" period={null} numbers={[]} />);
  rerender(<Draw family="five-digits" period="1" numbers={[8, 2, 5, 9, 8]} />);
  expect(motion()).toBe("still");
  rerender(<Draw family="five-digits" period="2" numbers={[0, 4, 7, 1, 6]} />);
  expect(motion()).toBe("moving");
  wait(REVEAL_MS["five-digits"]);
  expect(motion()).toBe("still");
  rerender(<Draw family="five-digits" period="2" numbers={[0, 4, 7, 1, 6]} />);
  expect(motion()).toBe("still");
});

test("the first draw after none opens", () => {
  const { rerender } = render(<Draw family="five-digits" period="" numbers={[]} />);
  rerender(<Draw family="five-digits" period="1" numbers={[8, 2, 5, 9, 8]} />);
  expect(motion()).toBe("moving");
});

test("a tap skips to the end", () => {
  render(<Draw family="five-digits" period="1" numbers={[8, 2, 5, 9, 8]} first="opens" />);
  fireEvent.click(screen.getByRole("button", { name: "Skip" }));
  expect(motion()).toBe("still");
});

test("under reduced motion the result is shown without animation", () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  render(<Draw family="dice" period="1" numbers={[4, 1, 6]} first="opens" />);
  expect(motion()).toBe("still");
  expect(screen.queryByRole("img", { name: "4 1 6" })).not.toBeNull();
});

test("a race ends in the order of the draw: the further on, the better the place", () => {
  const order = [9, 10, 6, 1, 2, 3, 4, 8, 7, 5];
  const { container } = render(<Draw family="racing" period="1" numbers={order} />);
  const ends = [...container.querySelectorAll<HTMLElement>("[data-lane]")].map((lane, at) => ({
    car: at + 1,
    end: Number.parseFloat(lane.style.transform.replace("translateX(", "")),
  }));
  expect(ends.toSorted((a, b) => b.end - a.end).map(({ car }) => car)).toEqual(order);
});

import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { Carousel } from "./carousel.tsx";

const onOpen = vi.fn<() => void>();
const slides = ["one", "two", "three"].map((key) => ({ key, href: `/${key}`, onOpen, content: key }));

beforeEach(() => {
  onOpen.mockClear();
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** The one slide that is not hidden. */
const shown = () => screen.getByRole("link").textContent;
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const show = () => renderScreen(<Carousel label="About" slides={slides} />, "en-US");

test("turns every five seconds, and from the last to the first", async () => {
  await show();
  expect(shown()).toContain("one");
  pass(4999);
  expect(shown()).toContain("one");
  pass(1);
  expect(shown()).toContain("two");
  pass(5000);
  pass(5000);
  expect(shown()).toContain("one");
});

test("stops while paused or focused", async () => {
  await show();
  fireEvent.click(screen.getByRole("button", { name: "Stop turning by itself" }));
  pass(20_000);
  expect(shown()).toContain("one");
  fireEvent.click(screen.getByRole("button", { name: "Turn by itself" }));
  fireEvent.focus(screen.getByRole("link"));
  pass(20_000);
  expect(shown()).toContain("one");
});

test("arrow keys and swipes turn it; a swipe is no tap", async () => {
  await show();
  fireEvent.keyDown(screen.getByRole("link"), { key: "ArrowLeft" });
  expect(shown()).toContain("three");
  const link = screen.getByRole("link");
  fireEvent.pointerDown(link, { clientX: 200 });
  fireEvent.pointerUp(link, { clientX: 100 });
  fireEvent.click(link);
  expect(shown()).toContain("one");
  expect(onOpen).not.toHaveBeenCalled();
  fireEvent.pointerDown(screen.getByRole("link"), { clientX: 200 });
  fireEvent.pointerUp(screen.getByRole("link"), { clientX: 195 });
  fireEvent.click(screen.getByRole("link"));
  expect(onOpen).toHaveBeenCalledTimes(1);
});

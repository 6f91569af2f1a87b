import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showSpan } from "../i18n/formats.ts";
import { renderPart } from "../testing/render-part.tsx";
import { Age } from "./age.tsx";

const MINUTE_MS = 60_000;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 5), toFake: ["Date", "setInterval", "clearInterval"] });
});
afterEach(() => vi.useRealTimers());

test("a pending item shows its age, which is updated automatically", async () => {
  await renderPart(<Age since={Date.now() - 5 * MINUTE_MS} />);
  expect(screen.getByText("waiting 5 min")).toBeDefined();
  act(() => {
    vi.advanceTimersByTime(60 * MINUTE_MS);
  });
  expect(screen.getByText("waiting 1 hr")).toBeDefined();
});

test("a duration is shown in the fitting unit, in the reader's language", () => {
  expect([0, 59, 60, 47 * 60, 48 * 60].map((minutes) => showSpan(minutes * MINUTE_MS, "en-US"))).toEqual([
    "0 min",
    "59 min",
    "1 hr",
    "47 hr",
    "2 days",
  ]);
  expect(showSpan(5 * MINUTE_MS, "vi-VN")).toBe("5 phút");
});

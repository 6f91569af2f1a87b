import type { DrawResult } from "@lotus/contract";
import { facts } from "@lotus/games";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { navigation } from "../../shell/navigation.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { LastTen } from "./last-ten.tsx";

const NOON = Date.UTC(2026, 10, 21, 5);
const draw = (at: number): DrawResult => ({
  gameCode: "FFC",
  prizeNo: `20261121${String(at).padStart(4, "0")}`,
  drawAt: NOON + at * 60_000,
  numbers: [at % 10, 2, 5, 9, 8],
  late: false,
  facts: { ...facts("FFC", [at % 10, 2, 5, 9, 8]) },
});

let requests: string[];
let failing: boolean;
let list: DrawResult[];

beforeEach(() => {
  requests = [];
  failing = false;
  list = Array.from({ length: 10 }, (_, at) => draw(20 - at));
  vi.stubGlobal("fetch", (input: string) => {
    requests.push(input);
    if (failing) return Promise.reject(new TypeError("no network"));
    return Promise.resolve(
      new Response(JSON.stringify({ code: 0, msg: "", data: { list, nextCursor: null } })),
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const show = (last: DrawResult | null = draw(20)) =>
  renderScreen(
    <LastTen gameCode="FFC" family="five-digits" last={last}>
      <p>the panel</p>
    </LastTen>,
    "en-US",
  );
const handle = () => screen.getByRole("button", { name: "Last 10 results" });
const shown = async () => within(await screen.findByRole("list")).getAllByRole("listitem");

test("nothing is asked until the panel is opened; then ten results with their facts, and closed again", async () => {
  await show();
  expect(handle().getAttribute("aria-expanded")).toBe("false");
  expect(requests).toEqual([]);
  fireEvent.click(handle());
  const rows = await shown();
  expect(rows).toHaveLength(10);
  expect(rows[0]?.textContent).toContain("Draw 0020");
  expect(rows[0]?.textContent).toContain("Sum 24 · Big · Even");
  expect(within(rows[3] ?? document.body).getByRole("img", { name: /0017: 7 2 5 9 8/u })).toBeDefined();
  expect(requests).toHaveLength(1);
  expect(requests[0]).toContain("page_size=10");
  expect(handle().getAttribute("aria-expanded")).toBe("true");
  expect(document.getElementById(handle().getAttribute("aria-controls") ?? "")).not.toBeNull();
  fireEvent.keyDown(handle(), { key: "Escape" });
  expect(screen.queryByRole("list")).toBeNull();
});

test("a result that has just been drawn stands on top, and the oldest leaves", async () => {
  await show(draw(21));
  fireEvent.click(handle());
  const rows = await shown();
  expect(rows).toHaveLength(10);
  expect(rows[0]?.textContent).toContain("Draw 0021");
  expect(rows.at(-1)?.textContent).toContain("Draw 0012");
});

test("each result leads to its check", async () => {
  await show();
  fireEvent.click(handle());
  const push = vi.spyOn(navigation, "push").mockResolvedValue({ ok: true });
  fireEvent.click(within((await shown())[1] ?? document.body).getByRole("link"));
  expect(push).toHaveBeenCalledWith("/pages-sub/fairness/index?code=FFC&prize=202611210019");
  push.mockRestore();
});

test("is pulled down and pushed up by a finger, and not by one that moves across", async () => {
  await show();
  const panel = screen.getByText("the panel");
  const move = (from: readonly [number, number], to: readonly [number, number]) => {
    fireEvent.touchStart(panel, { touches: [{ clientX: from[0], clientY: from[1] }] });
    fireEvent.touchEnd(panel, { changedTouches: [{ clientX: to[0], clientY: to[1] }] });
  };
  move([10, 10], [90, 50]);
  move([10, 10], [10, 30]);
  expect(handle().getAttribute("aria-expanded")).toBe("false");
  move([10, 10], [12, 80]);
  await shown();
  move([10, 80], [10, 20]);
  expect(screen.queryByRole("list")).toBeNull();
});

test("before the first draw it says so; a failure can be tried again", async () => {
  list = [];
  await show(null);
  fireEvent.click(handle());
  await screen.findByText("No result yet");
  failing = true;
  await show();
  fireEvent.click(handle());
  const retry = await screen.findByRole("button", { name: /Reload|Try again/u });
  failing = false;
  list = [draw(20)];
  fireEvent.click(retry);
  await waitFor(async () => expect(await shown()).toHaveLength(1));
});

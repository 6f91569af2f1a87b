import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { createGameStore } from "./game-store.ts";
import { SlipActions } from "./slip-actions.tsx";
import { slipFigures } from "./slip-figures.ts";
import type { Slip } from "./use-slip.ts";

const toasted = vi.hoisted((): string[] => []);
vi.mock("@lotus/ui", async (original) => ({
  ...(await original<typeof import("@lotus/ui")>()),
  toast: (text: string) => void toasted.push(text),
}));

const place = vi.fn<() => Promise<void>>(async () => undefined);
const store = createGameStore("K3", {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
});

/** An open slip on which nothing is picked, with what stands in its way. */
function slipWith(problem: Slip["problem"]): Slip {
  return {
    figures: slipFigures("K3", [], [], "2"),
    problem,
    range: { least: 0n, most: 0n, sureLoss: false },
    bounds: { maxLines: 200, maxBets: 100_000 },
    isOpen: true,
    closed: null,
    opening: false,
    docked: false,
    seen: null,
    phase: "open",
    next: null,
    busy: false,
    unanswered: false,
    notice: null,
    open: () => undefined,
    openWith: () => undefined,
    close: () => undefined,
    place,
    placeAtOnce: async () => undefined,
    moveToNext: () => undefined,
  };
}

beforeEach(() => {
  toasted.length = 0;
  place.mockClear();
});

async function press(problem: Slip["problem"]) {
  const props = { store, now: () => 0, balance: "100.00", onRecharge: () => undefined };
  await renderScreen(<SlipActions slip={slipWith(problem)} {...props} />, "en-US");
  fireEvent.click(screen.getByRole("button"));
}

test.each([
  ["a number must be selected", { kind: "noSelection" }, "Please select a number"],
  ["an amount must be entered", { kind: "noAmount", key: "1" }, "Please enter an amount"],
] as const)("%s: said when betting, and nothing is sent", async (_rule, problem, words) => {
  await press(problem);
  expect(toasted).toEqual([words]);
  expect(place).not.toHaveBeenCalled();
});

test("without obstacles it is sent", async () => {
  await press(null);
  expect(toasted).toEqual([]);
  expect(place).toHaveBeenCalledOnce();
});

test("before a period opens nothing can be sent, and the button says when it opens", async () => {
  const seen = { prizeNo: "202611270001", openAt: 90_000, closeAt: 100_000, drawAt: 110_000 };
  const props = { store, now: () => 0, balance: "100.00", onRecharge: () => undefined };
  const slip: Slip = { ...slipWith(null), phase: "early", seen };
  await renderScreen(<SlipActions slip={slip} {...props} />, "en-US");
  const button = screen.getByRole("button", { name: "Draw 0001 opens in 01:30" });
  fireEvent.click(button);
  expect([button.hasAttribute("disabled"), place.mock.calls]).toEqual([true, []]);
});

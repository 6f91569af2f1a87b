import { act } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { createGameStore, type GameStore } from "./game-store.ts";
import { useDockedSlip } from "./use-docked-slip.ts";
import { useState } from "react";
import type { CurrentPeriod } from "@lotus/contract";

const NOWHERE = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
const tree = ruleTree("K3");
// Of a period only its identity matters here.
const period = { prizeNo: "202611210001" } as CurrentPeriod;

let seen: CurrentPeriod | null;
let dock: (docked: boolean) => void;

function Slip({ store }: { store: GameStore }) {
  const [open, setOpen] = useState<CurrentPeriod | null>(null);
  const [docked, setDocked] = useState(true);
  useDockedSlip({ store, current: period, docked }, { isOpen: open !== null, busy: false }, setOpen);
  // The test looks at them from outside.
  // oxlint-disable-next-line react/globals
  [seen, dock] = [open, setDocked];
  return null;
}

async function show() {
  const store = createGameStore("K3", NOWHERE);
  store.getState().enter(tree.rules);
  await renderScreen(<Slip store={store} />, "en-US");
  const group = tree.rules[0]?.childrens[0]?.groups[0];
  const item = group?.items[0]?.id;
  if (group === undefined || item === undefined) throw new Error("no board");
  return { store, pick: () => act(() => store.getState().select(group.code, item)) };
}

test("a docked slip opens with the first bet, for the period on sale, and closes with the last one", async () => {
  const { store, pick } = await show();
  expect(seen).toBeNull();
  pick();
  expect(seen).toBe(period);
  act(() => store.getState().addLine());
  expect(seen).toBe(period);
  act(() => store.getState().removeLine(store.getState().lines[0]?.key ?? ""));
  expect(seen).toBeNull();
});

test("in a window that becomes narrow it closes and keeps what is on it, and opens again beside the board", async () => {
  const { store, pick } = await show();
  pick();
  act(() => dock(false));
  expect(seen).toBeNull();
  expect(store.getState().gameBetList).toHaveLength(1);
  act(() => dock(true));
  expect(seen).toBe(period);
});

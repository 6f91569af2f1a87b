import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { createGameStore } from "../slip/game-store.ts";
import { Board } from "./board.tsx";
import { numberName } from "./cell-names.ts";

const NOWHERE = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

test("a number is heard with what it is a number of, and with its odds where it shows them", () => {
  expect(numberName("Special number", "19", undefined)).toBe("Special number 19");
  expect(numberName("Ball 1", "7", "9.80")).toBe("Ball 1, 7, 9.80");
});

test("the only group of a board is called by its mode", async () => {
  const { rules } = ruleTree("LHC");
  const option = rules
    .flatMap(({ childrens }) => childrens)
    .find(({ groups }) => groups[0]?.items.length === 49);
  if (option === undefined) throw new Error("no board of forty-nine balls");
  const store = createGameStore("LHC", NOWHERE);
  store.getState().enter(rules);
  await renderScreen(<Board option={option} store={store} mode="Special number" />, "en-US");
  expect(screen.getAllByRole("button", { name: /^Special number 19(?:,|$)/u })).toHaveLength(1);
});

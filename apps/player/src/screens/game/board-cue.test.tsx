import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ruleTree } from "../../testing/rules.ts";
import { createGameStore } from "../../features/slip/game-store.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { BoardArea } from "./board-area.tsx";

const given = vi.hoisted((): string[] => []);
vi.mock("../../components/cue.ts", () => ({ giveCue: (cue: string) => void given.push(cue) }));

const NOWHERE = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

beforeEach(() => {
  given.length = 0;
});

test("each pick on the board is felt; what the app does to the board by itself is not", async () => {
  const tree = ruleTree("K3");
  const store = createGameStore("K3", NOWHERE);
  store.getState().enter(tree.rules);
  await renderScreen(<BoardArea tree={tree} store={store} storage={localStorage} />, "en-US");
  expect(given).toEqual([]);
  const group = tree.rules[0]?.childrens[0]?.groups[0];
  const item = group?.items[0]?.id;
  if (group === undefined || item === undefined) throw new Error("no board");
  act(() => store.getState().select(group.code, item));
  act(() => store.getState().unselect(group.code, item));
  expect(given).toEqual(["tap", "tap"]);
  act(() => store.getState().select(group.code, item));
  given.length = 0;
  // Kept as a line, the picks leave the board; another mode clears it.
  act(() => store.getState().addLine());
  const other = tree.rules[1]?.id ?? "";
  act(() => store.getState().chooseMode(other));
  act(() => store.getState().enter(tree.rules));
  expect(given).toEqual([]);
});

test("a mode that is tapped is shown at once and its board behind that frame; of two, the last counts", async () => {
  const tree = ruleTree("K3");
  const store = createGameStore("K3", NOWHERE);
  store.getState().enter(tree.rules);
  await renderScreen(<BoardArea tree={tree} store={store} storage={localStorage} />, "en-US");
  const [first, second, third] = screen.getAllByRole("tab");
  if (first === undefined || second === undefined || third === undefined) throw new Error("no modes");
  const modes: (string | undefined)[] = [];
  store.subscribe(({ gameMode }) => modes.push(gameMode?.modeId));
  fireEvent.click(second);
  fireEvent.click(third);
  expect([first.ariaSelected, third.ariaSelected, modes]).toEqual(["false", "true", []]);
  // Until then nothing can be picked on the board that is still seen.
  const isInert = () => screen.getByRole("tabpanel").hasAttribute("inert");
  expect(isInert()).toBe(true);
  await waitFor(() => expect(modes).toEqual([tree.rules[2]?.id]));
  await waitFor(() => expect([third.ariaSelected, isInert()]).toEqual(["true", false]));
});

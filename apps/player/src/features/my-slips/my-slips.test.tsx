import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import { navigation } from "../../shell/navigation.ts";
import { type FakeAnswer, type FakeRequest, fakeServer } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { unkeptStore } from "../../testing/store-slip.tsx";
import { type GameStore, gameStore } from "../slip/game-store.ts";
import { Again } from "./again.tsx";
import { MySlips } from "./my-slips.tsx";

const line = (item: string) => ({
  optionId: "YX.DWD",
  modeName: "One star",
  optionName: "Place",
  groups: [{ code: "place1", items: [item] }],
  picks: `Place 1: ${item}`,
  betCount: 1,
  amount: "2.00",
  total: "2.00",
});
const recent = {
  gameCode: "FFC",
  prizeNo: "202611210001",
  time: 1,
  total: "4.00",
  lines: [line("3"), line("4")],
};
const saved = { id: "7", name: "Sunday", gameCode: "FFC", total: "2.00", time: 2, lines: [line("9")] };
const elsewhere = { ...saved, id: "8", name: "Dice day", gameCode: "K3" };
const numbers = { id: "9", name: "Birthdays", family: "five-digits", items: ["2", "7"], time: 3 };
const game = (gameCode: string, name: string, on = true) => ({
  gameCode,
  name,
  family: "five-digits" as const,
  cycleMinutes: 1,
  on,
  current: null,
  last: null,
});
const GAMES = [game("FFC", "One Minute"), game("K3", "Fast Three"), game("LHC", "Mark Six", false)];

let requests: FakeRequest[];
let store: GameStore;
const onClose = vi.fn();
const tree = ruleTree("FFC");

function serve(answers: Record<string, FakeAnswer | (() => FakeAnswer)> = {}): void {
  requests = fakeServer({
    "GET /api/lottery/games": { data: { list: GAMES, serverTime: 0 } },
    "GET /api/lottery/recentSlips": { data: { list: [recent] } },
    "GET /api/lottery/saved": { data: { slips: [elsewhere, saved], numbers: [numbers] } },
    ...answers,
  });
}

const tap = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const tab = (name: string) => act(async () => void fireEvent.click(screen.getByRole("radio", { name })));

beforeEach(async () => {
  serve();
  onClose.mockClear();
  localStorage.clear();
  store = unkeptStore("FFC");
  store.getState().enter(tree.rules);
  await activateLocale("en-US");
  await loadCatalog("slips");
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const openHere = () => renderScreen(<MySlips open onClose={onClose} here={{ tree, store }} />, "en-US");

describe("my slips", () => {
  test("what is saved comes first, that of the open game before others; a tap offers it there", async () => {
    await openHere();
    await screen.findByText("Sunday");
    const names = screen.getAllByRole("button", { name: /Sunday|Dice day/u }).map((row) => row.textContent);
    expect(names[0]).toContain("Sunday");
    await tap(/^Sunday/u);
    expect(onClose).toHaveBeenCalledOnce();
    expect(store.getState().offer).toMatchObject({ from: "saved", lines: [{ amount: "2" }] });
    expect(store.getState().lines).toEqual([]);
  });

  test("one of another game leads there", async () => {
    const push = vi.spyOn(navigation, "push").mockResolvedValue({ ok: true });
    await openHere();
    await screen.findByText("Dice day");
    await tap(/^Dice day/u);
    expect(push).toHaveBeenCalledWith("/pages-sub/game/index?code=K3");
    expect(gameStore("K3").getState().offer?.from).toBe("saved");
    gameStore("K3").getState().setOffer(null);
  });

  test("the last slips show game, picks, lines and cost", async () => {
    await openHere();
    await tab("Recent");
    const row = await screen.findByRole("button", { name: /One Minute/u });
    expect(row.textContent).toMatch(/One star · Place: Place 1: 3.*4\.00.*2 lines/u);
  });

  test("without saved slips the last ones are shown, and each empty list says what will be there", async () => {
    serve({
      "GET /api/lottery/saved": { data: { slips: [], numbers: [] } },
      "GET /api/lottery/recentSlips": { data: { list: [] } },
    });
    await openHere();
    expect(await screen.findByText("No slips in the last 30 days")).toBeTruthy();
    await tab("Saved");
    expect(screen.getByText("No saved slips")).toBeTruthy();
    await tab("Numbers");
    expect(screen.getByText("No favourite numbers")).toBeTruthy();
  });

  test("an unreachable server is said, and asked again", async () => {
    let isUp = false;
    const answer = () =>
      isUp ? { data: { slips: [saved], numbers: [] } } : ({ code: 9500, msg: "broken" } as const);
    serve({ "GET /api/lottery/saved": answer });
    await openHere();
    await tab("Saved");
    const retry = await screen.findByRole("button", { name: /Tap to reload|Try again|Reload/u });
    isUp = true;
    await act(async () => void fireEvent.click(retry));
    expect(await screen.findByText("Sunday")).toBeTruthy();
  });

  test("a saved slip is renamed and removed, after asking; a name that is taken is said at the field", async () => {
    serve({
      "POST /api/lottery/renameSaved": { code: 3052, msg: "You use this name already." },
      "POST /api/lottery/removeSaved": { data: { id: "7" } },
    });
    await openHere();
    await screen.findByText("Sunday");
    await tap("Rename or remove Sunday");
    const dialog = () => within(screen.getByRole("dialog", { name: "Rename" }));
    const field = dialog().getByRole("textbox", { name: "Name" });
    expect((field as HTMLInputElement).value).toBe("Sunday");
    fireEvent.change(field, { target: { value: "  " } });
    await tap("Save");
    expect(dialog().getByText("Please enter a name")).toBeTruthy();
    fireEvent.change(field, { target: { value: " Dice day " } });
    await tap("Save");
    expect(await screen.findByText("You use this name already.")).toBeTruthy();
    expect(requests.filter(({ path }) => path.endsWith("renameSaved")).map(({ body }) => body)).toEqual([
      { id: "7", name: "Dice day" },
    ]);
    await tap("Remove");
    const asked = within(screen.getByRole("alertdialog", { name: "Remove Sunday?" }));
    await act(async () => void fireEvent.click(asked.getByRole("button", { name: "Remove" })));
    await vi.waitFor(() => expect(requests.at(-1)?.path).toMatch(/saved$/u));
    expect(requests.some(({ path }) => path === "POST /api/lottery/removeSaved")).toBe(true);
  });
});

describe("favourite numbers", () => {
  test("are picked in a row of the open board that has them, or in all", async () => {
    act(() => store.getState().chooseMode("YX"));
    await openHere();
    await tab("Numbers");
    await screen.findByText("Birthdays");
    await tap("place2");
    expect(store.getState().gameBetList).toEqual([
      { code: "place2", id: "YX.DWD", ruleItem: [{ id: "2" }, { id: "7" }] },
    ]);
    await tap("All rows");
    expect(store.getState().gameBetList).toHaveLength(5);
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  test("a board without them says so", async () => {
    act(() => store.getState().chooseMode("LHD"));
    await openHere();
    await tab("Numbers");
    expect(await screen.findByText("The open board has no row for these numbers")).toBeTruthy();
  });

  test("what is picked in a row can be saved under a name", async () => {
    serve({ "POST /api/lottery/saveNumbers": { data: { ...numbers, id: "10", name: "New" } } });
    act(() => {
      store.getState().chooseMode("YX");
      store.getState().replace("place1", ["1", "8"]);
    });
    await openHere();
    await tab("Numbers");
    await tap("Save 1 8");
    const dialog = within(screen.getByRole("dialog", { name: "Save favourite numbers" }));
    fireEvent.change(dialog.getByRole("textbox"), { target: { value: "New" } });
    await act(async () => void fireEvent.click(dialog.getByRole("button", { name: "Save" })));
    await vi.waitFor(() =>
      expect(requests.find(({ path }) => path.endsWith("saveNumbers"))?.body).toEqual({
        name: "New",
        family: "five-digits",
        items: ["1", "8"],
      }),
    );
  });
});

describe("the last slips on the first page", () => {
  test("a tap leads to the game with the slip on offer: nothing is placed or filled before", async () => {
    const push = vi.spyOn(navigation, "push").mockResolvedValue({ ok: true });
    await renderScreen(<Again games={GAMES} kept={false} />, "en-US");
    const card = await screen.findByRole("button", { name: /^Bet again/u });
    expect(card.textContent).toMatch(/One Minute.*4\.00.*Place 1: 3.*2 lines/u);
    fireEvent.click(card);
    await vi.waitFor(() => expect(push).toHaveBeenCalledWith("/pages-sub/game/index?code=FFC"));
    expect(gameStore("FFC").getState()).toMatchObject({ lines: [], offer: { from: "again" } });
    gameStore("FFC").getState().setOffer(null);
    expect(requests.every(({ path }) => path.startsWith("GET "))).toBe(true);
  });

  test("one of a game that is switched off cannot be chosen", async () => {
    serve({ "GET /api/lottery/recentSlips": { data: { list: [{ ...recent, gameCode: "LHC" }] } } });
    await renderScreen(<Again games={GAMES} kept={false} />, "en-US");
    expect(await screen.findByRole("button", { name: /^Bet again/u })).toHaveProperty("disabled", true);
  });

  test("who has none is shown nothing, and no place is kept", async () => {
    serve({ "GET /api/lottery/recentSlips": { data: { list: [] } } });
    const { container } = await renderScreen(<Again games={GAMES} kept={false} />, "en-US");
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    await act(async () => undefined);
    expect(container.textContent).toBe("");
    expect(Object.keys(localStorage).filter((key) => key.startsWith("lotus.again"))).toEqual([]);
  });
});

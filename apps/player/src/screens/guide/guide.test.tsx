import { familyOf, type GameCode, GAMES } from "@lotus/games";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ruleTree } from "../../testing/rules.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog, activateLocale } from "../../i18n/i18n.ts";
import { Screen } from "./guide.tsx";

const DRAW = Date.UTC(2026, 10, 21, 13, 12);
const scrolled = vi.fn();

function lobbyGame(code: GameCode) {
  const period = { prizeNo: "202611210582", openAt: DRAW - 60_000, closeAt: DRAW - 7000, drawAt: DRAW };
  return {
    gameCode: code,
    name: code,
    family: familyOf(code),
    cycleMinutes: 3,
    on: true,
    current: { ...period, serverTime: 0, status: "open", commitment: "" },
    last: null,
  };
}

beforeEach(() => {
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = scrolled;
  scrolled.mockClear();
  vi.stubGlobal("fetch", (input: string) => {
    const game = GAMES.find(({ code }) => input.includes(`/rule/${code}`))?.code;
    const data =
      game === undefined
        ? { serverTime: DRAW, list: GAMES.map(({ code }) => lobbyGame(code)) }
        : ruleTree(game);
    return Promise.resolve(new Response(JSON.stringify({ code: 0, msg: "", data })));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(query: { code?: string; option?: string }, locale: "vi-VN" | "en-US" = "en-US") {
  await renderScreen(<Screen query={query} />, locale);
  await loadCatalog("guide");
  return screen.findByRole("tablist");
}
const heads = () => screen.getAllByRole("button", { expanded: false }).map((head) => head.textContent);
const opened = () => screen.getByRole("region", { name: "Example" });

describe("the guide", () => {
  it("summarizes the game", async () => {
    await show({ code: "XYFT" });
    for (const words of ["Every 3 minutes", "7 seconds before", "13:09 – 04:04 next day"]) {
      expect(screen.getByText(words)).toBeTruthy();
    }
    expect(screen.getByRole("link", { name: "Verify a result" }).getAttribute("href")).toContain("XYFT");
  });

  it("lists the options of a mode, closed, and opens one at a time", async () => {
    await show({ code: "FFC" });
    fireEvent.click(screen.getByRole("tab", { name: "HS" }));
    expect(screen.queryByRole("region", { name: "Example" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: /^HS\.ZX×/u }));
    expect(opened().textContent).toMatch(/\d+ bets × 2\.00 = \d+\.00/u);
    fireEvent.click(screen.getByRole("button", { name: /^HS\.Z3×/u }));
    expect(screen.getAllByRole("region", { name: "Example" })).toHaveLength(1);
    fireEvent.click(screen.getByRole("button", { name: /^HS\.Z3×/u }));
    expect(screen.queryByRole("region", { name: "Example" })).toBeNull();
  });

  it("opens the option of its address, in its mode, and brings it into view", async () => {
    await show({ code: "LHC", option: "LM.SZE" });
    expect(screen.getByRole("tab", { name: "LM" }).getAttribute("aria-selected")).toBe("true");
    expect(opened()).toBeTruthy();
    expect(scrolled).toHaveBeenCalledOnce();
  });

  it("an unknown option opens nothing", async () => {
    await show({ code: "FFC", option: "XX.NONE" });
    expect(screen.queryByRole("region", { name: "Example" })).toBeNull();
  });

  it("finds options of every mode by text, and says if there is none", async () => {
    await show({ code: "FFC" });
    const field = screen.getByRole("searchbox", { name: "Find a bet" });
    fireEvent.change(field, { target: { value: "z120" } });
    expect(heads()).toEqual([expect.stringContaining("WX.Z120")]);
    fireEvent.change(field, { target: { value: "no such thing" } });
    expect(screen.getByText("There is no such bet")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(screen.getByRole("tablist")).toBeTruthy();
  });

  it("keeps the input when the language is changed", async () => {
    await show({ code: "FFC" });
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "z120" } });
    await act(() => activateLocale("vi-VN"));
    expect(await screen.findByRole("heading", { level: 1, name: "Cách chơi FFC" })).toBeTruthy();
    expect(screen.getByRole("searchbox")).toHaveProperty("value", "z120");
    expect(heads()).toEqual([expect.stringContaining("WX.Z120")]);
  });

  it("shows chances as one in a number, and the exact fraction on demand", async () => {
    await show({ code: "K3", option: "STHTX.STHTX" });
    expect(screen.getByText("1 in 10")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Fractions" }));
    expect(screen.getByText("1/10")).toBeTruthy();
    expect(screen.queryByText("1 in 10")).toBeNull();
  });

  it("without a code is that of the first game", async () => {
    await show({});
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("How to play FFC");
  });
});

describe.each(["FFC", "K3", "PK10", "LHC"] as const)("every option of %s", (code) => {
  it("opens to an example whose payout is the sum of its lines", async () => {
    await show({ code }, "en-US");
    for (const tab of screen.getAllByRole("tab")) {
      fireEvent.click(tab);
      for (const head of screen.getAllByRole("button", { expanded: false })) {
        fireEvent.click(head);
        const example = opened();
        const [total = 0, ...lines] = within(example)
          .getAllByRole("definition")
          .map((sum) => Number(sum.textContent?.replaceAll(",", "")))
          .toReversed();
        expect(total, head.textContent ?? "").toBeGreaterThan(0);
        expect(lines.reduce((sum, line) => sum + line, 0)).toBeCloseTo(total, 6);
        expect(within(example).getAllByText("In a winning bet")).toHaveLength(1);
      }
    }
  }, 60_000);
});

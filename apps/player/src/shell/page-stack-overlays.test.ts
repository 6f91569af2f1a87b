import { describe, expect, onTestFinished, test, vi } from "vitest";
import { at, endStacks, press, stack } from "../testing/page-stack.ts";
import type { PageStack } from "./page-stack.ts";
import { href } from "./routes.ts";

describe("overlays of a page", () => {
  /** Opens an overlay that "back" may close. Returns whether it is still open, and a function that closes it. */
  function openOver(pages: PageStack, { stays = false } = {}) {
    const sheet = { open: true, closeRequests: 0, close: () => {} };
    const gone = pages.cover(() => {
      sheet.closeRequests += 1;
      if (!stays) sheet.close();
    });
    sheet.close = () => {
      sheet.open = false;
      gone();
    };
    return sheet;
  }
  const isCovered = () => history.state.cover === true;
  const covered = (is: boolean) => vi.waitFor(() => expect(isCovered()).toBe(is));

  /** A game opened from home, with an overlay. */
  async function coveredGame() {
    const { pages, problems } = stack();
    await pages.start();
    await pages.push(href("game", { code: "K3" }));
    const sheet = openOver(pages);
    await covered(true);
    return { pages, problems, sheet };
  }

  test("back closes it and stays on the page; back once more leaves", async () => {
    const { pages, problems, sheet } = await coveredGame();
    const { page } = pages.getState();
    history.back();
    await vi.waitFor(() => expect(sheet.open).toBe(false));
    expect(pages.getState().page).toBe(page);
    expect(at()).toBe("/pages-sub/game/index?code=K3");
    await press(pages, -1, "home");
    expect(problems).toEqual([]);
  });

  test("closed by its button it leaves no history entry", async () => {
    const { pages, sheet } = await coveredGame();
    sheet.close();
    await covered(false);
    await press(pages, -1, "home");
    expect(sheet.closeRequests).toBe(0);
  });

  test("over the first page of all, back stays as well", async () => {
    const { pages } = stack();
    await pages.start();
    const sheet = openOver(pages);
    await covered(true);
    history.back();
    await vi.waitFor(() => expect(sheet.open).toBe(false));
    expect(pages.getState().page?.name).toBe("home");
    expect(isCovered()).toBe(false);
  });

  test("forward opens nothing again and stays on the page", async () => {
    const { pages, sheet } = await coveredGame();
    history.back();
    await vi.waitFor(() => expect(sheet.open).toBe(false));
    const moved = vi.fn();
    window.addEventListener("popstate", moved);
    onTestFinished(() => window.removeEventListener("popstate", moved));
    history.forward();
    // The move itself and the move back.
    await vi.waitFor(() => expect(moved).toHaveBeenCalledTimes(2));
    await covered(false);
    expect(pages.getState().page?.name).toBe("game");
    await press(pages, -1, "home");
  });

  test("of two that are open, each back closes the upper one", async () => {
    const { pages, sheet } = await coveredGame();
    const upper = openOver(pages);
    history.back();
    await vi.waitFor(() => expect(upper.open).toBe(false));
    await covered(true);
    expect(sheet.open).toBe(true);
    history.back();
    await vi.waitFor(() => expect(sheet.open).toBe(false));
    expect(pages.getState().page?.name).toBe("game");
  });

  test("an overlay that cannot be closed stays, and so does the page", async () => {
    const { pages } = stack();
    await pages.start();
    await pages.push(href("game", { code: "K3" }));
    const sheet = openOver(pages, { stays: true });
    await covered(true);
    for (const times of [1, 2]) {
      history.back();
      await vi.waitFor(() => expect(sheet.closeRequests).toBe(times));
      await covered(true);
    }
    expect(pages.getState().page?.name).toBe("game");
  });

  test("one that closes as another opens keeps its entry", async () => {
    const { pages, sheet } = await coveredGame();
    const { length } = history;
    sheet.close();
    const next = openOver(pages);
    await covered(true);
    expect(history.length).toBe(length);
    history.back();
    await vi.waitFor(() => expect(next.open).toBe(false));
    expect(pages.getState().page?.name).toBe("game");
  });

  test.each(["open still", "closed before"])(
    "a page opened from it has the one below behind: %s",
    async (when) => {
      const { pages, sheet } = await coveredGame();
      if (when === "closed before") sheet.close();
      await pages.push(href("terms"));
      if (when === "open still") sheet.close();
      expect(at()).toBe("/pages/legal/terms");
      await press(pages, -1, "game");
      expect(isCovered()).toBe(false);
      await press(pages, -1, "home");
    },
  );

  test("replaced, switched or left by the page's own back button, it leaves no history entry", async () => {
    const { pages, sheet } = await coveredGame();
    await pages.replace(href("terms"));
    sheet.close();
    await press(pages, -1, "home");
    await pages.push(href("game", { code: "K3" }));
    const second = openOver(pages);
    await covered(true);
    await pages.switchTab(href("mine"));
    second.close();
    expect(history.state).toMatchObject({ index: 0 });
    expect(isCovered()).toBe(false);
    await pages.push(href("report"));
    const third = openOver(pages);
    await covered(true);
    third.close();
    await pages.back();
    await vi.waitFor(() => expect(pages.getState().page?.name).toBe("mine"));
  });

  test("a reload closes it and leaves no history entry", async () => {
    const { pages } = stack();
    await pages.start();
    await pages.push(href("game", { code: "K3" }));
    openOver(pages);
    await covered(true);
    endStacks();
    const { pages: again } = stack({ at: null });
    await again.start();
    expect(isCovered()).toBe(false);
    expect(again.getState().page).toMatchObject({ name: "game", index: 1 });
    await press(again, -1, "home");
  });
});

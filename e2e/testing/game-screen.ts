import type { Locator, Page } from "playwright-core";
import type { RuleGroup, RuleMode, RuleOption, RuleTree } from "@lotus/contract";
import type { PickedGroups } from "@lotus/games";
import { literal, text } from "./text.ts";
import { touch } from "./touch.ts";

/** Opens a game's screen; returns its rule tree. */
export async function openGame(page: Page, code: string): Promise<RuleTree> {
  const [reply] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === `/api/lottery/rule/${code}`),
    page.goto(`/pages-sub/game/index?code=${code}`),
  ]);
  // The server's tests check its replies against the contract.
  const { data } = (await reply.json()) as { data: RuleTree };
  await slipBar(page).waitFor();
  return data;
}

/** The bar at the lower edge of a game's screen. */
export function slipBar(page: Page): Locator {
  return page.getByRole("region", { name: text("play.slip.title") });
}

/** Shows the board of an option: taps its mode's tab, and its pill if the mode has several. */
export async function showOption(page: Page, mode: RuleMode, option: RuleOption): Promise<void> {
  const tab = page
    .getByRole("tablist", { name: text("play.game.modes") })
    .getByRole("tab", { name: mode.name, exact: true });
  if ((await tab.getAttribute("aria-selected")) !== "true") await tab.tap();
  // The board comes behind the frame that shows its mode, and the one before may have a pill of the same name.
  await page.getByRole("tabpanel", { name: mode.name, exact: true }).first().waitFor();
  if (mode.childrens.length < 2) return;
  const pill = page
    .getByRole("radiogroup", { name: text("play.game.options") })
    .getByRole("radio", { name: option.name, exact: true });
  if ((await pill.getAttribute("aria-checked")) !== "true") await pill.tap();
}

/** Taps the cells of picks on the shown board and checks that each is pressed. */
export async function tapPicks(page: Page, option: RuleOption, picks: PickedGroups): Promise<void> {
  for (const { code, items } of picks) {
    const group = option.groups.find((each) => each.code === code);
    if (group === undefined) throw new Error(`the board has no group ${code}`);
    const cells = await showGroup(page, option, group);
    for (const [at, id] of items.entries()) {
      const cell = cells.locator(`button[data-cell="${id}"]`);
      // The board may still come into its place before the first.
      await (at === 0 ? cell.tap() : touch(cell));
    }
    if (items.length > 0)
      await cells
        .getByRole("button", { pressed: true })
        .nth(items.length - 1)
        .waitFor();
  }
}

/** Shows the cells of a group; large groups have a switch that shows one at a time. */
async function showGroup(page: Page, option: RuleOption, group: RuleGroup): Promise<Locator> {
  const board = page.getByRole("tabpanel").first();
  if (option.groups.length > 1) {
    const place = board.getByRole("tab", { name: new RegExp(`^${literal(group.name)}(,|$)`, "u") });
    if ((await place.count()) > 0 && (await place.getAttribute("aria-selected")) !== "true")
      await place.tap();
  }
  return board.getByRole("group", { name: group.name, exact: true });
}

import type { Locator, Page } from "playwright-core";
import { slipBar } from "./game-screen.ts";
import { pattern, text } from "./text.ts";

/** How something is tapped. */
export type Tap = (target: Locator) => Promise<void>;

const tapOf: Tap = (target) => target.tap();

/** The open slip of a game's screen. */
export function slipSheet(page: Page): Locator {
  return page.getByRole("dialog", { name: text("play.slip.title") });
}

/** Picks a cell of the shown board by its index. */
export async function pickCell(page: Page, at = 0, tap = tapOf): Promise<void> {
  await tap(page.getByRole("tabpanel").locator("button[aria-pressed]").nth(at));
}

/** Opens the slip and waits for it: it is drawn behind the frame that answers the tap. */
export async function openSlip(page: Page, tap = tapOf): Promise<void> {
  await tap(slipBar(page).getByRole("button", { name: text("play.slip.bet") }));
  await slipSheet(page).waitFor();
}

/** Presses the slip's bet button, and waits until the server has accepted and the slip is closed. */
export async function confirmSlip(page: Page, tap = tapOf): Promise<void> {
  const taken = page.waitForResponse(async (reply) => {
    if (!new URL(reply.url()).pathname.startsWith("/api/lottery/order/")) return false;
    // Every reply of the server has this envelope.
    return ((await reply.json()) as { code: number }).code === 0;
  });
  await tap(slipSheet(page).getByRole("button", { name: pattern("play.slip.confirm") }));
  await taken;
  await slipSheet(page).waitFor({ state: "hidden" });
}

/** Bets on the first cell of the shown board, from the tap to the server's reply. */
export async function placeBet(page: Page): Promise<void> {
  await pickCell(page);
  await openSlip(page);
  await confirmSlip(page);
}

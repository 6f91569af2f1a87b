import type { Locator, Page } from "playwright-core";

/** The row of a list with a text. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole("row").filter({ hasText: text });
}

/** Confirms the open dialog of a desk's action, with a reason if one is given. */
export async function act(page: Page, label: string, reason?: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  if (reason !== undefined) await dialog.getByLabel(/^Reason/u).fill(reason);
  await dialog.getByRole("button", { name: label, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Chooses what the player reads in the open dialog, and writes a note that they never read. */
export async function tell(page: Page, told: string, note: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^The player reads/u).click();
  await page.getByRole("option", { name: told }).click();
  await dialog.getByLabel(/^Our own note/u).fill(note);
}

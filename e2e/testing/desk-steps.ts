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

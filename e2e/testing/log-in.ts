import type { Page } from "playwright-core";
import { text } from "./text.ts";

/** Logs a player in by the form, with the password of `ServerClient.newPlayer`. */
export async function logIn(page: Page, username: string): Promise<void> {
  await page.goto("/pages/auth/login");
  await page.getByLabel(text("auth.username")).fill(username);
  await page.getByLabel(text("auth.password"), { exact: true }).fill("lua-chin-vang-8");
  await page.getByRole("button", { name: text("auth.login"), exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

import type { Page } from "playwright-core";

/** Logs a player in by the form, with the password that `ServerClient.newPlayer` gives. */
export async function logIn(page: Page, username: string): Promise<void> {
  await page.goto("/pages/auth/login");
  await page.getByLabel("Tên đăng nhập").fill(username);
  await page.getByLabel("Mật khẩu", { exact: true }).fill("lua-chin-vang-8");
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

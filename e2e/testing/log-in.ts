import type { Page } from "playwright-core";
import { text } from "./text.ts";

/** The password of `ServerClient.newPlayer`. */
const PASSWORD = "lua-chin-vang-8";

/** Logs a player in by the form. */
export async function logIn(page: Page, username: string): Promise<void> {
  await page.goto("/pages/auth/login");
  await page.getByLabel(text("auth.username")).fill(username);
  await page.getByLabel(text("auth.password"), { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: text("auth.login"), exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

/**
 * Gives the browser of a page, which has opened no page of the app yet, the session of a player: for tests that begin after the
 * login. Loading the form and the first page behind it takes longer than many tests.
 */
export async function storeSession(page: Page, username: string): Promise<void> {
  const reply = await page.request.post("/api/user/login", {
    headers: { platform: "h5" },
    data: { username, password: PASSWORD },
  });
  // The server's tests check its replies against the contract.
  const { code, data } = (await reply.json()) as { code: number; data: { token: string; jwt: string } };
  if (code !== 0) throw new Error(`${username} cannot log in: ${code}`);
  const state = { accessToken: data.token, jwtToken: data.jwt, username, remember: false, ended: "" };
  const stored = JSON.stringify(JSON.stringify({ state, version: 1 }));
  // Runs in each new page, and leaves alone what the app has stored since. A page that is not there yet has no storage.
  await page.context().addInitScript(`if (location.protocol.startsWith("http"))
    localStorage.getItem("lotus.session") ?? localStorage.setItem("lotus.session", ${stored});`);
}

import type { Page } from "playwright-core";

/** An act that taps the first, or the n-th (last: -1), of what a selector finds and shows. */
export function tap(selector: string, nth = 0): (page: Page) => Promise<void> {
  return async (page) => {
    const found = page.locator(selector).filter({ visible: true });
    await (nth < 0 ? found.last() : found.nth(nth)).tap();
  };
}

/** Acts one after the other. */
export function inTurn(...acts: readonly ((page: Page) => Promise<void>)[]): (page: Page) => Promise<void> {
  return async (page) => {
    for (const act of acts) await act(page);
  };
}

/** An act that writes into a field. */
export function fill(selector: string, text: string): (page: Page) => Promise<void> {
  return (page) => page.locator(selector).filter({ visible: true }).first().fill(text);
}

/** What the house answers, for a screen whose state cannot be had of it without changing it for all others. */
export function answers(path: string, change: (data: unknown) => unknown): (page: Page) => Promise<void> {
  return async (page) => {
    await page.route(
      (url) => url.pathname.startsWith(path),
      async (route) => {
        const response = await route.fetch();
        const reply: unknown = await response.json();
        if (typeof reply !== "object" || reply === null || !("data" in reply))
          throw new Error(`no data: ${path}`);
        await route.fulfill({ response, json: { ...reply, data: change(reply.data) } });
      },
    );
  };
}

/** Answers without asking the house at all. */
export function answersWith(
  path: string,
  dataOf: (page: Page) => Promise<unknown>,
): (page: Page) => Promise<void> {
  return async (page) => {
    await page.route(
      (url) => url.pathname === path,
      async (route) => route.fulfill({ json: { code: 0, msg: "", data: await dataOf(page) } }),
    );
  };
}

/** Asks the house as the player at the page does. */
export async function ask(page: Page, path: string): Promise<unknown> {
  return await page.evaluate(`(async () => {
    const { state } = JSON.parse(localStorage.getItem("lotus.session") ?? "{}");
    const headers = { platform: "h5", LANGUAGE: "vi-VN", Token: state?.accessToken ?? "" };
    return (await (await fetch(${JSON.stringify(path)}, { headers })).json()).data;
  })()`);
}

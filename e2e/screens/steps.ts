import type { Page } from "playwright-core";

/** A step that taps the first, or the n-th (last: -1), of what a selector finds and shows. */
export function tap(selector: string, nth = 0): (page: Page) => Promise<void> {
  return async (page) => {
    const found = page.locator(selector).filter({ visible: true });
    await (nth < 0 ? found.last() : found.nth(nth)).tap();
  };
}

/** Steps one after the other. */
export function inTurn(...steps: readonly ((page: Page) => Promise<void>)[]): (page: Page) => Promise<void> {
  return async (page) => {
    for (const step of steps) await step(page);
  };
}

/** A step that writes into a field. */
export function fill(selector: string, text: string): (page: Page) => Promise<void> {
  return (page) => page.locator(selector).filter({ visible: true }).first().fill(text);
}

/** What the server answers, for a screen whose state cannot be had of it without changing it for all others. */
export function answers(path: string, change: (data: unknown) => unknown): (page: Page) => Promise<void> {
  return async (page) => {
    await page.route(
      (url) => url.pathname.startsWith(path),
      async (route) => {
        const response = await route.fetch();
        const reply: unknown = await response.json();
        if (typeof reply !== "object" || reply === null || !("data" in reply))
          throw new Error(`no data: ${path}`);
        // A refusal has no data, and stays one.
        const data = reply.data === null ? null : change(reply.data);
        await route.fulfill({ response, json: { ...reply, data } });
      },
    );
  };
}

/** A question to the server, as a player asks it: the data of its answer. */
export type Ask = (path: string) => Promise<unknown>;

/** Answers in place of the server, with what may be made of its other answers. */
export function answersWith(
  path: string,
  dataOf: (ask: Ask) => Promise<unknown>,
): (page: Page) => Promise<void> {
  return async (page) => {
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        // Not out of the page, which may be on its way elsewhere by now.
        const { token } = route.request().headers();
        await route.fulfill({ json: { code: 0, msg: "", data: await dataOf(askWith(page, token)) } });
      },
    );
  };
}

/** Asks as the player at the page does. */
export async function askAt(page: Page): Promise<Ask> {
  const token = await page.evaluate<string | undefined>(
    `JSON.parse(localStorage.getItem("lotus.session") ?? "{}").state?.accessToken`,
  );
  return askWith(page, token);
}

function askWith(page: Page, token = ""): Ask {
  return async (path) => {
    const reply = await page.request.get(path, {
      headers: { platform: "h5", LANGUAGE: "vi-VN", Token: token },
    });
    const { data } = (await reply.json()) as { data: unknown };
    return data;
  };
}

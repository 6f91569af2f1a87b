import type { Page } from "playwright-core";
import { text } from "../testing/text.ts";
import { replaceAnswers } from "./replaced-answers.ts";

/** A step that taps the first, or the n-th (last: -1), visible match of a selector. */
export function tap(selector: string, nth = 0): (page: Page) => Promise<void> {
  return async (page) => {
    const found = page.locator(selector).filter({ visible: true });
    await (nth < 0 ? found.last() : found.nth(nth)).tap();
  };
}

/** A step of a state in Vietnamese that taps the first button with a text. */
export function press(key: Parameters<typeof text>[0], among = "button"): (page: Page) => Promise<void> {
  return (page) =>
    page
      .locator(among)
      .filter({ visible: true, hasText: text(key) })
      .first()
      .tap();
}

/** Runs steps in sequence. */
export function inTurn(...steps: readonly ((page: Page) => Promise<void>)[]): (page: Page) => Promise<void> {
  return async (page) => {
    for (const step of steps) await step(page);
  };
}

/** A step that fills a field. */
export function fill(selector: string, text: string): (page: Page) => Promise<void> {
  return (page) => page.locator(selector).filter({ visible: true }).first().fill(text);
}

/** Replies for a screen whose state cannot be reached without changing the server for all others. */
export function answers(path: string, change: (data: unknown) => unknown): (page: Page) => Promise<void> {
  return (page) =>
    replaceAnswers(
      page,
      (url) => url.pathname.startsWith(path),
      async ({ fromServer }) => {
        const reply = await fromServer();
        if (typeof reply !== "object" || reply === null || !("data" in reply))
          throw new Error(`no data: ${path}`);
        // A refusal has no data and is passed through.
        return { json: { ...reply, data: reply.data === null ? null : change(reply.data) } };
      },
    );
}

/** Makes a player's request; resolves to the data of its reply. */
export type ApiGet = (path: string) => Promise<unknown>;

/** Replies in place of the server, possibly derived from its other replies. */
export function answersWith(
  path: string,
  dataOf: (client: ApiGet) => Promise<unknown>,
): (page: Page) => Promise<void> {
  return (page) =>
    replaceAnswers(
      page,
      (url) => url.pathname === path,
      // Not from inside the page, which may be navigating by now.
      async ({ headers }) => ({
        json: { code: 0, msg: "", data: await dataOf(apiGetWith(page, headers["token"])) },
      }),
    );
}

/** Refuses a call, with the data of its refusal. */
export function refuses(
  path: string,
  code: number,
  data: object | null = null,
): (page: Page) => Promise<void> {
  return (page) =>
    replaceAnswers(
      page,
      (url) => url.pathname === path,
      () => ({ json: { code, msg: "", data } }),
    );
}

/** Makes requests as the player of the page. */
export async function apiGetAt(page: Page): Promise<ApiGet> {
  const token = await page.evaluate<string | undefined>(
    `JSON.parse(localStorage.getItem("lotus.session") ?? "{}").state?.accessToken`,
  );
  return apiGetWith(page, token);
}

function apiGetWith(page: Page, token = ""): ApiGet {
  return async (path) => {
    const reply = await page.request.get(path, {
      headers: { platform: "h5", LANGUAGE: "vi-VN", Token: token },
    });
    const { data } = (await reply.json()) as { data: unknown };
    return data;
  };
}

/** The server's configuration with other rules of player protection. */
export function rules(changes: object): (config: unknown) => unknown {
  return (config) => {
    const { protection, ...rest } = config as { protection: object };
    return { ...rest, protection: { ...protection, ...changes } };
  };
}

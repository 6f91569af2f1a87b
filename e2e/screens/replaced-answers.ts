import type { CDPSession, Page } from "playwright-core";

/** A request of a page to the API. */
export interface Asked {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** What the server answers to it. */
  fromServer(): Promise<unknown>;
  /** The same, with its status. */
  reply(): Promise<Required<Pick<Answer, "status" | "json">>>;
}

/** An answer in place of the server's. */
export interface Answer {
  readonly status?: number;
  readonly json: unknown;
  /** In place of it. */
  readonly picture?: Buffer;
  /** Called once the page has it, or does not want it any more. */
  readonly onGiven?: () => void;
}

interface Replacement {
  readonly fits: (url: URL) => boolean;
  readonly answer: (asked: Asked) => Promise<Answer> | Answer;
}

/** What Chromium says of a request that it holds. */
interface Held {
  readonly requestId: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly postData?: string;
  };
}

interface Replaced {
  readonly session: CDPSession;
  /** The newest first. */
  readonly replacements: Replacement[];
  readonly working: Set<Promise<void>>;
  /** Why requests got no answer: of pages that were left meanwhile, or of ones that wait for ever. */
  readonly unanswered: string[];
}

const OK = 200;

/** A pattern that no address fits. */
const NOTHING = "nothing:";

/** A kept connection that the server closes while a request is on its way is opened again. */
const RETRIES_OF_RESET = 2;
const replacedOn = new WeakMap<Page, Replaced>();

/**
 * Replaces answers of the API to a page, the newest replacement first. Not by `page.route`: it switches the browser's
 * cache off and holds every script of a page too, which is half of the work of opening one.
 */
export async function replaceAnswers(
  page: Page,
  fits: Replacement["fits"],
  answer: Replacement["answer"],
): Promise<void> {
  const { session, replacements } = await replacedOf(page);
  replacements.unshift({ fits, answer });
  await holdRequests(session, "*/api/*");
}

/** Leaves all answers to the server again, once those that are being replaced have been given. */
export async function keepAnswers(page: Page): Promise<void> {
  const replaced = replacedOn.get(page);
  if (replaced === undefined || replaced.replacements.length === 0) return;
  replaced.replacements.length = 0;
  replaced.unanswered.length = 0;
  await Promise.all(replaced.working);
  await holdRequests(replaced.session, NOTHING);
}

/** Not by `Fetch.disable` where nothing is to be held: a request that is held at that moment never gets an answer. */
async function holdRequests(session: CDPSession, urlPattern: string): Promise<void> {
  await session.send("Fetch.enable", { patterns: [{ urlPattern }] });
}

/** Whether the answer to a path is replaced. */
export function isReplaced(page: Page, path: string): boolean {
  const url = new URL(path, page.url().startsWith("http") ? page.url() : "http://lotus.test");
  return replacedOn.get(page)?.replacements.some(({ fits }) => fits(url)) === true;
}

/** Why requests of a page got no answer since answers were last replaced. */
export function unansweredOn(page: Page): readonly string[] {
  return replacedOn.get(page)?.unanswered ?? [];
}

async function replacedOf(page: Page): Promise<Replaced> {
  const known = replacedOn.get(page);
  if (known !== undefined) return known;
  const session = await page.context().newCDPSession(page);
  const replaced: Replaced = { session, replacements: [], working: new Set(), unanswered: [] };
  replacedOn.set(page, replaced);
  session.on("Fetch.requestPaused", (held) => {
    const work = settle(page, replaced, held).catch((error: unknown) => {
      replaced.unanswered.push(`${held.request.url} got no answer: ${String(error)}`);
    });
    replaced.working.add(work);
    void work.then(() => replaced.working.delete(work));
  });
  return replaced;
}

async function settle(page: Page, { session, replacements }: Replaced, held: Held): Promise<void> {
  const { requestId, request } = held;
  const url = new URL(request.url);
  const replacement = replacements.find(({ fits }) => fits(url));
  if (replacement === undefined) {
    await session.send("Fetch.continueRequest", { requestId });
    return;
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const reply = async () => {
    const { method, postData } = request;
    const response = await page.request.fetch(url.href, {
      method,
      headers,
      maxRetries: RETRIES_OF_RESET,
      ...(postData === undefined ? {} : { data: postData }),
    });
    const json: unknown = await response.json();
    return { status: response.status(), json };
  };
  const fromServer = async (): Promise<unknown> => (await reply()).json;
  const {
    status = OK,
    json,
    picture,
    onGiven,
  } = await replacement.answer({ url, headers, fromServer, reply });
  try {
    await session.send("Fetch.fulfillRequest", {
      requestId,
      responseCode: status,
      responseHeaders: [
        { name: "Content-Type", value: picture === undefined ? "application/json" : "image/webp" },
      ],
      body: (picture ?? Buffer.from(JSON.stringify(json))).toString("base64"),
    });
  } finally {
    onGiven?.();
  }
}

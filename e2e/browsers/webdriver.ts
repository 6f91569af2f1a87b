/** A failure that a WebDriver server reports, with its code: "no such element". */
export class WebDriverError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** Key of an element's id in every answer (W3C WebDriver, 11). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

export type Element = Readonly<Record<typeof ELEMENT, string>>;

/**
 * A session of WebDriver. The journey needs ten commands, all of one shape, so that a library would add more than it
 * saves.
 */
export class WebDriver {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  /** Starts a session, and with it the browser. */
  static async open(server: string, capabilities: object): Promise<WebDriver> {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const { sessionId } = await send<{ sessionId: string }>("POST", `${server}/session`, body);
    return new WebDriver(`${server}/session/${sessionId}`);
  }

  post<Value>(path: string, body: object = {}): Promise<Value> {
    return send("POST", this.#url + path, body);
  }

  get<Value>(path: string): Promise<Value> {
    return send("GET", this.#url + path);
  }

  /** Ends the session, and with it the browser. */
  close(): Promise<void> {
    return send("DELETE", this.#url);
  }

  /** Runs the body of a function in the page. */
  run<Value>(script: string, ...args: readonly unknown[]): Promise<Value> {
    return this.post("/execute/sync", { script, args });
  }

  async click(element: Element): Promise<void> {
    // To the middle: otherwise it may come to lie under a bar at the edge of the page.
    await this.run("arguments[0].scrollIntoView({ block: 'center', inline: 'center' })", element);
    return this.post(`/element/${element[ELEMENT]}/click`);
  }

  clear(element: Element): Promise<void> {
    return this.post(`/element/${element[ELEMENT]}/clear`);
  }

  type(element: Element, text: string): Promise<void> {
    return this.post(`/element/${element[ELEMENT]}/value`, { text });
  }

  role(element: Element): Promise<string> {
    return this.get(`/element/${element[ELEMENT]}/computedrole`);
  }

  label(element: Element): Promise<string> {
    return this.get(`/element/${element[ELEMENT]}/computedlabel`);
  }
}

async function send<Value>(method: string, url: string, body?: object): Promise<Value> {
  const reply = await fetch(url, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  // Every answer has this envelope.
  const { value } = (await reply.json()) as { value: unknown };
  if (reply.ok) return value as Value;
  const { error, message } = value as { error: string; message: string };
  throw new WebDriverError(error, message);
}

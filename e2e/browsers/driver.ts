/** How a window is opened. */
export interface Window {
  /** Address of the server. */
  readonly url: string;
  /** Device pixels for one CSS pixel, where the browser lets a test choose. */
  readonly ratio: number;
}

/** A window of any browser, driven by the protocol of that browser. Each action waits until it is possible. */
export interface Driver {
  /** Name of the browser with its version, for file names. */
  readonly name: string;
  /** Opens a path of the server. */
  go(path: string): Promise<void>;
  /** Types into the field of a CSS selector. */
  fill(css: string, value: string): Promise<void>;
  /** Clicks the first visible element of a CSS selector. */
  tap(css: string): Promise<void>;
  /** Clicks the visible element with a role and an accessible name. */
  press(role: "button" | "link", name: string): Promise<void>;
  /** Evaluates an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Saves a picture of the window. */
  picture(file: string): Promise<void>;
  /** Errors of scripts, the console and the content security policy since the start. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

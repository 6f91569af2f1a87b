import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { vi } from "vitest";
import { TIMEOUT_MS } from "../testing/browser.ts";
import type { Driver, Window } from "./driver.ts";
import type { Missing } from "./missing.ts";
import { type Element, WebDriver } from "./webdriver.ts";

const SERVER = "/usr/bin/WebKitWebDriver";
const SCREEN = "/usr/bin/Xvfb";

export interface WebKit {
  readonly browser: string;
}

export function findWebKit(): WebKit | Missing {
  const [browser] = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser");
  if (browser === undefined || !existsSync(SERVER))
    return { missing: "Debian's webkit2gtk-driver is not installed" };
  if (!existsSync(SCREEN)) return { missing: "Debian's xvfb is not installed" };
  return { browser };
}

/** Opens a window of 375×812 in WebKitGTK, on a screen in memory. */
export async function openWebKitDriver({ browser }: WebKit, { url }: Pick<Window, "url">): Promise<Driver> {
  const home = mkdtempSync(join(tmpdir(), "lotus-webkit-"));
  const screen = spawn(SCREEN, ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const processes = [screen];
  const quit = async () => {
    await Promise.all(processes.map(end));
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const display = await firstLine(screen);
    const port = await freePort();
    const env = { ...process.env, ...environment(home), DISPLAY: `:${display}` };
    processes.push(spawn(SERVER, [`--port=${port}`], { stdio: "ignore", env }));
    const driver = `http://127.0.0.1:${port}`;
    await vi.waitFor(() => fetch(`${driver}/status`), { timeout: TIMEOUT_MS });
    const session = await WebDriver.open(driver, {
      // Does not wait for the page, so that its errors are watched from the start.
      pageLoadStrategy: "none",
      "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] },
    });
    await resize(session, 375, 812);
    return {
      name: "webkit",
      ...actionsOf(session, url),
      close: async () => {
        await session.close();
        await quit();
      },
    };
  } catch (error) {
    await quit();
    throw error;
  }
}

function actionsOf(session: WebDriver, url: string): Omit<Driver, "name" | "close"> {
  const errors: string[] = [];
  return {
    go: async (path) => {
      await take(session, errors);
      await session.run("window.lotusBefore = true");
      await session.post("/url", { url: url + path });
      await vi.waitUntil(() => session.run(WATCH), { timeout: TIMEOUT_MS, interval: 5 });
    },
    fill: (css, value) =>
      untilDone(async () => {
        const [field] = await visible(session, css);
        if (field === undefined) throw new Error(`no field ${css}`);
        // A date is typed in the order of the browser's language, so it is set as a date picker does.
        if (await session.run<boolean>(SET_DATE, field, value)) return;
        await session.clear(field);
        await session.type(field, value);
      }),
    tap: (css) =>
      untilDone(async () => {
        const [element] = await visible(session, css);
        if (element === undefined) throw new Error(`no element ${css}`);
        await session.click(element);
      }),
    press: (role, name) =>
      untilDone(async () => {
        const element = await named(session, role, name);
        if (element === undefined) throw new Error(`no ${role} with the name ${name}`);
        await session.click(element);
      }),
    evaluate: (expression) => session.run(`return (${expression})`),
    errors: async () => {
      await take(session, errors);
      return errors;
    },
    picture: async (file) => {
      // The second frame from now shows what the page has become.
      await session.run(
        "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
      );
      writeFileSync(file, await session.get<string>("/screenshot"), "base64");
    },
  };
}

const SET_DATE = `const [field, value] = arguments;
  if (field.type !== "date") return false;
  // Not by the field itself: React would take it for its own change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, value);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  return true;`;

/** Repeats an action until the page allows it: until then the element is absent, moving or covered. */
async function untilDone(action: () => Promise<void>): Promise<void> {
  await vi.waitFor(action, { timeout: TIMEOUT_MS });
}

/** Elements of a selector that have an area. */
function visible(session: WebDriver, css: string): Promise<readonly Element[]> {
  return session.run(
    `return [...document.querySelectorAll(arguments[0])].filter(
      (element) => element.getClientRects().length > 0 && element.closest("[inert], [aria-hidden=true]") === null
    )`,
    css,
  );
}

const ELEMENTS = { button: "button, [role=button]", link: "a[href]" } as const;

/** The element that assistive technology finds by a role and a name. */
async function named(
  session: WebDriver,
  role: "button" | "link",
  name: string,
): Promise<Element | undefined> {
  for (const element of await visible(session, ELEMENTS[role])) {
    if ((await session.label(element)) === name && (await session.role(element)) === role) return element;
  }
  return undefined;
}

/** Gives the page a size, whatever the bars of the browser take. A window reports a new size before its page has it. */
async function resize(session: WebDriver, width: number, height: number): Promise<void> {
  const size = `${width}×${height}`;
  await vi.waitFor(
    async () => {
      const [w = 0, h = 0] = await session.run<number[]>("return [innerWidth, innerHeight]");
      if (`${w}×${h}` === size) return;
      const outer = await session.get<{ width: number; height: number }>("/window/rect");
      await session.post("/window/rect", {
        width: Math.max(1, outer.width + width - w),
        height: Math.max(1, outer.height + height - h),
      });
      throw new Error(`the page is ${w}×${h}, not ${size}`);
    },
    { timeout: TIMEOUT_MS, interval: 250 },
  );
}

/** Bars without a size: otherwise those of MiniBrowser make a window 447 pixels wide. */
const GTK_STYLES = `* { font-size: 1px; padding: 0; margin: 0; border-width: 0; min-width: 0; min-height: 0;
  -gtk-icon-transform: scale(0); }`;

/** A new home folder, so that no setting of the user matters; without motion. */
function environment(home: string): Record<string, string> {
  mkdirSync(join(home, "gtk-3.0"));
  writeFileSync(join(home, "gtk-3.0", "settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  writeFileSync(join(home, "gtk-3.0", "gtk.css"), GTK_STYLES);
  return {
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
    // The language of the browser is that of an installed locale, or English.
    LC_ALL: "en_US.UTF-8",
    GDK_BACKEND: "x11",
    LIBGL_ALWAYS_SOFTWARE: "1",
  };
}

/**
 * Collects the errors of a page from its first script on. WebDriver has no command for them, and WebKit writes no
 * messages of the console in a session under automation.
 */
const WATCH = `if (window.lotusBefore) return false;
  if (window.lotusErrors) return true;
  window.lotusErrors = [];
  const add = (kind, what) => window.lotusErrors.push([kind, what, what && what.stack].filter(Boolean).join(" "));
  addEventListener("error", (event) => add("error", event.error || event.message || event.target.outerHTML), true);
  addEventListener("unhandledrejection", (event) => add("rejection", event.reason));
  addEventListener("securitypolicyviolation", (event) =>
    add("content security policy", event.violatedDirective + " " + event.blockedURI));
  const write = console.error;
  console.error = (...words) => { add("console", words.join(" ")); write.apply(console, words); };
  return true;`;

/** Errors of the page so far. The next page has its own. */
async function take(session: WebDriver, errors: string[]): Promise<void> {
  errors.push(...(await session.run<string[]>("return (window.lotusErrors || []).splice(0)")));
}

async function firstLine(process: ChildProcess): Promise<string> {
  // The fourth of the streams that `spawn` was asked for.
  const lines = createInterface({ input: process.stdio[3] as Readable });
  const [line] = (await once(lines, "line")) as [string];
  lines.close();
  return line;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port is free");
  server.close();
  await once(server, "close");
  return address.port;
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  process.kill();
  await once(process, "exit");
}

import { yieldTask } from "../api/yield-task.ts";

/** Files that have been run, or are about to be. */
const run = new Set<string>();
/** Files that have been asked for, and when a stylesheet is there. */
const asked = new Map<string, Promise<void> | undefined>();

/**
 * Loads a part of the app: all its files at once, and then runs them one after another, each in a task of its own, so that a
 * slow phone can be tapped in between. The build calls it for every `import()`, with the files that the part needs, each behind
 * those that it imports.
 * @throws whatever the part cannot be loaded or styled with
 */
export async function loadPart<Part>(
  part: () => Promise<Part>,
  files: readonly string[] = [],
): Promise<Part> {
  if (asked.size === 0) noteThosePresent();
  // If a file does not come, the part itself says so.
  const [styled] = await Promise.allSettled([
    Promise.all(files.map(async (file) => ask(file))),
    runOneByOne(areFetchedAhead() ? files : []),
  ]);
  if (styled.status === "rejected") throw styled.reason;
  return part().catch(leaveIfUnreadable);
}

/** A part that this browser cannot parse fails again after each reload. */
function leaveIfUnreadable(error: unknown): never {
  if (error instanceof SyntaxError) location.replace("/browser.html#failed");
  throw error;
}

/** What boot.js and the page have asked for. */
function noteThosePresent(): void {
  for (const link of document.querySelectorAll("link")) {
    const file = link.getAttribute("href") ?? "";
    if (link.rel === (file.endsWith(".css") ? "stylesheet" : "modulepreload"))
      asked.set(file.slice(1), undefined);
  }
}

function ask(file: string): Promise<void> | undefined {
  if (asked.has(file)) return asked.get(file);
  const link = document.createElement("link");
  const isStyle = file.endsWith(".css");
  link.rel = isStyle ? "stylesheet" : "modulepreload";
  link.crossOrigin = "";
  link.href = `/${file}`;
  const there = isStyle
    ? new Promise<void>((resolve, reject) => {
        link.addEventListener("load", () => resolve());
        link.addEventListener("error", () => reject(new Error(`no styles: ${file}`)));
      })
    : undefined;
  asked.set(file, there);
  document.head.append(link);
  return there;
}

async function runOneByOne(files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (!file.endsWith(".js") || run.has(file)) continue;
    run.add(file);
    await import(/* @vite-ignore */ `/${file}`);
    await nextTask();
  }
}

/** Behind whatever the browser has to do first, such as answering a tap; not by a timer, which is slow in windows behind others. */
function nextTask(): Promise<void> {
  return globalThis.scheduler?.yield?.() ?? yieldTask();
}

/** Safari before 17 fetches no modules ahead: one run after another, each would wait for the network. */
function areFetchedAhead(): boolean {
  return document.createElement("link").relList.supports("modulepreload");
}

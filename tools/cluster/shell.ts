import { execFileSync } from "node:child_process";

/** Runs a program and returns its output. @throws Error with what it complained of */
export function run(
  program: string,
  words: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): string {
  return execFileSync(program, words, { ...options, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Runs a program whose failure changes nothing, as one that removes what is already gone. */
export function attempt(program: string, words: readonly string[]): void {
  try {
    run(program, words);
  } catch {
    // There was nothing to do.
  }
}

/** Waits until `found` returns something, and returns it. @throws Error that names what did not come */
export async function waitFor<Found>(
  what: string,
  withinMs: number,
  find: () => Promise<Found | undefined> | Found | undefined,
): Promise<Found> {
  const until = performance.now() + withinMs;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > until)
      throw new Error(`${what} did not come within ${Math.round(withinMs / 1000)} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { emptyState, type MonitorState } from "./state.ts";

/** The state as a file, which always has the whole of one state. */
export class StateFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** The stored state; null if there is none. @throws Error if the file is not one */
  async read(): Promise<MonitorState | null> {
    const text = await readFile(this.#path, "utf8").catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
      throw error;
    });
    if (text === null) return null;
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Reflect.get(value, "version") !== 1)
      throw new Error(`${this.#path} is not the state of a monitor`);
    // Written by this program alone; one of before knew less.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { ...emptyState(), ...(value as MonitorState) };
  }

  async write(state: MonitorState): Promise<void> {
    const temporary = `${this.#path}.${randomUUID()}`;
    try {
      const file = await open(temporary, "wx", 0o600);
      try {
        await file.writeFile(`${JSON.stringify(state)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.#path);
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

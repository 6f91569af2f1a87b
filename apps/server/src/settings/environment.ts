import { findMisspelt } from "./misspelt.ts";
import { StartupError } from "./startup-error.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads variables and collects every problem with them, so that one message can name all. An empty
 * variable counts as not set.
 */
export class EnvironmentReader {
  readonly #environment: Environment;
  readonly #problems: string[] = [];
  readonly #known = new Set<string>();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** The text of a variable, or null when it is not set. */
  optional(name: string): string | null {
    this.#known.add(name);
    const value = this.#environment[name]?.trim();
    return value === undefined || value === "" ? null : value;
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const text = this.optional(name);
    if (text === null) return fallback;
    const value = Number(text);
    if (/^-?\d+$/.test(text) && value >= least && value <= most) return value;
    this.complain(`${name} must be a whole number from ${least} to ${most}`);
    return fallback;
  }

  choice<const Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
    const text = this.optional(name);
    if (text === null) return fallback;
    const found = values.find((value) => value === text);
    if (found === undefined) this.complain(`${name} must be one of ${values.join(", ")}`);
    return found ?? fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    return this.choice(name, ["0", "1"], fallback ? "1" : "0") === "1";
  }

  list(name: string): readonly string[] {
    return (this.optional(name) ?? "")
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  }

  /** A variable whose value the caller validates. */
  checked(name: string, fallback: string, isRight: (value: string) => boolean, what: string): string {
    const value = this.text(name, fallback);
    if (isRight(value)) return value;
    this.complain(`${name} must be ${what}`);
    return fallback;
  }

  /** Declares settings that are read only if others are set, so that they are not reported as misspelt. */
  knows(...names: readonly string[]): void {
    for (const name of names) this.#known.add(name);
  }

  /** Reports each variable that looks like a setting but is none. Call it after all settings have been read. */
  complainOfMisspelt(): void {
    const given = Object.keys(this.#environment).filter(
      (name) => (this.#environment[name]?.trim() ?? "") !== "",
    );
    for (const { name, nearest } of findMisspelt(given, this.#known))
      this.complain(`${name} is no setting: ${nearest} is the nearest`);
  }

  complain(problem: string): void {
    this.#problems.push(problem);
  }

  /** @throws StartupError naming everything that was wrong */
  finish(): void {
    if (this.#problems.length > 0) throw new StartupError(`settings: ${this.#problems.join("; ")}`);
  }
}

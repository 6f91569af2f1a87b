import { parseArgs } from "node:util";

/**
 * Runs a command that takes one file, and perhaps flags: its exit status, 0 after `--help`, and 2 with the usage for
 * anything else.
 */
export async function runWithFile(
  words: readonly string[],
  usage: string,
  run: (file: string, flags: ReadonlySet<string>) => Promise<number>,
  flags: readonly string[] = [],
): Promise<number> {
  const known = Object.fromEntries(flags.map((name) => [name, { type: "boolean" } as const]));
  const options = { help: { type: "boolean", short: "h" }, ...known } as const;
  // Not strict, so that a mistake is answered by the usage and not by a stack trace.
  const { values, positionals } = parseArgs({
    args: [...words],
    options,
    strict: false,
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (values["help"] === true) {
    console.log(usage);
    return 0;
  }
  const unknown = Object.keys(values).find((name) => name !== "help" && !flags.includes(name));
  if (file === undefined || more.length > 0 || unknown !== undefined) {
    console.error(unknown === undefined ? usage : `there is no option --${unknown}\n${usage}`);
    return 2;
  }
  return await run(file, new Set(Object.keys(values)));
}

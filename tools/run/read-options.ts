import { parseArgs, type ParseArgsConfig } from "node:util";

/** Reads a command's options as `parseArgs` does; says in one line what is wrong with them, and ends the process. */
export function readOptions<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const known = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    const rest = known.length === 0 ? "there are no options" : `the options are ${known.join(", ")}`;
    console.error(`${error.message.split(". ")[0]}; ${rest}`);
    return process.exit(2);
  }
}

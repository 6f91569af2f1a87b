import { once } from "node:events";
import { createInterface } from "node:readline";
import { catalogue } from "./catalogue.ts";
import { settleLine } from "./settle.ts";

const USAGE = `Re-check the operator from outside.

  npm run -s rules -- settle       settle orders: one JSON object a line on standard input,
                                   { id, game, option, groups: [{ code, items }], draw, lunarYear? },
                                   one JSON line each on standard output, in order
  npm run -s rules -- catalogue    every option with its board, chances, odds and return, as JSON
`;

const BATCH_CHARS = 64 * 1024;

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

// Answers are written in batches: a system call for each line would cost more than the settling.
async function settleInput(): Promise<number> {
  let [answers, status] = ["", 0];
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    const settled = settleLine(line);
    if ("error" in settled && settled.error.code === "NOT_JSON") status = 1;
    answers += `${JSON.stringify(settled)}\n`;
    if (answers.length >= BATCH_CHARS) {
      await write(answers);
      answers = "";
    }
  }
  await write(answers);
  return status;
}

async function main(command: string | undefined): Promise<number> {
  if (command === "settle") return settleInput();
  if (command === "catalogue") {
    await write(`${JSON.stringify(catalogue(), null, 2)}\n`);
    return 0;
  }
  process.stderr.write(USAGE);
  return 2;
}

// A reader such as head closes the pipe early, which is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

process.exitCode = await main(process.argv[2]);

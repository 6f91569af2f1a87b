import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ServerUnderLoad } from "../load/server-under-load.ts";

const WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** The mails a server has sent to an address, the oldest first. */
export function mailsTo({ dataDir }: ServerUnderLoad, address: string): readonly string[] {
  const outbox = join(dataDir, "outbox");
  let files: readonly string[];
  try {
    files = readdirSync(outbox).filter((file) => file.endsWith(".txt"));
  } catch {
    // No mail was ever sent.
    return [];
  }
  return files
    .toSorted()
    .map((file) => readFileSync(join(outbox, file), "utf8"))
    .filter((mail) => mail.includes(`\nTo: ${address}\n`));
}

/** Waits for the next mail to an address. */
export async function nextMail(server: ServerUnderLoad, address: string, after: number): Promise<string> {
  for (const began = performance.now(); performance.now() - began < WITHIN_MS; await pause(LOOK_EVERY_MS)) {
    const mail = mailsTo(server, address)[after];
    if (mail !== undefined) return mail;
  }
  throw new Error(`no mail came to ${address}`);
}

import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mail, MailSettings } from "./mailer.ts";

/** Writes a mail to its own file, readable only by the server's user. */
export async function writeToOutbox(
  { outbox, from, title }: Pick<MailSettings, "outbox" | "from" | "title">,
  name: string,
  { to, subject, text }: Mail,
): Promise<void> {
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  await chmod(outbox, 0o700);
  const file = join(outbox, `${name}.txt`);
  const head = `From: ${title} <${from}>\nTo: ${to}\nSubject: ${subject}\n\n`;
  // Written under another name and renamed, so that a reader of the folder never sees a partial mail.
  await writeFile(`${file}.new`, `${head}${text}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

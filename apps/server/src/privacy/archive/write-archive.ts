import { formatMoney } from "@lotus/money";
import type { Locale } from "@lotus/locales";
import type { Database } from "../../db/database.ts";
import { archivePage, SHOWN, type PartSummary } from "./archive-page.ts";
import type { ArchiveDeps, ArchivePart, ArchiveSource, Entry, Value } from "./archive-part.ts";
import { ARCHIVE_PARTS, picturesOf, profileOf } from "./archive-parts.ts";
import * as sql from "./archive.sql.ts";
import { ZipWriter, type Sink } from "./zip.ts";

/** What the page of an archive states besides the player's data. */
export interface ArchiveOptions extends ArchiveDeps {
  readonly title: string;
  readonly timeZone: string;
}

/**
 * Writes everything about a player as one ZIP archive into `sink`: a JSON file for each part, the pictures of the
 * conversation, and a page to read. All of it is of one snapshot, in which nobody else's data are read. Returns the size.
 */
export async function writeArchive(
  db: Pick<Database, "heavy">,
  options: ArchiveOptions,
  {
    playerId,
    locale,
    begin,
  }: {
    readonly playerId: bigint;
    readonly locale: Locale;
    /** Called for each time the archive is written from its beginning: a transaction may be retried. */
    readonly begin: () => Sink;
  },
): Promise<number> {
  return await db.heavy.transaction(async (tx) => {
    await tx.query(sql.SNAPSHOT);
    const from: ArchiveSource = { ...options, tx, playerId, locale };
    const { username, now } = await profileOf(from);
    const zip = new ZipWriter(begin(), now.getTime());
    const parts: PartSummary[] = [];
    for (const part of ARCHIVE_PARTS) parts.push(await addPart(zip, part, from));
    for await (const { name, bytes } of picturesOf(from)) await zip.add(name, once(bytes));
    const { translate, title, timeZone } = options;
    const page = archivePage({ translate, locale, timeZone, title, username, made: now, parts });
    await zip.add("index.html", once(page));
    return await zip.end();
  });
}

async function addPart(zip: ZipWriter, part: ArchivePart, from: ArchiveSource): Promise<PartSummary> {
  const newest: Entry[] = [];
  let count = 0;
  const content = async function* (): AsyncGenerator<string> {
    yield "[";
    for await (const page of part.pages(from)) {
      yield page.map((entry, at) => `${count + at === 0 ? "" : ","}\n${jsonOf(entry)}`).join("");
      newest.push(...page.slice(0, SHOWN - newest.length));
      count += page.length;
    }
    yield "\n]\n";
  };
  await zip.add(`${part.name}.json`, content());
  return { name: part.name, newest, count };
}

function jsonOf(entry: Entry): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, plain(value)])),
  );
}

/** Money in the API's format, instants as ISO 8601. */
function plain(value: Value): string | number | boolean | null {
  if (typeof value === "bigint") return formatMoney(value);
  return value instanceof Date ? value.toISOString() : value;
}

async function* once(content: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield await Promise.resolve(content);
}

import { fromHex, type Hashing, nobleHashing, toHex, utf8 } from "@lotus/tlog";

/*
 * The list of what a build serves to players: a line `<SHA-256 in hex> <path>` for each address, in order of the paths. The
 * hash of the list is `app` of the log's `house` entry, so the log holds each file to its hash.
 */

/** Where the list is served. */
export const FILE_LIST_PATH = "/app-files.txt";

/** As browsers say what they are: an operator could serve those who compare another app. */
export const NEWCOMER = {
  "User-Agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "Accept-Language": "vi-VN,vi;q=0.9",
} as const;

/** Where the newest `house` entry is served, below the root of the log: JSON { type, body, proof }. */
export const HOUSE_PATH = "house";

/** An address of the app, with the SHA-256 of what it answers. */
export interface ListedFile {
  readonly path: string;
  readonly hash: string;
}

/** What is served otherwise than listed; `hash` null: nothing. */
export interface WrongFile {
  readonly path: string;
  readonly hash: string | null;
}

/** The app as it is served. */
export interface ServedApp {
  /** SHA-256 of the list; null if there is no usable list. */
  readonly hash: string | null;
  readonly count: number;
  readonly wrong: readonly WrongFile[];
}

/** More files than any build has. */
const MAX_FILES = 10_000;
const LINE = /^([0-9a-f]{64}) (\/[\w\-./~]*)$/u;

export function formatFileList(files: readonly ListedFile[]): string {
  const lines = files.map(({ path, hash }) => `${hash} ${path}\n`);
  return lines.sort((a, b) => (a.slice(65) < b.slice(65) ? -1 : 1)).join("");
}

/** Null unless it is a list of addresses, each once. */
export function parseFileList(text: string): readonly ListedFile[] | null {
  const lines = text.split("\n");
  if (lines.pop() !== "" || lines.length === 0 || lines.length > MAX_FILES) return null;
  const files: ListedFile[] = [];
  for (const line of lines) {
    const [, hash, path] = LINE.exec(line) ?? [];
    if (hash === undefined || path === undefined || fromHex(hash, 32) === null) return null;
    files.push({ hash, path });
  }
  return new Set(files.map(({ path }) => path)).size === files.length ? files : null;
}

/**
 * Fetches the list, and each address on it as a newcomer would, and compares. `fetchPath` answers null for an address that
 * serves nothing.
 */
export async function readServedApp(
  fetchPath: (path: string) => Promise<Uint8Array | null>,
  hashing: Hashing = nobleHashing,
): Promise<ServedApp> {
  const list = await fetchPath(FILE_LIST_PATH);
  const files = list === null ? null : parseFileList(new TextDecoder().decode(list));
  if (list === null || files === null) return { hash: null, count: 0, wrong: [] };
  const wrong: WrongFile[] = [];
  for (const { path, hash } of files) {
    // One by one: this is not urgent, and the server has players.
    // oxlint-disable-next-line no-await-in-loop
    const body = await fetchPath(path);
    const found = body === null ? null : toHex(hashing.sha256(body));
    if (found !== hash) wrong.push({ path, hash: found });
  }
  return { hash: toHex(hashing.sha256(list)), count: files.length, wrong };
}

/** SHA-256 of a list's text. */
export function fileListHash(text: string, hashing: Hashing = nobleHashing): string {
  return toHex(hashing.sha256(utf8(text)));
}

/** The messages of PostgreSQL's protocol 3, as far as the simulated network has to understand them. */

/** A message of a client, with its head. */
export interface Message {
  /** Its letter; empty for the first message of a connection, which has none. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** What a client sends before it waits for an answer. */
export type Group =
  | { readonly kind: "startup"; readonly settings: ReadonlyMap<string, string> }
  | { readonly kind: "simple"; readonly text: string; readonly bytes: Buffer }
  | { readonly kind: "extended"; readonly messages: readonly Message[] }
  | { readonly kind: "terminate" };

const HEAD = 5;

/** Cuts what a client writes into groups. */
export class GroupReader {
  #rest: Buffer = Buffer.alloc(0);
  #isStarted = false;
  #messages: Message[] = [];

  /** Returns the groups that are whole by now. */
  read(bytes: Buffer): Group[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const groups: Group[] = [];
    for (let message = this.#next(); message !== undefined; message = this.#next()) {
      const group = this.#take(message);
      if (group !== undefined) groups.push(group);
    }
    return groups;
  }

  #next(): Message | undefined {
    const head = this.#isStarted ? 1 : 0;
    if (this.#rest.length < head + 4) return undefined;
    const length = head + this.#rest.readInt32BE(head);
    if (this.#rest.length < length) return undefined;
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return { type: this.#isStarted ? String.fromCharCode(bytes[0] ?? 0) : "", bytes };
  }

  #take(message: Message): Group | undefined {
    if (!this.#isStarted) {
      this.#isStarted = true;
      return { kind: "startup", settings: settingsOf(message.bytes) };
    }
    if (message.type === "X") return { kind: "terminate" };
    if (message.type === "Q")
      return { kind: "simple", text: textAt(message.bytes, HEAD).text, bytes: message.bytes };
    this.#messages.push(message);
    if (message.type !== "S") return undefined;
    const messages = this.#messages;
    this.#messages = [];
    return { kind: "extended", messages };
  }
}

/** The settings of a startup message, by name. */
function settingsOf(bytes: Buffer): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (let at = 8; at < bytes.length - 1;) {
    const name = textAt(bytes, at);
    const value = textAt(bytes, name.end);
    settings.set(name.text, value.text);
    at = value.end;
  }
  return settings;
}

/** A text that ends with a zero, and where the next thing begins. */
function textAt(bytes: Buffer, from: number): { readonly text: string; readonly end: number } {
  const end = bytes.indexOf(0, from);
  return { text: bytes.toString("utf8", from, end), end: end + 1 };
}

/** Name and text of a statement that is prepared. */
export function parsedStatement({ bytes }: Message): { readonly name: string; readonly text: string } {
  const name = textAt(bytes, HEAD);
  return { name: name.text, text: textAt(bytes, name.end).text };
}

/** Which statement is bound, and its values as texts; null for those that are null or binary. */
export function boundStatement({ bytes }: Message): {
  readonly name: string;
  readonly values: () => readonly (string | null)[];
} {
  const name = textAt(bytes, textAt(bytes, HEAD).end);
  return { name: name.text, values: () => valuesAt(bytes, name.end) };
}

function valuesAt(bytes: Buffer, from: number): readonly (string | null)[] {
  const formats = bytes.readInt16BE(from);
  let at = from + 2 + 2 * formats;
  const count = bytes.readInt16BE(at);
  at += 2;
  const values: (string | null)[] = [];
  for (let value = 0; value < count; value += 1) {
    const length = bytes.readInt32BE(at);
    at += 4;
    values.push(length === -1 ? null : bytes.toString("utf8", at, at + length));
    at += Math.max(0, length);
  }
  return values;
}

/** A message: its letter and its parts. */
export function message(type: string, ...parts: readonly (Buffer | string | number)[]): Buffer {
  const body = Buffer.concat(parts.map(bytesOf));
  const head = Buffer.alloc(type.length + 4);
  head.write(type, "latin1");
  head.writeInt32BE(body.length + 4, type.length);
  return Buffer.concat([head, body]);
}

/** Numbers are 32 bits, texts end with a zero. */
function bytesOf(part: Buffer | string | number): Buffer {
  if (typeof part === "string") return Buffer.from(`${part}\0`, "utf8");
  if (typeof part !== "number") return part;
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(part);
  return bytes;
}

/** A number of 16 bits, for the messages that have some. */
export function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

/** Whether a session rests, is in a transaction, or in one that has failed. */
export type Status = "I" | "T" | "E";

export function readyForQuery(status: Status): Buffer {
  return message("Z", Buffer.from(status, "latin1"));
}

export function commandComplete(tag: string): Buffer {
  return message("C", tag);
}

export function errorResponse(severity: "ERROR" | "FATAL", code: string, text: string): Buffer {
  const field = (letter: string, value: string): Buffer => Buffer.from(`${letter}${value}\0`, "utf8");
  return message(
    "E",
    field("S", severity),
    field("V", severity),
    field("C", code),
    field("M", text),
    Buffer.from([0]),
  );
}

/** A message of the server within its answer. */
export interface Answered {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The whole messages of an answer. */
export function answersIn(bytes: Buffer): Answered[] {
  const found: Answered[] = [];
  for (let at = 0; at + HEAD <= bytes.length;) {
    const length = 1 + bytes.readInt32BE(at + 1);
    found.push({ type: String.fromCharCode(bytes[at] ?? 0), bytes: bytes.subarray(at, at + length) });
    at += length;
  }
  return found;
}

/** The SQLSTATE of an error. */
export function errorCode({ bytes }: Answered): string {
  for (let at = HEAD; bytes[at] !== 0 && at < bytes.length;) {
    const field = textAt(bytes, at + 1);
    if (bytes[at] === 0x43) return field.text;
    at = field.end;
  }
  return "";
}

/** The values of the first row of an answer, as texts; undefined for null. */
export function firstRow(bytes: Buffer): readonly (string | undefined)[] {
  const row = answersIn(bytes).find(({ type }) => type === "D")?.bytes;
  if (row === undefined) return [];
  const values: (string | undefined)[] = [];
  let at = HEAD + 2;
  for (let left = row.readInt16BE(HEAD); left > 0; left -= 1) {
    const length = row.readInt32BE(at);
    values.push(length === -1 ? undefined : row.toString("utf8", at + 4, at + 4 + length));
    at += 4 + Math.max(0, length);
  }
  return values;
}

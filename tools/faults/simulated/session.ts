import { type Backend, type NamedStatement, setNow } from "./backend.ts";
import type { SimulatedSocket } from "./simulated-socket.ts";
import { factsOf } from "./statement-facts.ts";
import {
  type Answered,
  answersIn,
  boundStatement,
  errorCode,
  type Group,
  message,
  type Message,
  parsedStatement,
  readyForQuery,
  type Status,
} from "./wire.ts";
import type { SimulatedEvent } from "./world.ts";

/** How long PostgreSQL lets a session wait, by its settings (ms); 0 for ever. */
export interface SessionTimeouts {
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleMs: number;
}

/** What a session asks its real one for. */
export interface Request {
  readonly bytes: Buffer;
  readonly readies: number;
  /** Messages at the beginning of the answer that the client knows nothing of. */
  readonly skipped: number;
  /** Statements that this prepares: names and texts. */
  readonly prepares: ReadonlyMap<string, string>;
  /** The client asked for it to be prepared, which may have been done before. */
  readonly isParsed: boolean;
  /** What is asked for, for people. */
  readonly text: string;
}

/** What the client is answered. */
export interface Reply {
  readonly bytes: Buffer;
  readonly status: Status;
  /** SQLSTATE, or the tag of what was done. */
  readonly outcome: string;
}

const BEGIN = Buffer.concat([message("Q", "BEGIN ISOLATION LEVEL READ COMMITTED")]);

/** The server's side of one simulated connection. */
export class Session {
  readonly socket: SimulatedSocket;
  readonly timeouts: SessionTimeouts;
  status: Status = "I";
  backend: Backend | undefined;
  /** It holds a lock beyond its transaction, so its real session cannot be another's. */
  isPinned = false;
  /** Its transaction has begun, but its real session was not told yet: nothing depends on when. */
  isBeginDue = false;
  /** Its client is gone, or PostgreSQL has ended it. */
  isOver = false;
  readonly channels = new Set<string>();
  /** Ends it once it has been idle in a transaction for too long. */
  idle: SimulatedEvent | undefined;
  /** The setting of its transaction, where it has one. */
  idleOfTransactionMs: number | undefined;
  readonly #texts = new Map<string, string>();

  constructor(socket: SimulatedSocket, settings: ReadonlyMap<string, string>, idleMs: number) {
    this.socket = socket;
    const ms = (name: string, usual: number): number => Number(settings.get(name) ?? usual);
    this.timeouts = {
      statementMs: ms("statement_timeout", 0),
      lockMs: ms("lock_timeout", 0),
      idleMs: ms("idle_in_transaction_session_timeout", idleMs),
    };
  }

  /** The statement that a group begins with, by its name; none has an empty name. */
  firstOf(group: Group & { kind: "simple" | "extended" }): NamedStatement {
    const bind = group.kind === "extended" ? group.messages.find(({ type }) => type === "B") : undefined;
    const name = bind === undefined ? "" : boundStatement(bind).name;
    const parse = group.kind === "extended" ? group.messages.find(({ type }) => type === "P") : undefined;
    const text = parse === undefined ? this.#texts.get(name) : parsedStatement(parse).text;
    return { name, text: text ?? "" };
  }

  /** What to send to its real session for a group. */
  request(backend: Backend, group: Group & { kind: "simple" | "extended" }, epochMs: number): Request {
    const parts: Buffer[] = [];
    let readies = 1;
    if (this.isBeginDue) {
      parts.push(BEGIN);
      readies += 1;
    }
    if (group.kind === "simple") {
      return {
        bytes: Buffer.concat([...parts, group.bytes]),
        readies,
        ...NOTHING_PREPARED,
        text: group.text,
      };
    }
    // A failed transaction takes nothing more, and what sets a transaction has to come first in it.
    const isTold = this.status !== "E" && !group.messages.some(setsTransaction);
    if (isTold) parts.push(setNow(epochMs));
    const prepares = new Map<string, string>();
    let text = "";
    let isParsed = false;
    for (const each of group.messages) {
      if (each.type === "P") {
        const statement = parsedStatement(each);
        this.#texts.set(statement.name, statement.text);
        isParsed = true;
        if (statement.name !== "") continue;
        text = statement.text;
        parts.push(each.bytes);
        continue;
      }
      if (each.type === "B") {
        const bound = boundStatement(each);
        text = this.#texts.get(bound.name) ?? "";
        if (bound.name !== "") parts.push(...prepare(backend, bound.name, text, prepares));
        this.#heed(text, bound.values);
      }
      parts.push(each.bytes);
    }
    return { bytes: Buffer.concat(parts), readies, skipped: isTold ? 3 : 0, prepares, isParsed, text };
  }

  /** Settings and locks that outlast a statement. */
  #heed(text: string, values: () => readonly (string | null)[]): void {
    const { locksSession, setsIdle } = factsOf(text);
    if (locksSession) this.isPinned = true;
    if (setsIdle) this.idleOfTransactionMs = Number(values()[1]);
  }

  /** What the client gets of an answer. */
  reply(request: Request, answer: Buffer, backend: Backend): Reply {
    let answers = answersIn(answer);
    if (request.readies > 1) answers = answers.slice(1 + answers.findIndex(({ type }) => type === "Z"));
    this.isBeginDue = false;
    const kept: Answered[] = [];
    let [skip, prepared] = [request.skipped, 0];
    for (const each of answers) {
      // A notice of what is prepared again by another's words, or of a setting, is nobody's.
      if (each.type === "1") prepared += 1;
      else if (each.type === "3" || each.type === "S") continue;
      else if (skip > 0 && each.type !== "E") skip -= 1;
      else kept.push(each);
    }
    if (prepared > 0) for (const [name, text] of request.prepares) backend.prepared.set(name, text);
    const last = kept.at(-1);
    this.status = STATUS[String.fromCharCode(last?.bytes[5] ?? 0)] ?? "I";
    const failed = kept.find(({ type }) => type === "E");
    const done = kept.findLast(({ type }) => type === "C");
    const head = request.isParsed ? [PARSE_COMPLETE] : [];
    return {
      bytes: Buffer.concat([...head, ...kept.map(({ bytes }) => bytes)]),
      status: this.status,
      outcome: failed === undefined ? tagOf(done) : errorCode(failed),
    };
  }

  /** The answer to what needs no real session. */
  answerAlone(tag: Buffer, status: Status): Buffer {
    this.status = status;
    return Buffer.concat([tag, readyForQuery(status)]);
  }
}

function setsTransaction(each: Message): boolean {
  return each.type === "P" && parsedStatement(each).text.startsWith("SET TRANSACTION");
}

const NOTHING_PREPARED = { skipped: 0, prepares: new Map<string, string>(), isParsed: false } as const;
const PARSE_COMPLETE = message("1");
const STATUS: Readonly<Record<string, Status>> = { I: "I", T: "T", E: "E" };

function tagOf(done: Answered | undefined): string {
  return done === undefined ? "" : done.bytes.toString("latin1", 5, done.bytes.length - 1);
}

/** What makes a real session know a statement of a simulated one. */
function prepare(backend: Backend, name: string, text: string, prepares: Map<string, string>): Buffer[] {
  const known = backend.prepared.get(name);
  if (known === text) return [];
  prepares.set(name, text);
  const zero = Buffer.from([0, 0]);
  const parse = message("P", name, text, zero);
  if (known === undefined) return [parse];
  backend.prepared.delete(name);
  return [message("C", Buffer.from("S", "latin1"), name), parse];
}

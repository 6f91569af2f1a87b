import type { Backend } from "./backend.ts";
import { real } from "./replaced-globals.ts";
import type { Request, Session } from "./session.ts";
import type { SimulatedEvent, World } from "./world.ts";

/** Asks and tells PostgreSQL about its sessions. */
export interface Control {
  /** Whom each of these sessions waits for, without those that wait for nobody. */
  blockers(pids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;
  cancel(pid: number): Promise<void>;
}

interface Waiting {
  readonly session: Session;
  readonly backend: Backend;
  readonly request: Request;
  readonly answered: Promise<Buffer>;
  answer: Buffer | undefined;
  timeout: SimulatedEvent | undefined;
  /** The SQLSTATE that its end by a time-out has. */
  code: string | undefined;
}

/** A statement that takes longer than this (real ms) may wait for a lock. */
const SOON_MS = 3;
const CANCELLED = Buffer.from("C57014\0", "latin1");

/**
 * Statements that wait for a lock of another session. They stand still until an event of the world frees them, or until their
 * time-out, which is one of the world's time.
 */
export class Parked {
  readonly #world: World;
  readonly #control: Control;
  readonly #waiting = new Map<Session, Waiting>();
  #isGoing = false;
  onAnswer: (session: Session, request: Request, answer: Buffer) => Promise<void> = () => Promise.resolve();

  constructor(world: World, control: Control) {
    [this.#world, this.#control] = [world, control];
  }

  has(session: Session): boolean {
    return this.#waiting.has(session);
  }

  /** The answer; undefined if it waits for a lock. */
  async exchange(session: Session, backend: Backend, request: Request): Promise<Buffer | undefined> {
    const answered = backend.exchange(request.bytes, request.readies);
    const waiting: Waiting = {
      session,
      backend,
      request,
      answered,
      answer: undefined,
      timeout: undefined,
      code: undefined,
    };
    const soon = answered.then((answer) => {
      waiting.answer = answer;
    });
    for (;;) {
      await before(soon, SOON_MS);
      if (waiting.answer !== undefined) return waiting.answer;
      const blockers = await this.#control.blockers([backend.pid]);
      if (blockers.has(backend.pid)) break;
    }
    this.#world.trace.note(session.socket.machine.name, `#${session.socket.number} waits for a lock`);
    this.#waiting.set(session, waiting);
    this.#limit(waiting);
    return undefined;
  }

  #limit(waiting: Waiting): void {
    const { statementMs, lockMs } = waiting.session.timeouts;
    const isLock = lockMs > 0 && (statementMs === 0 || lockMs <= statementMs);
    const ms = isLock ? lockMs : statementMs;
    if (ms === 0) return;
    waiting.timeout = this.#world.after(ms, this.#world.outside, async () => {
      waiting.code = isLock ? "55P03" : "57014";
      if (waiting.answer === undefined) {
        await this.#control.cancel(waiting.backend.pid);
        await waiting.answered;
      }
      await this.goOn();
    });
  }

  /** Finishes those that have what they waited for, until all others wait again. */
  async goOn(): Promise<void> {
    if (this.#isGoing || this.#waiting.size === 0) return;
    this.#isGoing = true;
    try {
      while (this.#waiting.size > 0) {
        const done = [...this.#waiting.values()].filter(({ answer }) => answer !== undefined);
        for (const waiting of done) await this.#end(waiting);
        if (done.length === 0 && (await this.#allWait())) return;
      }
    } finally {
      this.#isGoing = false;
    }
  }

  async #end({ session, request, answer, timeout, code }: Waiting): Promise<void> {
    this.#waiting.delete(session);
    if (timeout !== undefined) timeout.isCancelled = true;
    const bytes = Buffer.from(answer ?? Buffer.alloc(0));
    const at = bytes.indexOf(CANCELLED);
    if (code !== undefined && at !== -1) bytes.write(code, at + 1, "latin1");
    await this.onAnswer(session, request, bytes);
  }

  /** Whether all of them wait for locks that no event frees by itself; where they wait for each other, PostgreSQL ends one. */
  async #allWait(): Promise<boolean> {
    const all = [...this.#waiting.values()];
    const blockers = await this.#control.blockers(all.map(({ backend }) => backend.pid));
    const isWaiting = all.every(
      ({ backend, answer }) => answer === undefined && blockers.has(backend.pid),
    );
    if (isWaiting && !hasCircle(blockers)) return true;
    await before(Promise.race(all.map(({ answered }) => answered)), 1);
    return false;
  }
}

/** Whether some sessions wait for each other. */
function hasCircle(blockers: ReadonlyMap<number, readonly number[]>): boolean {
  const reaches = (from: number, to: number, seen: Set<number>): boolean =>
    (blockers.get(from) ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return [...blockers.keys()].some((pid) => reaches(pid, pid, new Set()));
}

/** Waits for something, but not longer than some real milliseconds. */
async function before(soon: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = real.setTimeout(resolve, ms);
  });
  await Promise.race([soon, late]);
  real.clearTimeout(timer);
}

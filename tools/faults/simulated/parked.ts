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
  answered: Promise<void>;
  answer: Buffer | undefined;
  timeout: SimulatedEvent | undefined;
  /** The SQLSTATE that its end has, if it is ended. */
  code: string | undefined;
}

/** A statement that takes longer than this (real ms) may wait for a lock. */
const SOON_MS = 2;
const CANCELLED = Buffer.from("C57014\0", "latin1");
const DEADLOCK = "40P01";

/**
 * Statements that wait for a lock of another session. They stand still until an event of the world frees them, or until their
 * time-out, which is one of the world's time. Several may be free at once, and PostgreSQL leaves it to the machine which of them is
 * first: so their processes are stopped, and one at a time goes on, by the seed.
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
    const asked = { session, backend, request, answer: undefined, timeout: undefined, code: undefined };
    const waiting: Waiting = { ...asked, answered: Promise.resolve() };
    waiting.answered = noteAnswer(waiting);
    if (await this.#isDone(waiting)) return waiting.answer;
    this.#world.trace.note(session.socket.machine.name, `#${session.socket.number} waits for a lock`);
    this.#waiting.set(session, waiting);
    this.#limit(waiting);
    return undefined;
  }

  /** Lets its process run until it has answered, or waits: then it is stopped. */
  async #isDone(waiting: Waiting): Promise<boolean> {
    const { backend, answered } = waiting;
    for (;;) {
      await before(answered, SOON_MS);
      if (waiting.answer !== undefined) return true;
      if (waiting.code !== undefined || !(await this.#control.blockers([backend.pid])).has(backend.pid))
        continue;
      process.kill(backend.pid, "SIGSTOP");
      return false;
    }
  }

  #limit(waiting: Waiting): void {
    const { statementMs, lockMs } = waiting.session.timeouts;
    const isLock = lockMs > 0 && (statementMs === 0 || lockMs <= statementMs);
    const ms = isLock ? lockMs : statementMs;
    if (ms === 0) return;
    waiting.timeout = this.#world.after(ms, this.#world.outside, async () => {
      await this.#cancel(waiting, isLock ? "55P03" : "57014");
      await this.goOn();
    });
  }

  async #cancel(waiting: Waiting, code: string): Promise<void> {
    waiting.code = code;
    await this.#control.cancel(waiting.backend.pid);
    process.kill(waiting.backend.pid, "SIGCONT");
    await waiting.answered;
    await this.#end(waiting);
  }

  /** Lets those go on that have what they waited for, until all others wait. */
  async goOn(): Promise<void> {
    if (this.#isGoing || this.#waiting.size === 0) return;
    this.#isGoing = true;
    try {
      while (this.#waiting.size > 0) {
        const all = [...this.#waiting.values()];
        const blockers = await this.#control.blockers(all.map(({ backend }) => backend.pid));
        const free = all.filter(({ backend }) => !blockers.has(backend.pid));
        if (free.length > 0) await this.#resume(this.#world.pick(free));
        else {
          const stuck = all.findLast(({ backend }) => waitsForItself(backend.pid, blockers));
          if (stuck === undefined) return;
          await this.#cancel(stuck, DEADLOCK);
        }
      }
    } finally {
      this.#isGoing = false;
    }
  }

  async #resume(waiting: Waiting): Promise<void> {
    process.kill(waiting.backend.pid, "SIGCONT");
    if (await this.#isDone(waiting)) await this.#end(waiting);
  }

  async #end({ session, request, answer, timeout, code }: Waiting): Promise<void> {
    this.#waiting.delete(session);
    if (timeout !== undefined) timeout.isCancelled = true;
    const bytes = Buffer.from(answer ?? Buffer.alloc(0));
    const at = bytes.indexOf(CANCELLED);
    if (code !== undefined && at !== -1) bytes.write(code, at + 1, "latin1");
    await this.onAnswer(session, request, bytes);
  }

  /** Ends all of them, as PostgreSQL does when it ends. */
  async endAll(): Promise<void> {
    for (const waiting of this.#waiting.values()) await this.#cancel(waiting, "57P01");
  }

  /** Lets all of them run; the run is over. */
  close(): void {
    for (const { backend } of this.#waiting.values()) process.kill(backend.pid, "SIGCONT");
  }
}

async function noteAnswer(waiting: Waiting): Promise<void> {
  const { bytes, readies } = waiting.request;
  waiting.answer = await waiting.backend.exchange(bytes, readies);
}

/** Whether some sessions wait for each other, this one among them. */
function waitsForItself(pid: number, blockers: ReadonlyMap<number, readonly number[]>): boolean {
  const seen = new Set<number>();
  const reaches = (from: number): boolean =>
    (blockers.get(from) ?? []).some((next) => {
      if (next === pid) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next);
    });
  return reaches(pid);
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

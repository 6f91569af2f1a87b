import type { Backend, Backends } from "./backend.ts";
import { Leadership } from "./leadership.ts";
import type { Parked } from "./parked.ts";
import { type Reply, type Request, Session } from "./session.ts";
import type { SimulatedSocket } from "./simulated-socket.ts";
import { factsOf } from "./statement-facts.ts";
import type { Statements } from "./statements.ts";
import {
  commandComplete,
  errorResponse,
  firstRow,
  type Group,
  message,
  readyForQuery,
  type Status,
} from "./wire.ts";
import type { Machine, World } from "./world.ts";

/** How the network between servers and database is, as the faults of a run decide. */
export interface Network {
  /** How long a message is under way (ms). */
  latencyMs(): number;
  /** How long PostgreSQL takes beyond what is simulated, as for its disk and its standbys (ms). */
  workMs(isCommit: boolean): number;
  /** Whether a connection breaks before a group is there, or after it was done and before its answer is. */
  breaks(machine: Machine, isCommit: boolean, text: string): "before" | "after" | undefined;
}

/** A line between a server and the database: open, silent (nothing is lost that is not given up), or refused. */
export type Line = "open" | "silent" | "refused";

interface OpenLine {
  state: Line;
  /** What is under way on a silent line. */
  held: { readonly machine: Machine; readonly run: () => void | Promise<void> }[];
}

/** PostgreSQL's own bound of an idle transaction, where a session sets none (`configuration.ts`). */
const IDLE_MS = 60_000;
/** How long a session without a client that says so is kept, as by TCP's keep-alive. */
const UNHEARD_MS = 11_000;
const SHUT_DOWN = errorResponse("FATAL", "57P01", "terminating connection due to administrator command");
/** A connection is tried again after so long, by TCP. */
const SYN_AGAIN_MS = [1_000, 2_000, 4_000];

/**
 * The database as the servers see it: a network of its own in front of a real PostgreSQL. A group of messages is under way
 * for as long as the network says, is then done by a real session while the world stands still, and its answer is under way
 * again.
 */
export class SimulatedDatabase {
  readonly #world: World;
  readonly #network: Network;
  readonly #backends: Backends;
  readonly #statements: Statements;
  readonly #parked: Parked;
  readonly #epochMs: number;
  readonly #sessions = new Map<SimulatedSocket, Session>();
  readonly #lines = new Map<Machine, OpenLine>();
  readonly leadership: Leadership;
  /** No connection is taken: the primary is away. */
  isAway = false;

  constructor(options: {
    readonly world: World;
    readonly network: Network;
    readonly backends: Backends;
    readonly statements: Statements;
    readonly parked: Parked;
    readonly epochMs: number;
  }) {
    [this.#world, this.#network, this.#backends] = [options.world, options.network, options.backends];
    [this.#statements, this.#parked, this.#epochMs] = [options.statements, options.parked, options.epochMs];
    this.leadership = new Leadership(() => this.#world.now);
    this.#parked.onAnswer = (session, request, answer) => this.#finish(session, request, answer);
  }

  // What a client's socket asks for.

  connect(socket: SimulatedSocket, attempt = 0): void {
    this.#world.after(this.#network.latencyMs(), this.#world.outside, () => {
      if (socket.isClosed) return;
      const line = this.#line(socket.machine).state;
      if (line === "silent") {
        const againMs = SYN_AGAIN_MS[attempt] ?? 8_000;
        this.#world.after(againMs, this.#world.outside, () => this.connect(socket, attempt + 1));
      } else if (line === "refused" || this.isAway) {
        const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
        this.#toClient(socket, () => socket.close(refused));
      } else this.#toClient(socket, () => socket.emit("connect"));
    });
  }

  send(socket: SimulatedSocket, group: Group): void {
    this.#toServer(socket, () => this.#arrive(socket, group));
  }

  /** The client says that it wants nothing more. */
  hangUp(socket: SimulatedSocket): void {
    this.#toServer(socket, async () => {
      const session = this.#sessions.get(socket);
      if (session !== undefined) await this.#over(session);
      this.#toClient(socket, () => socket.close());
    });
  }

  /** The client throws its end away. */
  reset(socket: SimulatedSocket): void {
    this.#toServer(socket, () => this.#hear(socket));
  }

  // What the faults do.

  /** Breaks the connections of a machine, both ends hear of it; PostgreSQL may tell why. */
  async cut(machine: Machine, why: string, isTold = false): Promise<void> {
    for (const session of this.#of(machine)) await this.#break(session, why, isTold);
  }

  /** Ends what waits for locks, as PostgreSQL does when it ends. */
  endWaiting(): Promise<void> {
    return this.#parked.endAll();
  }

  /** Sets the line of a machine; what was under way on a silent one arrives once it is open again. */
  setLine(machine: Machine, state: Line): void {
    const line = this.#line(machine);
    line.state = state;
    if (state !== "open") return;
    const held = line.held;
    line.held = [];
    let at = this.#world.now + this.#world.between(1, 400);
    for (const { machine: whose, run } of held) {
      at += 0.01;
      this.#world.at(at, whose, run);
    }
  }

  /** A machine is no more: PostgreSQL hears it at once, or only by TCP's silence. */
  lose(machine: Machine, isHeard: boolean): void {
    const ms = isHeard ? this.#network.latencyMs() : UNHEARD_MS;
    for (const { socket } of this.#of(machine))
      this.#world.after(ms, this.#world.outside, () => this.#hear(socket));
    this.#lines.delete(machine);
  }

  #of(machine: Machine): Session[] {
    return [...this.#sessions.values()].filter(({ socket }) => socket.machine === machine);
  }

  async #hear(socket: SimulatedSocket): Promise<void> {
    const session = this.#sessions.get(socket);
    if (session !== undefined) await this.#over(session);
  }

  async #break(session: Session, why: string, isTold = false): Promise<void> {
    const { socket } = session;
    this.#world.trace.note(socket.machine.name, `#${socket.number} is cut: ${why}`);
    await this.#over(session);
    const error = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    const isReset = !isTold && this.#world.chance(0.5);
    if (isTold) this.#toClient(socket, () => socket.receive(SHUT_DOWN));
    this.#toClient(socket, () => socket.close(isReset ? error : undefined));
  }

  // The network.

  #line(machine: Machine): OpenLine {
    const known = this.#lines.get(machine);
    if (known !== undefined) return known;
    const line: OpenLine = { state: "open", held: [] };
    this.#lines.set(machine, line);
    return line;
  }

  #toServer(socket: SimulatedSocket, run: () => void | Promise<void>): void {
    socket.toServerAt = Math.max(this.#world.now + this.#network.latencyMs(), socket.toServerAt + 0.001);
    const machine = this.#world.outside;
    const arrive = (): void | Promise<void> => {
      const line = this.#line(socket.machine);
      if (line.state === "open") return run();
      if (line.state === "silent") line.held.push({ machine, run: arrive });
      return undefined;
    };
    this.#world.at(socket.toServerAt, machine, arrive);
  }

  #toClient(socket: SimulatedSocket, run: () => void, afterMs = 0): void {
    const at = this.#world.now + afterMs + this.#network.latencyMs();
    socket.toClientAt = Math.max(at, socket.toClientAt + 0.001);
    const { machine } = socket;
    const arrive = (): void => {
      const line = this.#line(machine);
      if (line.state === "silent") line.held.push({ machine, run: arrive });
      else run();
    };
    this.#world.at(socket.toClientAt, machine, arrive);
  }

  // PostgreSQL.

  async #arrive(socket: SimulatedSocket, group: Group): Promise<void> {
    const session = this.#sessions.get(socket);
    if (group.kind === "startup") this.#start(socket, group.settings);
    else if (session === undefined || session.isOver) return;
    else if (group.kind === "terminate") await this.#over(session);
    else {
      if (session.idle !== undefined) session.idle.isCancelled = true;
      await this.#do(session, group);
    }
  }

  #start(socket: SimulatedSocket, settings: ReadonlyMap<string, string>): void {
    const session = new Session(socket, settings, IDLE_MS);
    this.#sessions.set(socket, session);
    this.#statements.connections += 1;
    this.#world.trace.note(
      socket.machine.name,
      `#${socket.number} ${settings.get("application_name") ?? ""}`,
    );
    const greeting = Buffer.concat([
      message("R", 0),
      message("S", "client_encoding", "UTF8"),
      message("S", "TimeZone", "UTC"),
      message("K", socket.number, 0),
      readyForQuery("I"),
    ]);
    this.#toClient(socket, () => socket.receive(greeting), this.#network.workMs(false));
  }

  async #do(session: Session, group: Group & { kind: "simple" | "extended" }): Promise<void> {
    const { socket } = session;
    const isCommit = group.kind === "simple" ? group.text === "COMMIT" : session.status === "I";
    const first = session.firstOf(group);
    const text = group.kind === "simple" ? group.text : first.text;
    const breaks = this.#network.breaks(socket.machine, isCommit, text);
    if (breaks === "before") return await this.#break(session, "before it was heard");
    const alone = group.kind === "simple" ? this.#alone(session, group.text) : undefined;
    if (alone !== undefined) {
      this.#toClient(socket, () => socket.receive(alone), this.#network.workMs(false));
      this.#beIdle(session);
      return;
    }
    const backend = (session.backend ??= await this.#backends.take(first));
    const request = session.request(backend, group, this.#epochMs + this.#world.now);
    this.#statements.count(request.text);
    const answer = await this.#parked.exchange(session, backend, request);
    if (answer !== undefined) await this.#finish(session, request, answer, breaks === "after");
    await this.#parked.goOn();
  }

  /** What needs no real session: notifications, and transactions that have done nothing. */
  #alone(session: Session, text: string): Buffer | undefined {
    const channel = /^LISTEN "?(?<name>\w+)"?$/u.exec(text)?.groups?.["name"];
    if (channel !== undefined) {
      session.channels.add(channel);
      return session.answerAlone(commandComplete("LISTEN"), "I");
    }
    if (text.startsWith("BEGIN") && session.status === "I") {
      session.isBeginDue = true;
      return session.answerAlone(commandComplete("BEGIN"), "T");
    }
    if (session.isBeginDue && (text === "COMMIT" || text === "ROLLBACK")) {
      session.isBeginDue = false;
      return session.answerAlone(commandComplete(text), "I");
    }
    return undefined;
  }

  async #finish(session: Session, request: Request, answer: Buffer, isBroken = false): Promise<void> {
    const { socket, backend } = session;
    if (backend === undefined) throw new Error("an answer of no session");
    const reply = session.reply(request, answer, backend);
    this.leadership.done(session, socket.machine, {
      text: request.text,
      outcome: reply.outcome,
      isCommitted: reply.status === "I",
      row: () => firstRow(reply.bytes),
    });
    const { brief } = factsOf(request.text);
    this.#world.trace.note(socket.machine.name, `#${socket.number} ${brief} → ${reply.outcome}`);
    if (session.isOver) return await this.#release(session);
    if (reply.status === "I") {
      session.idleOfTransactionMs = undefined;
      if (!session.isPinned) this.#detach(session, backend);
    }
    if (isBroken) return await this.#break(session, "before its answer");
    this.#notify(request, reply);
    this.#answer(session, reply);
    this.#beIdle(session);
  }

  #answer({ socket }: Session, reply: Reply): void {
    const workMs = this.#network.workMs(reply.outcome === "COMMIT");
    this.#toClient(socket, () => socket.receive(reply.bytes), workMs);
  }

  #notify(request: Request, { outcome }: Reply): void {
    const { notice } = factsOf(request.text);
    if (notice === undefined || !outcome.startsWith("SELECT")) return;
    const payload = request.bytes.includes("players") ? "players" : "all";
    for (const { channels, socket } of this.#sessions.values()) {
      if (!channels.has(notice)) continue;
      this.#toClient(socket, () => socket.receive(message("A", 1, notice, payload)));
    }
  }

  /** Ends a transaction whose client says nothing for too long. */
  #beIdle(session: Session): void {
    const ms = session.idleOfTransactionMs ?? session.timeouts.idleMs;
    if (session.status === "I" || ms === 0) return;
    session.idle = this.#world.after(ms, this.#world.outside, async () => {
      const { socket } = session;
      if (session.isOver) return;
      this.#world.trace.note(socket.machine.name, `#${socket.number} was idle in a transaction`);
      await this.#over(session);
      const text = "terminating connection due to idle-in-transaction timeout";
      const bytes = errorResponse("FATAL", "25P03", text);
      this.#toClient(socket, () => {
        socket.receive(bytes);
        socket.close();
      });
    });
  }

  /** The session is no more: its transaction is rolled back, its locks are free. */
  async #over(session: Session): Promise<void> {
    if (session.isOver) return;
    session.isOver = true;
    this.#sessions.delete(session.socket);
    if (session.idle !== undefined) session.idle.isCancelled = true;
    // It first hears of it when it has what it waits for.
    if (!this.#parked.has(session)) await this.#release(session);
    await this.#parked.goOn();
  }

  async #release(session: Session): Promise<void> {
    const { backend } = session;
    if (backend === undefined) return;
    const end = (text: string): Promise<Buffer> => backend.exchange(message("Q", text), 1);
    if (session.status !== "I") await end("ROLLBACK");
    if (session.isPinned) await end("SELECT pg_advisory_unlock_all()");
    session.status = "I" satisfies Status;
    this.#detach(session, backend);
  }

  #detach(session: Session, backend: Backend): void {
    session.backend = undefined;
    this.#backends.giveBack(backend);
  }

  /** Frees everything; the run is over. */
  close(): void {
    this.#parked.close();
    this.#backends.close();
  }
}

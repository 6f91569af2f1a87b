/** Who works at this window. */
export interface Session {
  readonly token: string;
  readonly name: string;
  readonly role: string;
}

/** Connects the tabs of a browser: a BroadcastChannel, which is limited to the origin and stores nothing. */
export type TabChannel = Pick<BroadcastChannel, "postMessage" | "addEventListener">;

/** Dependencies of the session store besides its storage. */
export interface SessionTabs {
  readonly channel: TabChannel;
  /** Called when another tab has signed out of this tab's session. */
  readonly onEnded: () => void;
}

const KEY = "lotus.desk.session";
export const SESSION_CHANNEL = "lotus.desk.session";
/** An open tab of the same browser answers within this, or there is none. */
const ANSWER_MS = 250;

/**
 * The session of this browser's open tabs: in memory, and in each tab's sessionStorage so that a reload keeps it. A new
 * tab requests it from the open ones; it is gone when the last tab is closed. Signing out of one signs out all.
 */
export class SessionStore {
  private readonly storage: Storage;
  private readonly tabs: SessionTabs | undefined;
  private current: Session | undefined;
  private waiting: ((found: boolean) => void) | undefined;
  private asking: Promise<boolean> | undefined;

  constructor(storage: Storage, tabs?: SessionTabs) {
    this.storage = storage;
    this.tabs = tabs;
    this.current = parse(storage.getItem(KEY));
    tabs?.channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => this.onMessage(data));
  }

  get(): Session | undefined {
    return this.current;
  }

  set(session: Session): void {
    this.current = session;
    this.storage.setItem(KEY, JSON.stringify(session));
  }

  /** Drops the session in this tab only, for example when the server no longer accepts it. */
  drop(): void {
    this.current = undefined;
    this.storage.removeItem(KEY);
  }

  /** Drops the session in every tab that has it. */
  end(): void {
    const ended = this.current;
    this.drop();
    if (ended !== undefined) this.post({ ended: ended.token });
  }

  /** Takes over the session of another tab where this one has none; whether there is one now. */
  async takeOver(): Promise<boolean> {
    if (this.current !== undefined) return true;
    if (this.tabs === undefined) return false;
    this.asking ??= new Promise<boolean>((resolve) => {
      this.waiting = resolve;
      setTimeout(() => resolve(false), ANSWER_MS);
      this.post({ ask: true });
    }).finally(() => {
      this.waiting = undefined;
      this.asking = undefined;
    });
    return await this.asking;
  }

  private onMessage(message: unknown): void {
    if (typeof message !== "object" || message === null) return;
    if ("ask" in message) {
      if (this.current !== undefined) this.post({ session: JSON.stringify(this.current) });
    } else if ("session" in message && this.waiting !== undefined && this.current === undefined) {
      const session = typeof message.session === "string" ? parse(message.session) : undefined;
      if (session === undefined) return;
      this.set(session);
      this.waiting(true);
    } else if ("ended" in message && this.current !== undefined && message.ended === this.current.token) {
      this.drop();
      this.tabs?.onEnded();
    }
  }

  private post(message: object): void {
    // A BroadcastChannel has no target origin: it reaches this origin alone.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.tabs?.channel.postMessage(message);
  }
}

/** Parses a stored session; undefined for anything else. */
function parse(text: string | null): Session | undefined {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
  if (typeof stored !== "object" || stored === null) return undefined;
  if (!("token" in stored) || !("name" in stored) || !("role" in stored)) return undefined;
  const { token, name, role } = stored;
  if (typeof token !== "string" || typeof name !== "string" || typeof role !== "string") return undefined;
  return { token, name, role };
}

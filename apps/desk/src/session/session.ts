/** Who works at this window. */
export interface Session {
  readonly token: string;
  readonly name: string;
  readonly role: string;
}

const KEY = "lotus.desk.session";

/**
 * The session of this window: in memory, and in sessionStorage so that a reload keeps it. Never longer than the
 * window: another tab signs in by itself.
 */
export class SessionStore {
  private readonly storage: Storage;
  private kept: Session | undefined;

  constructor(storage: Storage) {
    this.storage = storage;
    this.kept = read(storage);
  }

  get(): Session | undefined {
    return this.kept;
  }

  set(session: Session): void {
    this.kept = session;
    this.storage.setItem(KEY, JSON.stringify(session));
  }

  drop(): void {
    this.kept = undefined;
    this.storage.removeItem(KEY);
  }
}

function read(storage: Storage): Session | undefined {
  let kept: unknown;
  try {
    kept = JSON.parse(storage.getItem(KEY) ?? "null");
  } catch {
    return undefined;
  }
  if (typeof kept !== "object" || kept === null) return undefined;
  if (!("token" in kept) || !("name" in kept) || !("role" in kept)) return undefined;
  const { token, name, role } = kept;
  if (typeof token !== "string" || typeof name !== "string" || typeof role !== "string") return undefined;
  return { token, name, role };
}

/** What the simulator has to know of a statement. */
export interface StatementFacts {
  /** How it begins, in one line. */
  readonly brief: string;
  /** The channel that it notifies. */
  readonly notice: string | undefined;
  /** It takes a lock beyond its transaction. */
  readonly locksSession: boolean;
  /** Its second value is how long its transaction may be idle (ms). */
  readonly setsIdle: boolean;
}

/** Servers have some hundreds of statements, and send them all the time. */
const known = new Map<string, StatementFacts>();

export function factsOf(text: string): StatementFacts {
  const found = known.get(text);
  if (found !== undefined) return found;
  const facts = {
    brief: text.trim().replaceAll(/\s+/gu, " ").slice(0, 90),
    notice: /pg_notify\('(?<channel>\w+)', \$1\)/u.exec(text)?.groups?.["channel"],
    locksSession: /\bpg_(?:try_)?advisory_lock\(/u.test(text),
    setsIdle: text.includes("'idle_in_transaction_session_timeout', $2"),
  };
  known.set(text, facts);
  return facts;
}

import type { PlayLimits } from "./play-limits.ts";

/**
 * The session of play that reality checks count, shared by all windows of this browser. It begins when a game is opened
 * and ends when none was open for half an hour, or when the player logs out.
 */
export interface PlaySession {
  readonly username: string;
  /** Epoch milliseconds of the server. */
  readonly startedAt: number;
  /** When the player last answered a reality check, or began. */
  readonly answeredAt: number;
  /** When a game was last open. */
  readonly seenAt: number;
}

export const PLAY_SESSION_KEY = "lotus.playSession";
const AWAY_MS = 30 * 60_000;

/** The session at an instant: the stored one if it goes on, else a new one. */
export function playSessionAt(stored: string | null, username: string, now: number): PlaySession {
  const known = read(stored);
  const goesOn =
    known !== null && known.username === username && now - known.seenAt < AWAY_MS && known.startedAt <= now;
  return goesOn ? { ...known, seenAt: now } : { username, startedAt: now, answeredAt: now, seenAt: now };
}

/** Milliseconds until the next reality check; none or less: it is due. */
export function untilCheck({ answeredAt }: PlaySession, minutes: number, now: number): number {
  return answeredAt + minutes * 60_000 - now;
}

/** What the server and the rules say of checks; `limits` is undefined until the server has answered. */
export interface CheckRules {
  readonly limits: Pick<PlayLimits, "realityCheckMinutes" | "checkDueAt" | "pauseUntil"> | undefined;
  readonly pauseMinutes: number;
}

/**
 * Whether a reality check must be answered now, by the clock of this browser or by the server's, and how long play still
 * pauses. The server's pause counts on every device, also after the answer.
 */
export function checkAt(
  session: PlaySession,
  { limits, pauseMinutes }: CheckRules,
  now: number,
): { readonly isDue: boolean; readonly pauseMs: number } {
  if (limits === undefined) return { isDue: false, pauseMs: 0 };
  const dues = [now + untilCheck(session, limits.realityCheckMinutes, now), limits.checkDueAt ?? now + 1];
  const due = dues.filter((at) => at <= now);
  const pause = due.length === 0 ? 0 : Math.min(...due) + pauseMinutes * 60_000;
  const until = Math.max(pause, limits.pauseUntil ?? 0);
  const pauseMs = Math.max(0, until - now);
  return { isDue: due.length > 0 || pauseMs > 0, pauseMs };
}

/** "1:02:03" */
export function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function read(stored: string | null): PlaySession | null {
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== "object" || value === null) return null;
    const { username, startedAt, answeredAt, seenAt } = value as Partial<Record<keyof PlaySession, unknown>>;
    const isWhole =
      typeof username === "string" &&
      typeof startedAt === "number" &&
      typeof answeredAt === "number" &&
      typeof seenAt === "number";
    return isWhole ? { username, startedAt, answeredAt, seenAt } : null;
  } catch {
    return null;
  }
}

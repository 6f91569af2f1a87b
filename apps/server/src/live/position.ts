/** A position in the stream of events: the transaction, then the event within it. */
export interface Position {
  readonly xid: bigint;
  readonly id: bigint;
}

/** Negative, zero or positive if `a` is before, at or after `b`. */
export function comparePositions(a: Position, b: Position): number {
  if (a.xid !== b.xid) return a.xid < b.xid ? -1 : 1;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return 0;
}

/** "<xid>-<id>", the id of a frame. */
export function formatPosition({ xid, id }: Position): string {
  return `${xid}-${id}`;
}

/** The position of a Last-Event-ID, or null for anything else. */
export function parsePosition(text: unknown): Position | null {
  const match = typeof text === "string" ? /^(\d{1,20})-(\d{1,19})$/.exec(text) : null;
  return match === null ? null : { xid: BigInt(match[1] ?? 0), id: BigInt(match[2] ?? 0) };
}

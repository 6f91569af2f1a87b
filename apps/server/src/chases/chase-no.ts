/** The number of a chase: "C", the day it began on, and eleven digits that never repeat. */
export function chaseNoOf(id: bigint): string {
  return `C${String(id)}`;
}

/** The id in the number of a chase, or null when the text is not one. */
export function parseChaseNo(chaseNo: string): bigint | null {
  const match = /^C(\d{19})$/.exec(chaseNo);
  const id = match?.[1] === undefined ? null : BigInt(match[1]);
  return id !== null && id < 2n ** 63n ? id : null;
}

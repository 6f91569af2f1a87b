/** Number of set bits in a 32-bit word. */
export function bitCount(bits: number): number {
  // Parallel counts in one word: per 2 bits, 4, 8; the multiplication adds the four bytes.
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

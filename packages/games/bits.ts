/** How many bits of a 32-bit set are set. */
export function bitCount(bits: number): number {
  // Counts of neighbours side by side in one word: of 2 bits, of 4, of 8; the product adds the four of 8.
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** The id in the number of an order or bet, such as "R202611210000000001"; null for a number of another kind. */
export function numberOf(letter: "R" | "W" | "B", orderNo: string): bigint | null {
  const match = /^([RWB])(\d{9,19})$/u.exec(orderNo);
  if (match?.[1] !== letter) return null;
  const id = BigInt(match[2] ?? "0");
  return id < 2n ** 63n ? id : null;
}

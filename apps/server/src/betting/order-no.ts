/**
 * The number of a bet's order: "B", the day it was accepted on (in the house's zone; UTC in old numbers), and eleven digits that never repeat. The digits
 * are the order's id, so the number shows which month's partition holds the order.
 */
export function orderNoOf(id: bigint): string {
  return `B${String(id)}`;
}

/** The id in an order number, or null when the text is not one. */
export function parseOrderNo(orderNo: string): bigint | null {
  const match = /^B((\d{4})(\d\d)(\d\d)\d{11})$/.exec(orderNo);
  if (match === null) return null;
  const [, id = "", year, month, day] = match;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const real =
    date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) && Number(year) > 1999;
  return real ? BigInt(id) : null;
}

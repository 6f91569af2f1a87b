import { createHmac } from "node:crypto";

/** The headers by which a bank's watcher signs a notice at an instant (epoch ms): docs/operations.md, Recharges. */
export function noticeHeaders(secret: string, body: object, at: number): Readonly<Record<string, string>> {
  const signature = createHmac("sha256", secret)
    .update(`${at}.${JSON.stringify(body)}`)
    .digest("hex");
  return { "X-Notice-Timestamp": String(at), "X-Notice-Signature": signature };
}

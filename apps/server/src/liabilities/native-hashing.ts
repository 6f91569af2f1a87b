import { createHmac, hash } from "node:crypto";
import type { Hashing } from "@lotus/tlog";

/** Node's own hashes, several times faster than those in JavaScript. */
export const nativeHashing: Hashing = {
  sha256: (data) => hash("sha256", data, "buffer"),
  hmac: (key, data) => createHmac("sha256", key).update(data).digest(),
};

import { createHmac, hash } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { type Hashing } from "@lotus/tlog";
import { makeChain } from "@lotus/fair";
import type { ChainOrder } from "./chain-secrets.ts";

const native: Hashing = {
  sha256: (data) => hash("sha256", data, "buffer"),
  hmac: (key, data) => createHmac("sha256", key).update(data).digest(),
};

// newChain is the only one that starts this thread: one chain for each order, until it is ended.
parentPort?.on("message", (order: ChainOrder) => parentPort?.postMessage(makeChain(order, native), []));

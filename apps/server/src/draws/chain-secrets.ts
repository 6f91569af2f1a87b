import { createCipheriv, createDecipheriv } from "node:crypto";
import { Worker } from "node:worker_threads";
import { CHAIN_LENGTH, type Chain, concat, toHex, utf8 } from "@lotus/fair";
import type { Entropy } from "../deps.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts the secrets of a chain: nonce ‖ AES-256-GCM ‖ tag, bound to the chain's name. */
export function sealChain(
  chain: Pick<Chain, "cid" | "checkpoints">,
  key: Uint8Array,
  entropy: Entropy,
): Uint8Array {
  const nonce = entropy.bytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(boundTo(chain.cid));
  return concat(nonce, cipher.update(chain.checkpoints), cipher.final(), cipher.getAuthTag());
}

/** The secrets of a sealed chain. Throws when they were sealed with another key, for another chain, or changed. */
export function openChain(cid: Uint8Array, sealed: Uint8Array, key: Uint8Array): Uint8Array {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    boundTo(cid),
  );
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  return concat(decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)), decipher.final());
}

function boundTo(cid: Uint8Array): Uint8Array {
  return utf8(`chain|${toHex(cid)}`);
}

/** What the thread that makes a chain is told. */
export interface ChainOrder {
  readonly cid: Uint8Array;
  readonly lastSecret: Uint8Array;
  readonly length: number;
}

/** Threads that make chains at once: more would only take memory. */
const MOST_THREADS = 2;

const waiting: (() => void)[] = [];
let threads = 0;

/** Makes a new chain from fresh chance, on a thread of its own: half a million hashes would hold up every reply. */
export async function newChain(entropy: Entropy, length = CHAIN_LENGTH): Promise<Chain> {
  if (threads >= MOST_THREADS) await new Promise<void>((resolve) => waiting.push(resolve));
  threads += 1;
  try {
    return await onThread({ cid: entropy.bytes(16), lastSecret: entropy.bytes(32), length });
  } finally {
    threads -= 1;
    waiting.shift()?.();
  }
}

function onThread(order: ChainOrder): Promise<Chain> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL("chain-thread.ts", import.meta.url), { workerData: order });
    thread.once("message", (chain: Chain) => resolve(chain));
    thread.once("error", reject);
    thread.once("exit", (code) => reject(new Error(`the thread that makes a chain ended with ${code}`)));
  });
}

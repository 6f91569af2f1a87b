import { createCipheriv, createDecipheriv } from "node:crypto";
import { Worker } from "node:worker_threads";
import { concat, toHex, utf8 } from "@lotus/tlog";
import { CHAIN_LENGTH, type Chain } from "@lotus/fair";
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

/**
 * The secrets of a sealed chain.
 * @throws Error if they were sealed with another key, for another chain, or changed
 */
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

/** The message to the worker thread that generates a chain. */
export interface ChainOrder {
  readonly cid: Uint8Array;
  readonly lastSecret: Uint8Array;
  readonly length: number;
}

/** An order with its pending promise. */
interface Job {
  readonly order: ChainOrder;
  readonly resolve: (chain: Chain) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum of worker threads: more would only take memory. */
const MAX_THREADS = 2;

const waiting: Job[] = [];
let threads = 0;

/** Generates a new chain from fresh randomness in a worker thread: half a million hashes would block every reply. */
export function newChain(entropy: Entropy, length = CHAIN_LENGTH): Promise<Chain> {
  return new Promise((resolve, reject) => {
    waiting.push({
      order: { cid: entropy.bytes(16), lastSecret: entropy.bytes(32), length },
      resolve,
      reject,
    });
    if (threads < MAX_THREADS) startThread();
  });
}

/** A thread generates chains while orders are pending: starting a thread takes longer than most chains. */
function startThread(): void {
  threads += 1;
  const thread = new Worker(new URL("chain-thread.ts", import.meta.url));
  let job: Job | undefined;
  const takeNext = (): void => {
    job = waiting.shift();
    if (job === undefined) void thread.terminate();
    else thread.postMessage(job.order, []);
  };
  thread.on("message", (chain: Chain) => {
    job?.resolve(chain);
    takeNext();
  });
  thread.once("error", (error) => job?.reject(error));
  thread.once("exit", (code) => {
    threads -= 1;
    job?.reject(new Error(`the thread that makes chains ended with ${code}`));
    if (waiting.length > 0 && threads < MAX_THREADS) startThread();
  });
  takeNext();
}

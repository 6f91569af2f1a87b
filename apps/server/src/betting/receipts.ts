import { type Hashing } from "@lotus/tlog";
import { receiptMessage, type CommittedOrder } from "@lotus/fair";
import type { BetReceipt } from "@lotus/contract";
import { formatMoney, type Money } from "@lotus/money";
import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import type { Queries } from "../db/database.ts";
import { BatchTree, sha256 } from "./batch-tree.ts";
import * as sql from "./betting.sql.ts";
import { orderNoOf } from "./order-no.ts";

/** What the leaf of an accepted order commits to, as stored. */
export interface AcceptedOrder {
  readonly id: bigint;
  readonly batchId: bigint;
  readonly game: string;
  readonly periodNo: string;
  readonly optionId: string;
  /** Canonical picks as JSON text. */
  readonly groups: string;
  readonly betAmount: Money;
  readonly total: Money;
  /** Epoch milliseconds. */
  readonly acceptedAt: number;
  readonly blind: Uint8Array;
}

const LEAF = Buffer.from([0]);

/** Node's native SHA-256, for the scheme's functions. */
const hashing: Hashing = {
  sha256: (data) => new Uint8Array(sha256(data)),
  hmac: (key, data) => new Uint8Array(createHmac("sha256", key).update(data).digest()),
};

/**
 * The order's leaf, `orderLeaf` of lot-fair/1: its fields in RFC 8785 form, built here because the picks are stored in
 * that form already.
 */
export function leafOf(order: AcceptedOrder): Uint8Array {
  const text =
    `{"acceptedAt":${order.acceptedAt},"betAmount":"${formatMoney(order.betAmount)}",` +
    `"blind":"${Buffer.from(order.blind).toString("hex")}","groups":${order.groups},` +
    `"optionId":${JSON.stringify(order.optionId)},"orderNo":"${orderNoOf(order.id)}","total":"${formatMoney(order.total)}"}`;
  return sha256(Buffer.concat([LEAF, Buffer.from(text)]));
}

/** The fields of an order that its leaf commits to, as a player verifies them. */
export function committedOrder(order: AcceptedOrder): CommittedOrder {
  // The placing code wrote it from canonical picks.
  const groups: CommittedOrder["groups"] = JSON.parse(order.groups);
  return {
    orderNo: orderNoOf(order.id),
    optionId: order.optionId,
    groups,
    betAmount: formatMoney(order.betAmount),
    total: formatMoney(order.total),
    acceptedAt: order.acceptedAt,
    blind: Buffer.from(order.blind).toString("hex"),
  };
}

/** The orders of a batch on one period, under one signature. */
interface SignedPart {
  readonly tree: BatchTree;
  /** Ids of its orders, ascending: the leaf of ids[i] is leaf i. */
  readonly ids: readonly bigint[];
  readonly placeOf: ReadonlyMap<bigint, number>;
  readonly logHead: Uint8Array;
  readonly signature: Uint8Array;
}

export interface ReceiptDeps {
  readonly db: Queries;
  readonly log: Logger;
  /** ECDSA P-256 over a message of 32 bytes: raw r‖s. */
  readonly sign: (message: Uint8Array) => Uint8Array;
  /** Hash of the newest record in a game's log, 32 bytes. */
  readonly logHead: (game: string) => Uint8Array;
}

/** The operator's signatures over accepted orders. */
export interface Receipts {
  /** Signs a batch that was just committed, once for each period in it, and starts storing the signatures. */
  signBatch(orders: readonly AcceptedOrder[]): (order: AcceptedOrder) => BetReceipt;
  /** The receipt of any accepted order; if a crash lost the signature, it is signed again. */
  receiptOf(order: AcceptedOrder): Promise<BetReceipt>;
  /** Resolves once all signatures are stored. */
  settled(): Promise<void>;
}

export function openReceipts(deps: ReceiptDeps): Receipts {
  return new BatchReceipts(deps);
}

class BatchReceipts implements Receipts {
  readonly #db: Queries;
  readonly #log: Logger;
  readonly #sign: ReceiptDeps["sign"];
  readonly #logHead: ReceiptDeps["logHead"];
  // Signed but not yet stored: a receipt may be requested before its row is written.
  readonly #fresh = new Map<string, SignedPart>();
  readonly #writes = new Set<Promise<void>>();

  constructor({ db, log, sign, logHead }: ReceiptDeps) {
    this.#db = db;
    this.#log = log;
    this.#sign = sign;
    this.#logHead = logHead;
  }

  async receiptOf(order: AcceptedOrder): Promise<BetReceipt> {
    return receiptFrom(await this.#partOf(order), order);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#writes);
  }

  #signPart(game: string, ids: readonly bigint[], leaves: readonly Uint8Array[]): SignedPart {
    const tree = new BatchTree(leaves);
    const head = this.#logHead(game);
    return {
      tree,
      ids,
      placeOf: placesOf(ids),
      logHead: head,
      signature: this.#sign(receiptMessage(tree.root, head, hashing)),
    };
  }

  async #store(parts: readonly { readonly of: AcceptedOrder; readonly part: SignedPart }[]): Promise<void> {
    await this.#db.query(sql.KEEP_SIGNED, [
      parts.map(({ of }) => of.batchId),
      parts.map(({ of }) => of.game),
      parts.map(({ of }) => of.periodNo),
      parts.map(({ part }) => part.ids[0]),
      parts.map(({ part }) => part.ids.at(-1)),
      parts.map(({ part }) => part.tree.root),
      parts.map(({ part }) => part.logHead),
      parts.map(({ part }) => part.signature),
    ]);
  }

  signBatch(orders: readonly AcceptedOrder[]): (order: AcceptedOrder) => BetReceipt {
    const parts = [...Map.groupBy(orders, nameOfPart)].map(([name, within]) => {
      const sorted = within.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const [first] = sorted;
      if (first === undefined) throw new Error("a part of a batch without orders");
      const part = this.#signPart(
        first.game,
        sorted.map(({ id }) => id),
        sorted.map(leafOf),
      );
      this.#fresh.set(name, part);
      return { name, of: first, part };
    });
    const write = this.#store(parts)
      // The orders are safe; a lost receipt is signed again on request.
      .catch((error: unknown) => this.#log.warn({ err: error }, "signatures of a batch were not stored"))
      .finally(() => {
        for (const { name } of parts) this.#fresh.delete(name);
        this.#writes.delete(write);
      });
    this.#writes.add(write);
    const byName = new Map(parts.map(({ name, part }) => [name, part]));
    return (order) => {
      const part = byName.get(nameOfPart(order));
      if (part === undefined) throw new Error(`order ${String(order.id)} is not of this batch`);
      return receiptFrom(part, order);
    };
  }

  async #partOf(order: AcceptedOrder): Promise<SignedPart> {
    const known = this.#fresh.get(nameOfPart(order));
    if (known !== undefined) return known;
    const at = [order.batchId, order.game, order.periodNo];
    const stored = async (): Promise<SignedPart | null> => {
      const [row] = await this.#db.query<{
        first_id: bigint;
        last_id: bigint;
        root: Uint8Array;
        log_head: Uint8Array;
        signature: Uint8Array;
      }>(sql.SIGNED, at);
      if (row === undefined) return null;
      const { ids, tree } = await this.#leavesOf(at, row.first_id, row.last_id);
      if (Buffer.compare(tree.root, row.root) !== 0)
        throw new Error(`batch ${String(order.batchId)} is not what was signed`);
      return { tree, ids, placeOf: placesOf(ids), logHead: row.log_head, signature: row.signature };
    };
    const found = await stored();
    if (found !== null) return found;
    const { ids, leaves } = await this.#leavesOf(at, null, null);
    const part = this.#signPart(order.game, ids, leaves);
    await this.#store([{ of: order, part }]);
    // Two nodes may have signed it at once; everybody gets the row that was stored first.
    return (await stored()) ?? part;
  }

  async #leavesOf(at: readonly unknown[], first: bigint | null, last: bigint | null) {
    const rows = await this.#db.query<{ id: bigint; leaf: Uint8Array }>(sql.BATCH_LEAVES, [
      ...at,
      first,
      last,
    ]);
    const leaves = rows.map(({ leaf }) => leaf);
    return { ids: rows.map(({ id }) => id), leaves, tree: new BatchTree(leaves) };
  }
}

function nameOfPart({ batchId, game, periodNo }: AcceptedOrder): string {
  return `${String(batchId)}/${game}/${periodNo}`;
}

function placesOf(ids: readonly bigint[]): ReadonlyMap<bigint, number> {
  return new Map(ids.map((id, place) => [id, place]));
}

function receiptFrom({ tree, placeOf, logHead, signature }: SignedPart, order: AcceptedOrder): BetReceipt {
  const index = placeOf.get(order.id);
  if (index === undefined) throw new Error(`order ${String(order.id)} is not in its batch`);
  return {
    leaf: hex(tree.leaf(index)),
    path: tree.path(index).map(hex),
    index,
    size: tree.size,
    batchRoot: hex(tree.root),
    signature: hex(signature),
    logHead: hex(logHead),
    blind: hex(order.blind),
    acceptedAt: order.acceptedAt,
  };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

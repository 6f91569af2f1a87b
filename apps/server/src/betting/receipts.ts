import { formatMoney, type Money } from "@lotus/money";
import type { Logger } from "pino";
import type { Queries } from "../db/database.ts";
import type { Fairness } from "../fairness/fairness.ts";
import { BatchTree, type HexHash, hexOf, sha256 } from "./batch-tree.ts";
import * as sql from "./betting.sql.ts";
import { orderNoOf } from "./order-no.ts";

/** What the leaf of an accepted order commits to, as stored. */
export interface AcceptedOrder {
  readonly id: bigint;
  readonly batchId: bigint;
  readonly game: string;
  readonly periodNo: string;
  /** Pseudonym of the player, 16 bytes in hex. */
  readonly player: string;
  readonly optionId: string;
  /** Canonical picks as JSON text. */
  readonly groups: string;
  readonly betCount: number;
  readonly betAmount: Money;
  readonly total: Money;
  /** The round of the beacon that decides the draw. */
  readonly round: number;
  readonly oddsVersion: number;
  /** The odds of the option as RFC 8785 JSON. */
  readonly odds: string;
  /** Epoch milliseconds. */
  readonly acceptedAt: number;
  readonly blind: Uint8Array;
}

const LEAF = "\u0000";

/**
 * The RFC 8785 form of the fields that an order's leaf commits to, built here because picks and odds are stored in that
 * form already. It is plain ASCII. With `cancelledAt` (epoch ms), that of an order cancelled before the close.
 */
export function leafText(order: AcceptedOrder, cancelledAt?: number): string {
  const cancelled = cancelledAt === undefined ? "" : `"cancelledAt":${cancelledAt},`;
  return (
    `{"acceptedAt":${order.acceptedAt},"betAmount":"${formatMoney(order.betAmount)}","betCount":${order.betCount},` +
    `"blind":"${hexOf(order.blind)}",${cancelled}"game":"${order.game}","groups":${order.groups},` +
    `"odds":${order.odds},"oddsVersion":${order.oddsVersion},"optionId":${JSON.stringify(order.optionId)},` +
    `"orderNo":"${orderNoOf(order.id)}","periodNo":"${order.periodNo}","player":"${order.player}",` +
    `"round":${order.round},"total":"${formatMoney(order.total)}"}`
  );
}

/** The order's leaf, `betLeaf` of lot-fair/2. */
export function leafOf(order: AcceptedOrder, cancelledAt?: number): HexHash {
  return leafHash(leafText(order, cancelledAt));
}

function leafHash(text: string): HexHash {
  return sha256(LEAF + text);
}

/** The orders of a batch on one period, under one signature. */
interface SignedPart {
  readonly tree: BatchTree;
  /** Ids of its orders, ascending: the leaf of ids[i] is leaf i. */
  readonly ids: readonly bigint[];
  readonly placeOf: ReadonlyMap<bigint, number>;
  readonly logSize: number;
  readonly logRoot: Uint8Array;
  readonly signature: Uint8Array;
  /** What all its receipts end with, as JSON. */
  readonly ending: string;
}

export interface ReceiptDeps {
  readonly db: Queries;
  readonly log: Logger;
  /** Signs the root of a batch together with the newest checkpoint of the log. */
  readonly sign: Fairness["signReceipt"];
}

/** A `BetReceipt` as JSON text: most go into a reply as they are, and the leaf is hashed in this form anyway. */
export type ReceiptText = string;

/** The operator's signatures over accepted orders. */
export interface Receipts {
  /** Signs a batch that was just committed, once for each period in it, and starts storing the signatures. */
  signBatch(orders: readonly AcceptedOrder[]): (order: AcceptedOrder) => ReceiptText;
  /** The receipt of any accepted order; if a crash lost the signature, it is signed again. */
  receiptOf(order: AcceptedOrder): Promise<ReceiptText>;
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
  // Signed but not yet stored: a receipt may be requested before its row is written.
  readonly #fresh = new Map<string, SignedPart>();
  readonly #writes = new Set<Promise<void>>();

  constructor({ db, log, sign }: ReceiptDeps) {
    this.#db = db;
    this.#log = log;
    this.#sign = sign;
  }

  async receiptOf(order: AcceptedOrder): Promise<ReceiptText> {
    return receiptFrom(await this.#partOf(order), order.id, leafText(order));
  }

  async settled(): Promise<void> {
    await Promise.all(this.#writes);
  }

  #signPart(ids: readonly bigint[], leaves: readonly HexHash[]): SignedPart {
    const tree = new BatchTree(leaves);
    const { size, root, signature } = this.#sign(Buffer.from(tree.root, "hex"));
    return signedPart({ tree, ids, logSize: size, logRoot: root, signature });
  }

  async #store(parts: readonly { readonly of: AcceptedOrder; readonly part: SignedPart }[]): Promise<void> {
    await this.#db.query(sql.KEEP_SIGNED, [
      parts.map(({ of }) => of.batchId),
      parts.map(({ of }) => of.game),
      parts.map(({ of }) => of.periodNo),
      parts.map(({ part }) => part.ids[0]),
      parts.map(({ part }) => part.ids.at(-1)),
      parts.map(({ part }) => Buffer.from(part.tree.root, "hex")),
      parts.map(({ part }) => part.logSize),
      parts.map(({ part }) => part.logRoot),
      parts.map(({ part }) => part.signature),
      parts.map(({ part }) => Buffer.from(part.tree.leaves.join(""), "hex")),
    ]);
  }

  signBatch(orders: readonly AcceptedOrder[]): (order: AcceptedOrder) => ReceiptText {
    const texts = new Map(orders.map((order) => [order.id, leafText(order)]));
    const textOf = ({ id }: AcceptedOrder): string => {
      const text = texts.get(id);
      if (text === undefined) throw new Error(`order ${String(id)} is not of this batch`);
      return text;
    };
    const parts = [...Map.groupBy(orders, nameOfPart)].map(([name, within]) => {
      const sorted = within.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const [first] = sorted;
      if (first === undefined) throw new Error("a part of a batch without orders");
      const part = this.#signPart(
        sorted.map(({ id }) => id),
        sorted.map((order) => leafHash(textOf(order))),
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
      return receiptFrom(part, order.id, textOf(order));
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
        log_size: bigint;
        log_root: Uint8Array;
        signature: Uint8Array;
      }>(sql.SIGNED, at);
      if (row === undefined) return null;
      const { ids, tree } = await this.#leavesOf(at, row.first_id, row.last_id);
      if (tree.root !== hexOf(row.root))
        throw new Error(`batch ${String(order.batchId)} is not what was signed`);
      const { log_root: logRoot, signature } = row;
      return signedPart({ tree, ids, logSize: Number(row.log_size), logRoot, signature });
    };
    const found = await stored();
    if (found !== null) return found;
    const { ids, leaves } = await this.#leavesOf(at, null, null);
    const part = this.#signPart(ids, leaves);
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
    const leaves = rows.map(({ leaf }) => hexOf(leaf));
    return { ids: rows.map(({ id }) => id), leaves, tree: new BatchTree(leaves) };
  }
}

function nameOfPart({ batchId, game, periodNo }: AcceptedOrder): string {
  return `${String(batchId)}/${game}/${periodNo}`;
}

function signedPart(part: Omit<SignedPart, "placeOf" | "ending">): SignedPart {
  const { tree, ids, logSize, logRoot, signature } = part;
  const ending =
    `,"size":${tree.size},"batchRoot":"${tree.root}","logSize":${logSize},"logRoot":"${hexOf(logRoot)}",` +
    `"signature":"${hexOf(signature)}"}`;
  return { ...part, placeOf: new Map(ids.map((id, place) => [id, place])), ending };
}

function receiptFrom({ tree, placeOf, ending }: SignedPart, id: bigint, leaf: string): ReceiptText {
  const index = placeOf.get(id);
  if (index === undefined) throw new Error(`order ${String(id)} is not in its batch`);
  const path = tree.path(index);
  return `{"leaf":${leaf},"path":[${path.length === 0 ? "" : `"${path.join('","')}"`}],"index":${index}${ending}`;
}

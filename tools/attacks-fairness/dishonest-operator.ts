import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { verifyRound } from "@lotus/beacon/verify";
import {
  betLeaf,
  type BetReport,
  canonicalJson,
  type CanonicalValue,
  checkBet,
  type CheckBetOptions,
  type CommittedBet,
  checkDraw,
  type DrawProofDocument,
  type DrawReport,
  type PeriodLog,
  PeriodLogReader,
  type ProvenEntry,
  receiptMessage,
  oddsPath,
} from "@lotus/fair";
import { drawFor, payoutByRules } from "@lotus/games";
import { LogKey } from "@lotus/server/fairness/log-key";
import { makeKeys, readKeys } from "@lotus/server/settings/keys";
import { sql } from "@lotus/server/db/database";
import { type DeskServer, openDeskServer } from "@lotus/server/testing/desk-server";
import { openTestDatabase, setTestClock, type TestDatabase } from "@lotus/server/testing/test-database";
import {
  formatCheckpoint,
  formatInclusionProof,
  formatNote,
  formatVerifierKey,
  leafHash,
  merklePath,
  merkleRoot,
  parsePolicy,
  toHex,
  utf8,
} from "@lotus/tlog";
import { createWitnessServer } from "@lotus/witness/http-server";
import { CheckpointStore } from "@lotus/witness/store";
import { Witness } from "@lotus/witness/witness";

/** The game of the attacks: a period a minute. */
export const GAME = "FFC";
const ORIGIN = "attacked.test/log";
const BODIES = sql`SELECT body FROM log_entry WHERE log = 1 ORDER BY index`;
const CHECKPOINTS = sql`SELECT size, note FROM log_checkpoint WHERE has_quorum ORDER BY size`;

/** A bet of the victim, with what its phone kept, and what the server showed at the end. */
export interface VictimsBet {
  readonly orderNo: string;
  readonly periodNo: string;
  /** From the reply in which the bet was accepted. */
  readonly kept: Receipt;
  /** When the phone sent it, by the server's clock. */
  readonly sentAt: number;
  readonly drawAt: number;
  readonly closeAt: number;
}

/** What the victim bets on: something always wins. */
const PLACED = {
  optionId: "YX.DWD",
  betAmount: "1.00",
  groups: [{ code: "place1", items: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] }],
};

// The contract describes receipts; attacks change any field of them.
// oxlint-disable-next-line typescript/no-explicit-any
export type Receipt = Record<string, any>;

/**
 * A server whose operator cheats: whoever holds this owns its database, and all of its keys. Three witnesses belong to
 * others, of which two must cosign; the victim's phone knows them and the beacon from before.
 */
export class DishonestOperator {
  readonly server: DeskServer;
  readonly base: TestDatabase;
  readonly token: string;
  readonly logKey: LogKey;
  readonly witnesses: readonly Witness[];
  readonly #trust: CheckBetOptions["trust"];
  readonly #clock: { now: number };
  readonly #close: () => void;

  private constructor(parts: {
    server: DeskServer;
    base: TestDatabase;
    token: string;
    logKey: LogKey;
    witnesses: readonly Witness[];
    trust: CheckBetOptions["trust"];
    clock: { now: number };
    close: () => void;
  }) {
    [this.server, this.base, this.token] = [parts.server, parts.base, parts.token];
    [this.logKey, this.witnesses] = [parts.logKey, parts.witnesses];
    [this.#trust, this.#clock, this.#close] = [parts.trust, parts.clock, parts.close];
  }

  /** Opens the server at an instant, honest so far, with a player who trusts what it names now. */
  static async open(folder: string, at: number): Promise<DishonestOperator> {
    const base = await openTestDatabase();
    const keys = makeKeys((length) => Uint8Array.from(randomBytes(length)));
    const logKey = new LogKey(ORIGIN, readKeys(keys).log.current);
    const clock = { now: at };
    const { witnesses, policy, close } = await openWitnesses(folder, logKey, clock);
    await setTestClock(base.db, at);
    const server = await openDeskServer({ LOG_ORIGIN: ORIGIN, WITNESS_POLICY: policy }, { base, keys });
    await server.app.draws.tick();
    const { token } = await server.enrol("victim");
    await server.player("POST", "/api/user/makeOrder", token, {
      type: "recharge",
      amount: "1000.00",
      channel_id: "demo",
    });
    const named = (await server.player("GET", "/api/lottery/fairness")).data;
    const { hash, publicKey, genesis, period } = named.beacon;
    const trust = {
      policy: parsePolicy(named.policy),
      beacon: { hash, publicKey, genesisS: genesis, periodS: period },
    };
    return new DishonestOperator({ server, base, token, logKey, witnesses, trust, clock, close });
  }

  get now(): number {
    return this.#clock.now;
  }

  /** Lets time pass, and the server do what is due. */
  async until(at: number): Promise<void> {
    this.#clock.now = at;
    await setTestClock(this.base.db, at);
    await this.server.app.draws.tick();
  }

  /** The victim bets in the next period, on something that always wins. */
  async sell(): Promise<VictimsBet> {
    const next = Math.ceil((this.now + 1) / 60_000) * 60_000 + 5_000;
    await this.until(next);
    const current = (await this.server.player("GET", `/api/lottery/current/${GAME}`)).data;
    const reply = await this.server.player("POST", `/api/lottery/order/${GAME}`, this.token, {
      prize_no: current.prizeNo,
      bets: [{ option_id: PLACED.optionId, amount: PLACED.betAmount, groups: PLACED.groups }],
    });
    if (reply.code !== 0) throw new Error(`the victim's bet was refused: ${reply.msg}`);
    const [order] = reply.data.orders;
    const { drawAt, closeAt, prizeNo: periodNo } = current;
    return { orderNo: order.orderNo, periodNo, kept: order.receipt, sentAt: next, drawAt, closeAt };
  }

  /** An honest period to its end. */
  async play(): Promise<VictimsBet> {
    const bet = await this.sell();
    await this.finish(bet);
    return bet;
  }

  async finish({ closeAt, drawAt }: VictimsBet): Promise<void> {
    await this.until(closeAt);
    await this.until(drawAt);
    await this.until(drawAt + 2_000);
  }

  /** Cancels a period while it is on sale, as the desk does. */
  async cancelPeriod({ periodNo }: VictimsBet): Promise<void> {
    const period = { game: GAME, periodNo, reason: "technical problem" } as const;
    await this.base.db.transaction((tx) => this.server.app.draws.voidPeriods(tx, [period]));
  }

  /** Pays stakes of void periods back, as the server does every few seconds. */
  async refund(): Promise<void> {
    await this.server.app.settlement.refundVoided();
  }

  async proofOf({ periodNo }: Pick<VictimsBet, "periodNo">): Promise<DrawProofDocument> {
    return (await this.server.player("GET", `/api/lottery/proof/${GAME}/${periodNo}`)).data;
  }

  /** What the server answers for the receipt; null if it denies to know the order. */
  async receiptOf({ orderNo }: VictimsBet): Promise<Receipt | null> {
    return (await this.server.player("GET", `/api/lottery/receipt/${orderNo}`, this.token)).data;
  }

  /** What the victim's phone reads of the log about a period. */
  readLog(proof: unknown, receipt?: unknown): Promise<PeriodLog | null> {
    return new PeriodLogReader(this.#trust, (path) => this.logFile(path)).read(proof, receipt);
  }

  /** A file of the log as the server serves it; null if there is none. */
  async logFile(path: string): Promise<Uint8Array | null> {
    const reply = await this.server.app.player.inject(`/log/${path}`);
    return reply.statusCode === 200 ? new Uint8Array(reply.rawPayload) : null;
  }

  /** The table of odds that a receipt names, as the server serves it. */
  async #oddsOf({ leaf }: Receipt): Promise<string | null> {
    const file = await this.logFile(oddsPath(Number(leaf.oddsVersion)));
    return file === null ? null : new TextDecoder().decode(file);
  }

  /** What the victim's phone finds, by what it kept and what it is shown. */
  async check(
    bet: VictimsBet,
    shown: { receipt?: Receipt | null; proof?: unknown; askedToCancel?: boolean } = {},
  ): Promise<BetReport> {
    const proof = shown.proof ?? (await this.proofOf(bet));
    const latest = shown.receipt === undefined ? await this.receiptOf(bet) : shown.receipt;
    const receipt = { ...latest, ...bet.kept };
    return checkBet(
      { receipt, proof },
      {
        ...this.#rules(),
        payoutOf: payoutByRules,
        askedToCancel: shown.askedToCancel ?? false,
        now: this.now,
        expected: { orderNo: bet.orderNo, gameCode: GAME, prizeNo: bet.periodNo },
        placed: { ...PLACED, sentAt: bet.sentAt, player: bet.kept.leaf.player },
        log: await this.readLog(proof, receipt),
        oddsTable: await this.#oddsOf(receipt),
      },
    );
  }

  /** What anybody finds about a draw who has the proof alone. */
  checkDraw(proof: unknown, periodNo: string): DrawReport {
    return checkDraw(proof, { ...this.#rules(), expected: { gameCode: GAME, prizeNo: periodNo } });
  }

  #rules() {
    return { trust: this.#trust, draw: drawFor("five-digits"), verifyRound };
  }

  /** Appends an entry as the operator's own program would, and publishes it to the witnesses. */
  async log(entry: {
    readonly type: string;
    readonly [field: string]: CanonicalValue;
  }): Promise<ProvenEntry> {
    const body = canonicalJson(entry);
    const [head] = await this.base.db.query<{ size: bigint }>(
      sql`UPDATE log_head SET size = size + 1 RETURNING size - 1 AS size`,
    );
    const index = Number(head?.size);
    await this.base.owner.query(
      sql`INSERT INTO log_entry (log, index, type, game, period_no, body, leaf, created)
          VALUES (1, $1, $2, NULL, NULL, $3, $4, house_clock())`,
      [index, entry.type, body, Buffer.from(leafHash(utf8(body)))],
    );
    await this.server.app.draws.tick();
    return { type: entry.type, body, proof: await this.proveNow(index) };
  }

  /** The proof of an entry under the newest checkpoint that witnesses have cosigned. */
  async proveNow(index: number): Promise<string> {
    const rows = await this.base.db.query<{ size: bigint; note: string }>(CHECKPOINTS);
    const newest = rows.at(-1);
    const leaves = (await this.bodies()).map((body) => leafHash(utf8(body)));
    return proofIn(leaves, index, Number(newest?.size), newest?.note ?? "");
  }

  async bodies(): Promise<string[]> {
    const rows = await this.base.db.query<{ body: string }>(BODIES);
    return rows.map(({ body }) => body);
  }

  /** A receipt of an order that was never placed, signed as those of orders that were. */
  signReceipt(leaf: CommittedBet, like: Receipt): Receipt {
    const batchRoot = betLeaf(leaf);
    const { logSize, logRoot } = like;
    const message = receiptMessage({ batchRoot, logSize, logRoot: Buffer.from(logRoot, "hex") });
    const signature = toHex(this.logKey.sign(message));
    return { ...like, leaf, path: [], index: 0, size: 1, batchRoot: toHex(batchRoot), signature };
  }

  /** What witnesses answer to a checkpoint of other entries: their status codes. */
  async askWitnesses(bodies: readonly string[], oldSize: number): Promise<number[]> {
    const leaves = bodies.map((body) => leafHash(utf8(body)));
    const body = formatCheckpoint({ origin: ORIGIN, size: leaves.length, root: merkleRoot(leaves) });
    const note = formatNote({ body, signatures: [this.logKey.signNote(body)] });
    const replies = await Promise.all(
      this.witnesses.map((witness) => witness.addCheckpoint(`old ${oldSize}\n\n${note}`)),
    );
    return replies.map(({ status }) => status);
  }

  /** A proof of an entry in a log of other entries: signed by the operator, cosigned by nobody. */
  forge(bodies: readonly string[], index: number): string {
    const leaves = bodies.map((body) => leafHash(utf8(body)));
    const body = formatCheckpoint({ origin: ORIGIN, size: leaves.length, root: merkleRoot(leaves) });
    const note = formatNote({ body, signatures: [this.logKey.signNote(body)] });
    return proofIn(leaves, index, leaves.length, note);
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.base.close();
    this.#close();
  }
}

function proofIn(leaves: readonly Uint8Array[], index: number, size: number, checkpoint: string): string {
  const hashes = merklePath(leaves.slice(0, size), index).map(({ hash }) => hash);
  return formatInclusionProof({ extra: null, index, hashes, checkpoint });
}

/** Three witnesses on this machine, and the file by which the server knows them: two must cosign. */
async function openWitnesses(folder: string, logKey: LogKey, clock: { readonly now: number }) {
  const opened = await Promise.all(
    [1, 2, 3].map(async (number) => {
      const store = join(folder, `w${number}`);
      mkdirSync(store);
      const witness = new Witness({
        name: `w${number}.test`,
        secretKey: Uint8Array.from(randomBytes(32)),
        logs: [logKey.verifier],
        store: new CheckpointStore(store),
        now: () => clock.now,
      });
      const server = createWitnessServer(witness, () => undefined);
      await new Promise<void>((done) => {
        server.listen(0, "127.0.0.1", done);
      });
      // A server that listens on a port has this address.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const { port } = server.address() as AddressInfo;
      const line = `witness w${number} ${formatVerifierKey(witness.key)} http://127.0.0.1:${port}`;
      return { witness, server, line };
    }),
  );
  const policy = join(folder, "witnesses.policy");
  writeFileSync(policy, `${opened.map(({ line }) => line).join("\n")}\ngroup two 2 w1 w2 w3\nquorum two\n`);
  const close = () => {
    for (const { server } of opened) {
      server.close();
      server.closeAllConnections();
    }
  };
  return { witnesses: opened.map(({ witness }) => witness), policy, close };
}

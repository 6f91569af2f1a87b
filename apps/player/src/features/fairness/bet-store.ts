import { type BetResult, hasFailed, type KeptBet, mergeKept } from "./kept-bet.ts";

/** Bets that this device remembers, of all players who use it. Each call rejects where nothing can be stored. */
export interface BetStore {
  /** The bets of a player. */
  ofAccount(account: string): Promise<KeptBet[]>;
  /** What is remembered of a bet; null without anything. */
  get(account: string, orderNo: string): Promise<KeptBet | null>;
  /**
   * Stores a bet. One that failed stays as it is, and so do the first receipt and that the player asked to cancel,
   * whatever another window knows.
   */
  put(bet: KeptBet): Promise<void>;
  /** Stores the result of a bet, unless the bet has failed before. */
  putResult(account: string, orderNo: string, result: BetResult): Promise<void>;
  /** The result of a bet; null without one. */
  resultOf(account: string, orderNo: string): Promise<BetResult | null>;
}

const NAME = "lotus.bets";
const VERSION = 1;
const BETS = "bet";
const RESULTS = "result";
const BY_ACCOUNT = "account";

const OPEN_WITHIN_MS = 5_000;

/** Players may ask about a bet for so long. */
const KEPT_MS = 180 * 24 * 3_600_000;

/** The store of this browser. */
export function openBetStore(factory: IDBFactory | undefined, now: () => number): BetStore {
  let opening: Promise<IDBDatabase> | undefined;
  const open = () => (opening ??= openDatabase(factory));
  return {
    async ofAccount(account) {
      const database = await open();
      const objects = database.transaction(BETS).objectStore(BETS);
      // Only `put` writes here.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const bets = (await answerOf(objects.index(BY_ACCOUNT).getAll(account))) as KeptBet[];
      const old = bets.filter(({ since }) => since < now() - KEPT_MS);
      if (old.length > 0) await forget(database, old);
      return bets.filter((bet) => !old.includes(bet));
    },
    async get(account, orderNo) {
      return storedIn((await open()).transaction(BETS).objectStore(BETS), [account, orderNo]);
    },
    async put(bet) {
      const bets = (await open()).transaction(BETS, "readwrite").objectStore(BETS);
      const stored = await storedIn(bets, [bet.account, bet.orderNo]);
      if (stored === null || !hasFailed(stored)) await answerOf(bets.put(mergeKept(bet, stored)));
    },
    async putResult(account, orderNo, result) {
      const writing = (await open()).transaction([BETS, RESULTS], "readwrite");
      const key = [account, orderNo];
      const stored = await storedIn(writing.objectStore(BETS), key);
      if (stored === null || !hasFailed(stored))
        await answerOf(writing.objectStore(RESULTS).put(result, key));
    },
    async resultOf(account, orderNo) {
      const objects = (await open()).transaction(RESULTS).objectStore(RESULTS);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return ((await answerOf(objects.get([account, orderNo]))) ?? null) as BetResult | null;
    },
  };
}

function openDatabase(factory: IDBFactory | undefined): Promise<IDBDatabase> {
  if (factory === undefined) return Promise.reject(new Error("there is no storage"));
  const request = factory.open(NAME, VERSION);
  request.addEventListener("upgradeneeded", () => {
    const bets = request.result.createObjectStore(BETS, { keyPath: ["account", "orderNo"] });
    bets.createIndex(BY_ACCOUNT, BY_ACCOUNT);
    request.result.createObjectStore(RESULTS);
  });
  // A browser that never answers is one without a storage: bets are checked all the same.
  const silence = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("the storage does not open")), OPEN_WITHIN_MS);
  });
  return Promise.race([answerOf(request), silence]);
}

async function storedIn(bets: IDBObjectStore, key: IDBValidKey): Promise<KeptBet | null> {
  // Only `put` writes there.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return ((await answerOf(bets.get(key))) ?? null) as KeptBet | null;
}

async function forget(database: IDBDatabase, bets: readonly KeptBet[]): Promise<void> {
  const writing = database.transaction([BETS, RESULTS], "readwrite");
  const keys = bets.map(({ account, orderNo }) => [account, orderNo]);
  await Promise.all(
    [BETS, RESULTS].flatMap((name) => keys.map((key) => answerOf(writing.objectStore(name).delete(key)))),
  );
}

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("the storage failed")));
  });
}

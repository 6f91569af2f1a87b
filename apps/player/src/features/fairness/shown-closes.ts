import type { ShownClose } from "@lotus/fair";

/*
 * Closes of the player's periods, as the stream brought them: bytes that nobody has verified yet. Whoever has one from before the
 * round can prove that the period had to be drawn.
 */

/** A close with when it came (epoch ms by the server's clock). */
export interface KeptClose extends ShownClose {
  readonly account: string;
  readonly gameCode: string;
  readonly periodNo: string;
  readonly at: number;
}

type OfPeriod = Pick<KeptClose, "account" | "gameCode" | "periodNo">;

/** Where closes are kept. Each call rejects where nothing can be stored. */
interface ShownCloses {
  /** Stores a close, unless there is one of its period. */
  keep(close: KeptClose): Promise<void>;
  of(period: OfPeriod): Promise<KeptClose | null>;
}

const NAME = "lotus.closes";
const CLOSES = "close";
const BY_TIME = "at";
/** About 2 KB each. */
const CLOSES_KEPT = 1_000;

/** The closes that this browser keeps, the newest ones. A database of its own: the one of bets may be open in an older window. */
export function openShownCloses(factory: IDBFactory | undefined): ShownCloses {
  let opening: Promise<IDBDatabase> | undefined;
  const open = () => (opening ??= openDatabase(factory));
  const read = async (objects: IDBObjectStore, { account, gameCode, periodNo }: OfPeriod) =>
    // Only `keep` writes here.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    ((await answerOf(objects.get([account, gameCode, periodNo]))) ?? null) as KeptClose | null;
  return {
    async keep(close) {
      const objects = (await open()).transaction(CLOSES, "readwrite").objectStore(CLOSES);
      if ((await read(objects, close)) !== null) return;
      await answerOf(objects.put(close));
      const tooMany = (await answerOf(objects.count())) - CLOSES_KEPT;
      if (tooMany <= 0) return;
      const oldest = await answerOf(objects.index(BY_TIME).getAllKeys(null, tooMany));
      await Promise.all(oldest.map((key) => answerOf(objects.delete(key))));
    },
    async of(period) {
      return read((await open()).transaction(CLOSES).objectStore(CLOSES), period);
    },
  };
}

function openDatabase(factory: IDBFactory | undefined): Promise<IDBDatabase> {
  if (factory === undefined) return Promise.reject(new Error("there is no storage"));
  const request = factory.open(NAME, 1);
  request.addEventListener("upgradeneeded", () => {
    const closes = request.result.createObjectStore(CLOSES, { keyPath: ["account", "gameCode", "periodNo"] });
    closes.createIndex(BY_TIME, BY_TIME);
  });
  return answerOf(request);
}

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("the storage failed")));
  });
}

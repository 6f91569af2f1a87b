import * as z from "zod/mini";

/** Storage key of the lists that were typed and not yet put on a slip, per player. */
const KEY = "lotus.typed";

/** Characters kept of all drafts together: storage is small, and the slip, which must be kept, shares it. */
const MAX_KEPT = 200_000;

const stored = z.array(z.object({ board: z.string(), text: z.string() }));

/** Lists typed on the boards of this device that are not on a slip yet; they survive a reload. */
export interface TypedDrafts {
  /** The text of a board, empty if there is none. */
  textOf: (gameCode: string, optionId: string) => string;
  /** Keeps a text, newest first; the oldest are forgotten once all together are too long. */
  keep: (gameCode: string, optionId: string, text: string) => void;
}

/** A storage of texts: that of the device, or a part of it. */
export interface DraftStorage {
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, value: string) => void;
}

/** The drafts of a player, read from the storage once. */
export function typedDrafts(storage: DraftStorage, player: string): TypedDrafts {
  const key = player === "" ? KEY : `${KEY}.${player}`;
  let drafts = readDrafts(storage, key);
  const boardOf = (gameCode: string, optionId: string): string => `${gameCode} ${optionId}`;
  return {
    textOf: (gameCode, optionId) => {
      const board = boardOf(gameCode, optionId);
      return drafts.find((draft) => draft.board === board)?.text ?? "";
    },
    keep: (gameCode, optionId, text) => {
      const board = boardOf(gameCode, optionId);
      const others = drafts.filter((draft) => draft.board !== board);
      const isKept = text !== "" && text.length <= MAX_KEPT;
      const all = isKept ? [{ board, text }, ...others] : others;
      let length = 0;
      drafts = all.filter((draft) => (length += draft.text.length) <= MAX_KEPT);
      try {
        storage.setItem(key, JSON.stringify(drafts));
      } catch {
        // A full or forbidden storage: the text lasts as long as the page.
      }
    },
  };
}

function readDrafts(storage: Pick<DraftStorage, "getItem">, key: string): z.infer<typeof stored> {
  try {
    const read = stored.safeParse(JSON.parse(storage.getItem(key) ?? "[]"));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

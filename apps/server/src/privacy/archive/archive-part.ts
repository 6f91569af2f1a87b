import type { Locale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import type { Accounts } from "../../accounts/accounts.ts";
import { gameWords, type GameWords } from "../../betting/betting.ts";
import type { Queries, Sql } from "../../db/database.ts";
import type { Identity } from "../../identity/identity.ts";
import type { Inbox } from "../../inbox/inbox.ts";
import type { Vault } from "../../vault/vault.ts";
import type { Wallet } from "../../wallet/wallet.ts";

/** A value of an archive: bigint is money in minor units, a Date is an instant. */
export type Value = string | number | boolean | bigint | Date | null;

/** One record of a part. Its names are the fields of the JSON file, and have their words under `archive.field.`. */
export type Entry = Readonly<Record<string, Value>>;

/** What the parts read with. */
export interface ArchiveDeps {
  readonly translate: Translate;
  readonly vault: Vault;
  readonly accounts: Pick<Accounts, "contactsOf" | "passkeysOf">;
  readonly identity: Pick<Identity, "known">;
  readonly addresses: Pick<Wallet["addresses"], "own">;
  readonly wording: Inbox["wording"];
}

/** Whose data it is, in what language, and the snapshot it is read from. */
export interface ArchiveSource extends ArchiveDeps {
  readonly tx: Queries;
  readonly playerId: bigint;
  readonly locale: Locale;
}

/** A part of an archive: the JSON file of its name. Its records come in pages, so that no list is held in memory. */
export interface ArchivePart {
  readonly name: string;
  pages(from: ArchiveSource): AsyncIterable<readonly Entry[]>;
}

/** Above every id: the first page is that of all others, so that no plan of a statement reads what is not on it. */
export const EVERY_ID = 2n ** 63n - 1n;
/** Records read at once. */
export const PAGE = 500;

/** A row of a statement. */
export type Row = Readonly<Record<string, unknown>>;

/** A part that is read in pages by descending id. `Stored` is what its statement returns. */
// Named by the caller, as with `query`.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function listed<Stored extends { readonly id: bigint } & Row>(
  name: string,
  statement: Sql,
  entryOf: (row: Stored, from: ArchiveSource, words: GameWords) => Entry,
): ArchivePart {
  return {
    name,
    pages: async function* (from) {
      const words = gameWords(from.translate, from.locale);
      for (let before = EVERY_ID, more = true; more;) {
        const rows: Stored[] = await from.tx.query<Stored>(statement, [from.playerId, before, PAGE]);
        yield rows.map((row) => entryOf(row, from, words));
        before = rows.at(-1)?.id ?? 0n;
        more = rows.length === PAGE;
      }
    },
  };
}

/** A part of few records. */
export function whole(
  name: string,
  entriesOf: (from: ArchiveSource) => Promise<readonly Entry[]>,
): ArchivePart {
  return {
    name,
    pages: async function* (from) {
      yield await entriesOf(from);
    },
  };
}

import { gameWords } from "../../betting/betting.ts";
import { openSubscription } from "../../push/push.ts";
import { type ArchivePart, whole } from "./archive-part.ts";
import * as sql from "./archive.sql.ts";

/** What logs in without a password, and what something is pushed to. */
export const DEVICES: readonly ArchivePart[] = [
  whole("passkeys", async ({ tx, accounts, playerId }) =>
    (await accounts.passkeysOf(tx, playerId)).map(({ name, kind, provider, createdAt, lastUsedAt }) => ({
      name,
      kind,
      device: provider,
      time: new Date(createdAt),
      lastSeen: lastUsedAt === null ? null : new Date(lastUsedAt),
    })),
  ),
  whole("push-devices", async ({ tx, vault, translate, locale, playerId }) => {
    const words = gameWords(translate, locale);
    const rows = await tx.query<{
      family_id: string;
      user_agent: string;
      subscription: Buffer;
      kinds: readonly string[];
      games: readonly string[];
      amounts: boolean;
      created: Date;
    }>(sql.PUSH_DEVICES, [playerId]);
    return rows.map((row) => ({
      time: row.created,
      device: row.user_agent,
      // The keys beside it are left out: with them others could write to the device.
      address: openSubscription(vault, row.family_id, row.subscription).endpoint,
      kind: row.kinds.join(", "),
      game: row.games.map((game) => words.game(game)).join(", "),
      amounts: row.amounts,
    }));
  }),
];

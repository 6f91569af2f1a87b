import type { Queries } from "../db/database.ts";
import { queueMessages } from "../push/push.ts";
import * as sql from "./inbox.sql.ts";
import { TEMPTING, type Template, type TemplateValues } from "./templates.ts";

/** A message to one player, of a template. */
export interface NewMessage<T extends Template> {
  readonly playerId: bigint;
  readonly template: T;
  readonly values: TemplateValues<T>;
}

/**
 * Writes a site message, and the live event of it, in the transaction of what it reports: all of it is committed or
 * nothing. Notify the live events after the commit; otherwise they are read within a second. */
export function sendMessage<T extends Template>(tx: Queries, message: NewMessage<T>): Promise<void> {
  return sendMessages(tx, [message]);
}

/** As `sendMessage`, many in one statement. */
export async function sendMessages<T extends Template>(
  tx: Queries,
  messages: readonly NewMessage<T>[],
): Promise<void> {
  if (messages.length === 0) return;
  await tx.query(sql.SEND, [
    messages.map(({ playerId }) => playerId),
    messages.map(({ template }) => template),
    messages.map(({ values }) => JSON.stringify(values)),
    TEMPTING,
  ]);
  await queueMessages(tx, messages);
}

import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import * as sql from "../players.sql.ts";
import type { AccountsDeps } from "../accounts-deps.ts";

/** Whether a username is free. The limit suits somebody choosing a name and stops whoever collects names. */
export function bindUsernameFree({
  db,
  quotas,
  registrations,
  reservedUsernames,
}: AccountsDeps): BoundCall<typeof CALLS.usernameFree> {
  return bind(CALLS.usernameFree, async ({ query }, origin) => {
    const waitMs = await quotas.take(registrations.lookups(origin));
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000);
      return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
    }
    const [name] = await db.query<{ taken: boolean }>(sql.NAME_TAKEN, [query.username]);
    return accept({ free: name?.taken !== true && !reservedUsernames.has(query.username) });
  });
}

import { CALLS } from "@lotus/contract";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import * as sql from "../players.sql.ts";
import type { Rooms } from "../rooms.ts";

export function bindUsernameFree({ db }: Rooms): BoundCall {
  return bind(CALLS.usernameFree, async ({ query }) => {
    const [name] = await db.query<{ taken: boolean }>(sql.NAME_TAKEN, [query.username]);
    return accept({ free: name?.taken !== true });
  });
}

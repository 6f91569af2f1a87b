import { createHash, randomBytes } from "node:crypto";
import { type Database, sql } from "@lotus/server/db/database";

/** A player with money and a token valid for this run. */
export interface EnrolledPlayer {
  readonly id: bigint;
  readonly token: string;
}

// No login is possible: no password has this hash.
const ENROL = sql`
  INSERT INTO player (username, password_hash, trans_password_hash, invite_code, created, terms_version)
  SELECT 'load_' || n, '-', '-', 'load_' || n, house_clock(), '-'
  FROM generate_series((SELECT count(*) FROM player) + 1, (SELECT count(*) FROM player) + $1::int) AS n
  RETURNING id`;

const OPEN_ACCOUNTS = sql`SELECT ledger_open_accounts(id) FROM unnest($1::bigint[]) AS id`;

const GIVE = sql`
  SELECT ledger_post(house_clock(), array_agg('gift'::text), array_agg(300::bigint), array_agg(cash_account(id)),
                     array_agg($2::bigint), array_agg('load'::text), array_agg(id)) AS done
  FROM unnest($1::bigint[]) AS id`;

// The tokens are made without the server's keys, as those of servers from before there were MACs.
const ACCEPT_TOKENS = sql`UPDATE credential_window SET until = 'infinity'`;

const OPEN_SESSIONS = sql`
  WITH family AS (
    INSERT INTO session_family (id, player_id, created, rotated)
    SELECT gen_random_uuid(), id, house_clock(), house_clock() FROM unnest($1::bigint[]) AS id
    RETURNING id, player_id
  )
  INSERT INTO access_token (token_hash, family_id, player_id, expires)
  SELECT t.hash, f.id, f.player_id, house_clock() + interval '6 hours'
  FROM unnest($1::bigint[], $2::bytea[]) AS t (player, hash) JOIN family f ON f.player_id = t.player`;

/**
 * Creates many players directly in the database as its owner: registering ten thousand over HTTP would take minutes of
 * password hashing. Accounts and money are created by the ledger's own functions.
 */
export async function enrolPlayers(owner: Database, count: number, cash: bigint): Promise<EnrolledPlayer[]> {
  const rows = await owner.query<{ id: bigint }>(ENROL, [count]);
  const added = rows.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1));
  await owner.query(OPEN_ACCOUNTS, [added]);
  await owner.query(GIVE, [added, cash]);
  return openSessions(owner, added);
}

/** Signs in players that exist already. */
export async function openSessions(
  owner: Pick<Database, "query">,
  ids: readonly bigint[],
): Promise<EnrolledPlayer[]> {
  const players = ids.map((id) => ({ id, token: randomBytes(32).toString("hex") }));
  await owner.query(ACCEPT_TOKENS);
  await owner.query(OPEN_SESSIONS, [
    ids,
    players.map(({ token }) => createHash("sha256").update(token).digest()),
  ]);
  return players;
}

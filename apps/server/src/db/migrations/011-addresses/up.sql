-- Where players' withdrawals go. Numbers and names are sealed for their own row (vault/): an address for
-- "player/id", a name for its player. Addresses are only ever added, so a withdrawal names one for good.
CREATE SEQUENCE withdraw_address_id AS bigint;
CREATE TABLE withdraw_address (
  id bigint PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  kind text NOT NULL CHECK (kind IN ('bank', 'wallet')),
  bank_name text,
  network text CHECK (network IN ('tron', 'ethereum', 'bitcoin')),
  number bytea NOT NULL,
  -- One number, one player: the blind index of the number as it is compared.
  found_by bytea NOT NULL UNIQUE,
  created timestamptz NOT NULL,
  CHECK ((kind = 'bank') = (bank_name IS NOT NULL)),
  CHECK ((kind = 'wallet') = (network IS NOT NULL))
);
CREATE INDEX withdraw_address_player ON withdraw_address (player_id, id);

-- The name that stands on every card of a player.
CREATE TABLE player_real_name (
  player_id bigint PRIMARY KEY REFERENCES player (id),
  name bytea NOT NULL,
  -- Not unique: two people may have one name. The desk finds accounts of the same name by it.
  found_by bytea NOT NULL,
  created timestamptz NOT NULL
);
CREATE INDEX player_real_name_found_by ON player_real_name (found_by);

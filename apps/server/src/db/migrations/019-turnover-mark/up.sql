-- A player's history is read once: all up to a mark is summed up for good, since every stake up to it is settled or
-- given back; only what is after it is read again. A mark is moved on by whoever finds much after it, and one that
-- is lost is made anew from the history.
CREATE TABLE player_mark (
  player_id bigint PRIMARY KEY,
  -- The last transfer that is in the sums.
  transfer_id bigint NOT NULL,
  -- What was held for withdrawals after it, and when the last of the stakes up to it was settled or given back.
  held bigint NOT NULL,
  open_until timestamptz NOT NULL,
  -- Since the player last had nothing at all: what came in, and what of it was staked.
  received bigint NOT NULL,
  staked bigint NOT NULL
);

-- The sums of a player's reports by quarter of an hour, up to the mark: days of every time zone begin on one. A game's
-- rows hold what its bets cost and paid; the row without a game holds all else.
CREATE TABLE report_quarter (
  player_id bigint NOT NULL,
  at timestamptz NOT NULL,
  game text NOT NULL,
  -- Stakes of orders by when they were settled, less what came back of them.
  bet_cost bigint NOT NULL,
  payout bigint NOT NULL,
  -- Rebate and commission.
  rebate bigint NOT NULL,
  gift bigint NOT NULL,
  deposit bigint NOT NULL,
  withdrawal bigint NOT NULL,
  transfer_out bigint NOT NULL,
  -- By how much the player's money grew, what is held for withdrawals included.
  change bigint NOT NULL,
  PRIMARY KEY (player_id, at, game)
);

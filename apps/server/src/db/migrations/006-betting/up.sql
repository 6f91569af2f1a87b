-- Odds are versioned: an order keeps the version it was placed with. One row per version; `table_json` maps
-- game → option → odds key → odds ×10⁴ (as integers).
CREATE TABLE odds_version (
  version int PRIMARY KEY,
  table_json jsonb NOT NULL,
  created timestamptz NOT NULL,
  author text NOT NULL
);

-- Limits and switches of a game, kept per version like the odds.
CREATE SEQUENCE bet_order_id AS bigint START 1 CACHE 1;
CREATE SEQUENCE bet_batch_id AS bigint;

-- An accepted order. Its status is never stored: it follows from its period, its winning and its cancellation.
CREATE TABLE bet_order (
  player_id bigint NOT NULL,
  id bigint NOT NULL,
  accepted_at timestamptz NOT NULL,
  game text NOT NULL,
  period_no text NOT NULL,
  option_id text NOT NULL,
  -- Canonical picks as JSON text, and the hash that says which orders picked the same.
  groups text NOT NULL,
  selection_hash bytea NOT NULL,
  bet_count int NOT NULL CHECK (bet_count > 0),
  bet_amount bigint NOT NULL CHECK (bet_amount > 0),
  total bigint NOT NULL,
  odds_version int NOT NULL,
  batch_id bigint NOT NULL,
  blind bytea NOT NULL,
  PRIMARY KEY (player_id, id, accepted_at),
  CHECK (total = bet_count * bet_amount)
) PARTITION BY RANGE (accepted_at);
CREATE INDEX bet_order_period ON bet_order (game, period_no, id);

-- One row per gathered batch of accepted slips: the signature of its receipts, made after the commit.
CREATE TABLE bet_batch (
  id bigint PRIMARY KEY,
  root bytea NOT NULL,
  log_heads jsonb NOT NULL,
  signatures jsonb NOT NULL,
  created timestamptz NOT NULL
);

-- A cancelled order: its stake went back to the player.
CREATE TABLE bet_cancellation (
  player_id bigint NOT NULL,
  order_id bigint NOT NULL,
  game text NOT NULL,
  period_no text NOT NULL,
  -- 'player' before the close, 'void' for a voided period.
  why text NOT NULL CHECK (why IN ('player', 'void')),
  refund bigint NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (player_id, order_id)
);
CREATE INDEX bet_cancellation_period ON bet_cancellation (game, period_no);

-- An order that got something back at settlement. Losers need no row.
CREATE TABLE bet_win (
  player_id bigint NOT NULL,
  order_id bigint NOT NULL,
  game text NOT NULL,
  period_no text NOT NULL,
  payout bigint NOT NULL CHECK (payout >= 0),
  refund bigint NOT NULL CHECK (refund >= 0),
  -- [{ code, class?, wins, odds }] with odds ×10⁴.
  tiers jsonb NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (player_id, order_id),
  CHECK (payout > 0 OR refund > 0)
);
CREATE INDEX bet_win_period ON bet_win (game, period_no);

-- Marks of finished chunks, so that a settlement killed at any point goes on where it stopped.
CREATE TABLE settlement_chunk (
  game text NOT NULL,
  period_no text NOT NULL,
  chunk int NOT NULL,
  from_id bigint NOT NULL,
  to_id bigint NOT NULL,
  done timestamptz NOT NULL,
  PRIMARY KEY (game, period_no, chunk)
);

SELECT ensure_month_partitions('bet_order', house_clock(), 3);

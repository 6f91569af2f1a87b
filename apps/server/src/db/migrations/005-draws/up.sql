-- The secrets of one chain of a game. `sealed` holds the seed and a checkpoint of every 256th link, encrypted
-- with the seal key; only the drawing code opens it.
CREATE TABLE chain (
  cid bytea PRIMARY KEY CHECK (length(cid) = 16),
  game text NOT NULL,
  n int NOT NULL,
  anchor bytea NOT NULL,
  root bytea NOT NULL,
  -- The first period it serves, and when that draws: from then on, no older chain of the game serves any.
  first_period text NOT NULL,
  first_draw_at timestamptz NOT NULL,
  -- Roots of the 512 subtrees of 256 commitments each, so that a proof needs one block only.
  block_roots bytea NOT NULL,
  sealed bytea NOT NULL,
  seal_key_version int NOT NULL,
  next_t int NOT NULL DEFAULT 1,
  created timestamptz NOT NULL
);
CREATE UNIQUE INDEX chain_game ON chain (game, first_draw_at);

-- A period. Its state only moves forward: open → closed → drawn → settled, or → voided, or open → skipped.
CREATE TABLE period (
  game text NOT NULL,
  period_no text NOT NULL,
  open_at timestamptz NOT NULL,
  close_at timestamptz NOT NULL,
  draw_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'drawn', 'settled', 'voided', 'skipped')),
  cid bytea NOT NULL REFERENCES chain (cid),
  t int NOT NULL,
  commitment bytea NOT NULL,
  merkle_proof bytea NOT NULL,
  mode smallint NOT NULL DEFAULT 0,
  salt bytea NOT NULL,
  round bigint NOT NULL DEFAULT 0,
  -- Known from the draw on.
  secret bytea,
  numbers smallint[],
  late boolean NOT NULL DEFAULT false,
  void_reason text,
  drawn_at timestamptz,
  settled_at timestamptz,
  PRIMARY KEY (game, period_no),
  UNIQUE (cid, t),
  CHECK (open_at < close_at AND close_at < draw_at),
  CHECK (state NOT IN ('drawn', 'settled') OR numbers IS NOT NULL)
);
CREATE INDEX period_due ON period (game, draw_at) WHERE state IN ('open', 'closed', 'drawn');
CREATE INDEX period_history ON period (game, draw_at DESC) WHERE state IN ('drawn', 'settled');
CREATE UNIQUE INDEX period_by_draw ON period (game, draw_at);

CREATE FUNCTION period_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = NEW.state OR (OLD.state, NEW.state) IN
    (('open', 'closed'), ('closed', 'drawn'), ('drawn', 'settled'), ('open', 'skipped'), ('open', 'voided'),
     ('closed', 'voided'), ('drawn', 'voided'), ('closed', 'skipped'))
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'period % % cannot go from % to %', OLD.game, OLD.period_no, OLD.state, NEW.state;
END $$;
CREATE TRIGGER period_state BEFORE UPDATE OF state ON period FOR EACH ROW EXECUTE FUNCTION period_forward();

-- The signed, hash-linked log of each game. `body` is kept verbatim: its bytes are what was signed.
CREATE TABLE draw_record (
  game text NOT NULL,
  seq bigint NOT NULL,
  type text NOT NULL CHECK (type IN ('chain', 'period', 'close', 'draw', 'skipped')),
  period_no text,
  body text NOT NULL,
  hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  signature bytea NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (game, seq)
);
CREATE INDEX draw_record_period ON draw_record (game, period_no);
CREATE UNIQUE INDEX draw_record_once ON draw_record (game, type, period_no) WHERE type IN ('period', 'close', 'draw');
CREATE INDEX draw_record_seldom ON draw_record (game, seq) WHERE type IN ('chain', 'skipped');
CREATE TRIGGER draw_record_append_only BEFORE UPDATE OR DELETE ON draw_record
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The fencing epoch of the draw clock: a leader raises it once and every write of a leader checks it.
CREATE TABLE draw_leader (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  epoch bigint NOT NULL,
  node text NOT NULL,
  since timestamptz NOT NULL
);
INSERT INTO draw_leader (epoch, node, since) VALUES (0, 'none', house_clock());

-- When a draw clock last ran. A period that opened and closed after that, without a bet, is a gap.
CREATE TABLE draw_pulse (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  seen timestamptz NOT NULL
);
INSERT INTO draw_pulse (seen) VALUES ('epoch');

-- Draws by lot-fair/2: a round of a public beacon decides each, and what the operator states is in one public log.
-- Draws by secret chains cannot be continued by it.
DO $$ BEGIN
  IF EXISTS (SELECT FROM period) THEN
    RAISE EXCEPTION 'its draws were made by lot-fair/1, which this version does not continue: keep it as an archive and start with an empty one'
      USING ERRCODE = 'LT003';
  END IF;
END $$;

ALTER TABLE period
  DROP COLUMN cid, DROP COLUMN t, DROP COLUMN commitment, DROP COLUMN merkle_proof, DROP COLUMN mode, DROP COLUMN salt,
  DROP COLUMN secret,
  ALTER COLUMN round DROP DEFAULT,
  -- The odds in force when the period was put in the log.
  ADD COLUMN odds_version int NOT NULL DEFAULT 1,
  -- Place in the log, and leaf hash, of the entry that announces the period.
  ADD COLUMN log_index bigint,
  ADD COLUMN log_leaf bytea NOT NULL DEFAULT '\x';
DROP TABLE draw_record;
DROP TABLE chain;

-- A period is planned until witnesses have cosigned a checkpoint with its entry, and only then open.
ALTER TABLE period DROP CONSTRAINT period_state_check;
ALTER TABLE period ADD CONSTRAINT period_state_check
  CHECK (state IN ('planned', 'open', 'closed', 'drawn', 'settled', 'voided', 'skipped'));
CREATE OR REPLACE FUNCTION period_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = NEW.state OR (OLD.state, NEW.state) IN
    (('planned', 'open'), ('planned', 'skipped'), ('planned', 'voided'), ('open', 'closed'), ('closed', 'drawn'),
     ('drawn', 'settled'), ('open', 'skipped'), ('open', 'voided'), ('closed', 'voided'))
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'period % % cannot go from % to %', OLD.game, OLD.period_no, OLD.state, NEW.state;
END $$;
CREATE INDEX period_planned ON period (log_index) WHERE state = 'planned';
DROP INDEX period_due;
CREATE INDEX period_due ON period (game, draw_at) WHERE state IN ('planned', 'open', 'closed', 'drawn');

-- The public log of the operator: RFC 8785 JSON, one entry a line. `body` is kept verbatim, since its bytes are hashed.
CREATE TABLE log_entry (
  index bigint PRIMARY KEY CHECK (index >= 0),
  type text NOT NULL,
  game text,
  period_no text,
  body text NOT NULL,
  leaf bytea NOT NULL CHECK (length(leaf) = 32),
  created timestamptz NOT NULL
);
CREATE UNIQUE INDEX log_entry_once ON log_entry (game, period_no, type)
  WHERE type IN ('period', 'close', 'draw', 'settled', 'void', 'skipped');
CREATE INDEX log_entry_game ON log_entry (game, index DESC) WHERE game IS NOT NULL;
CREATE INDEX log_entry_general ON log_entry (type, index DESC) WHERE game IS NULL;
CREATE TRIGGER log_entry_append_only BEFORE UPDATE OR DELETE ON log_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The end of the log. Whoever appends holds this row until the commit, so indexes have no gaps.
CREATE TABLE log_head (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  -- Name of the log; null before the first start.
  origin text,
  size bigint NOT NULL DEFAULT 0,
  -- Version of the key that signs checkpoints.
  key_version int NOT NULL DEFAULT 0,
  -- When a quorum of witnesses cosigned last, and which checkpoint that was.
  witnessed_size bigint NOT NULL DEFAULT 0,
  witnessed_at timestamptz NOT NULL DEFAULT 'epoch',
  -- Rises whenever periods go on sale, so that every node reads them again.
  opened bigint NOT NULL DEFAULT 0
);
INSERT INTO log_head DEFAULT VALUES;

-- The hashes of the log's tree by tile of 256 (c2sp.org/tlog-tiles); the last tile of each level grows.
CREATE TABLE log_tile (
  level int NOT NULL,
  index bigint NOT NULL,
  hashes bytea NOT NULL,
  PRIMARY KEY (level, index)
);

-- The checkpoints that were published: signed by the log, and with the cosignatures that witnesses gave.
CREATE TABLE log_checkpoint (
  size bigint PRIMARY KEY,
  root bytea NOT NULL CHECK (length(root) = 32),
  -- The note with all signatures so far.
  note text NOT NULL,
  has_quorum boolean NOT NULL DEFAULT false,
  created timestamptz NOT NULL
);
CREATE INDEX log_checkpoint_quorum ON log_checkpoint (size) WHERE has_quorum;

-- The rounds of the beacon that decided draws.
CREATE TABLE beacon_round (
  round bigint PRIMARY KEY,
  signature bytea NOT NULL CHECK (length(signature) = 48),
  created timestamptz NOT NULL
);
CREATE TRIGGER beacon_round_append_only BEFORE UPDATE OR DELETE ON beacon_round
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What leaves of orders call their player: nobody else can connect it with an account.
ALTER TABLE player ADD COLUMN pseudonym bytea NOT NULL UNIQUE DEFAULT decode(replace(gen_random_uuid()::text, '-', ''), 'hex');

-- A batch is signed together with a checkpoint of the log.
ALTER TABLE bet_batch DROP COLUMN log_head,
  ADD COLUMN log_size bigint NOT NULL,
  ADD COLUMN log_root bytea NOT NULL;

-- Odds as the API writes them.
CREATE FUNCTION odds_text(odds bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (odds / 10000)::text || '.' || regexp_replace(lpad((odds % 10000)::text, 4, '0'), '0{1,2}$', '')
$$;

-- The odds of each option in each version as RFC 8785 JSON, which leaves of orders contain.
CREATE TABLE option_odds (
  version int NOT NULL,
  game text NOT NULL,
  option_id text NOT NULL,
  odds text NOT NULL,
  PRIMARY KEY (version, game, option_id)
);
CREATE TRIGGER option_odds_append_only BEFORE UPDATE OR DELETE ON option_odds
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE FUNCTION write_option_odds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO option_odds (version, game, option_id, odds)
  SELECT NEW.version, g.key, o.key,
         (SELECT '{' || string_agg('"' || k.key || '":"' || odds_text(k.value::text::bigint) || '"', ',' ORDER BY k.key COLLATE "C") || '}'
          FROM jsonb_each(o.value) AS k)
  FROM jsonb_each(NEW.table_json) AS g CROSS JOIN LATERAL jsonb_each(g.value) AS o;
  RETURN NULL;
END $$;
CREATE TRIGGER option_odds_written AFTER INSERT ON odds_version FOR EACH ROW EXECUTE FUNCTION write_option_odds();

-- SHA-256 of 0x00 and the RFC 8785 JSON of an order: its leaf in receipts and among the bets of its period. All of it is
-- plain ASCII, and `groups` is stored in that form. `cancelled` is when it was cancelled before the close, or null.
-- Times are written out, so that nothing in here is a call of its own: a period may have a hundred thousand leaves.
DROP FUNCTION bet_leaf(bet_order);
CREATE FUNCTION bet_leaf(o bet_order, pseudonym bytea, round bigint, odds text, cancelled timestamptz)
RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256('\x00'::bytea || convert_to(
    '{"acceptedAt":' || floor(extract(epoch FROM o.accepted_at) * 1000)::bigint::text
    || ',"betAmount":"' || money_text(o.bet_amount) || '","betCount":' || o.bet_count::text
    || ',"blind":"' || encode(o.blind, 'hex') || '"'
    || CASE WHEN cancelled IS NULL THEN '' ELSE ',"cancelledAt":' || floor(extract(epoch FROM cancelled) * 1000)::bigint::text END
    || ',"game":"' || o.game || '","groups":' || o.groups || ',"odds":' || odds || ',"oddsVersion":' || o.odds_version::text
    || ',"optionId":"' || o.option_id || '","orderNo":"B' || o.id::text || '","periodNo":"' || o.period_no
    || '","player":"' || encode(pseudonym, 'hex') || '","round":' || round::text
    || ',"total":"' || money_text(o.total) || '"}', 'UTF8'))
$$;

-- SHA-256 of 0x00 and the RFC 8785 JSON of what an order was paid: its leaf among the payouts of its period.
CREATE FUNCTION payout_leaf(w bet_win, blind bytea) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256('\x00'::bytea || convert_to(
    '{"blind":"' || encode(blind, 'hex') || '","orderNo":"B' || w.order_id::text || '","payout":"' || money_text(w.payout)
    || '","refund":"' || money_text(w.refund) || '","tiers":[' || coalesce((
      SELECT string_agg(
        CASE WHEN e.tier ? 'class' THEN '{"class":' || (e.tier -> 'class')::text || ',' ELSE '{' END
        || '"code":' || (e.tier -> 'code')::text || ',"odds":' || (e.tier -> 'odds')::text
        || ',"wins":' || (e.tier -> 'wins')::text || '}', ',' ORDER BY e.place)
      FROM jsonb_array_elements(w.tiers) WITH ORDINALITY AS e (tier, place)), '') || ']}', 'UTF8'))
$$;

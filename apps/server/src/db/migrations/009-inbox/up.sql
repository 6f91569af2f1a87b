-- What players are told. One sequence for both tables: an id names one thing of either, and lists are in its order.
CREATE SEQUENCE inbox_id AS bigint;

-- Written at the desk once, in as many languages as there are: a notice, or a site message to many. One to everybody
-- is this row alone, however many players there are; one to some players (`addressed`) has a row in `message` for each.
CREATE TABLE announcement (
  id bigint PRIMARY KEY DEFAULT nextval('inbox_id'),
  tab text NOT NULL CHECK (tab IN ('notice', 'message')),
  -- { "<locale>": { "title", "body" } }
  texts jsonb NOT NULL,
  -- Only for readers of this language; null is all of them.
  locale text,
  addressed boolean NOT NULL DEFAULT false,
  -- Whom it was addressed to, as the desk asked for it, and how many players that were.
  audience jsonb,
  recipients int,
  operator_id bigint NOT NULL,
  created timestamptz NOT NULL,
  withdrawn timestamptz,
  withdrawn_by bigint,
  CHECK (NOT (addressed AND tab = 'notice'))
);
CREATE INDEX announcement_shown ON announcement (tab, id) WHERE withdrawn IS NULL AND NOT addressed;

-- A message to one player: a template with its values, or an announcement addressed to them. Rendered when read, in the
-- language of the reader.
CREATE TABLE message (
  player_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('inbox_id'),
  template text,
  detail jsonb,
  announcement_id bigint REFERENCES announcement (id),
  created timestamptz NOT NULL,
  read_at timestamptz,
  PRIMARY KEY (player_id, id),
  CHECK ((template IS NULL) = (announcement_id IS NOT NULL))
);
CREATE INDEX message_unread ON message (player_id) WHERE read_at IS NULL;
CREATE INDEX message_announcement ON message (announcement_id) WHERE announcement_id IS NOT NULL;

-- Which announcements to everybody a player has read: all up to a mark, by tab, and single ones above it.
CREATE TABLE inbox_mark (
  player_id bigint NOT NULL,
  tab text NOT NULL CHECK (tab IN ('notice', 'message')),
  read_to bigint NOT NULL,
  PRIMARY KEY (player_id, tab)
);
CREATE TABLE announcement_read (
  player_id bigint NOT NULL,
  announcement_id bigint NOT NULL REFERENCES announcement (id),
  PRIMARY KEY (player_id, announcement_id)
);

-- What a player won in a period, where that is a large win: told to the player once, and shown on the first page.
CREATE TABLE big_win (
  game text NOT NULL,
  period_no text NOT NULL,
  player_id bigint NOT NULL,
  payout bigint NOT NULL CHECK (payout > 0),
  created timestamptz NOT NULL,
  PRIMARY KEY (game, period_no, player_id)
);
CREATE INDEX big_win_newest ON big_win (created DESC);
CREATE TRIGGER big_win_append_only BEFORE UPDATE OR DELETE ON big_win
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

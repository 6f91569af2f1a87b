-- What player and desk say to each other: one conversation a player. Whoever adds a line or reads holds this row, so the
-- ids of its lines are committed in their order and the counts of what is unread are always those of the lines.
CREATE TABLE conversation (
  player_id bigint PRIMARY KEY,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  created timestamptz NOT NULL,
  last_line bigint NOT NULL DEFAULT 0,
  last_at timestamptz NOT NULL,
  last_from text NOT NULL CHECK (last_from IN ('player', 'desk')),
  -- Up to which line each side has read, and how many of the other's lines come after it.
  player_read_to bigint NOT NULL DEFAULT 0,
  desk_read_to bigint NOT NULL DEFAULT 0,
  player_unread int NOT NULL DEFAULT 0 CHECK (player_unread >= 0),
  desk_unread int NOT NULL DEFAULT 0 CHECK (desk_unread >= 0)
);
CREATE INDEX conversation_open ON conversation (status DESC, (desk_unread > 0) DESC, last_line DESC);

-- A picture of a conversation, made anew by the house from what was sent, and sealed: people send papers.
CREATE SEQUENCE service_picture_id AS bigint START 100001;
CREATE TABLE service_picture (
  id bigint PRIMARY KEY,
  player_id bigint NOT NULL,
  operator_id bigint,
  -- Base64 of a WebP.
  sealed bytea NOT NULL,
  width int NOT NULL,
  height int NOT NULL,
  created timestamptz NOT NULL,
  -- It stands in a line; others are forgotten after a day.
  sent boolean NOT NULL DEFAULT false
);
CREATE INDEX service_picture_player ON service_picture (player_id, created);

CREATE SEQUENCE service_line_id AS bigint;
CREATE TABLE service_line (
  player_id bigint NOT NULL REFERENCES conversation (player_id),
  id bigint NOT NULL,
  sender text NOT NULL CHECK (sender IN ('player', 'desk')),
  operator_id bigint,
  -- The text, sealed for this row.
  sealed bytea,
  picture_id bigint REFERENCES service_picture (id),
  created timestamptz NOT NULL,
  -- The key of the request that wrote it, and what it was bound to.
  request_key text,
  body_hash bytea,
  PRIMARY KEY (player_id, id),
  CHECK (sealed IS NOT NULL OR picture_id IS NOT NULL),
  CHECK ((sender = 'desk') = (operator_id IS NOT NULL))
);
CREATE UNIQUE INDEX service_line_key ON service_line (player_id, sender, request_key) WHERE request_key IS NOT NULL;
CREATE UNIQUE INDEX service_line_picture ON service_line (picture_id) WHERE picture_id IS NOT NULL;

-- Pictures that anybody may see, made anew by the house; the name says what is in them.
CREATE TABLE house_picture (
  name text PRIMARY KEY CHECK (name ~ '^[0-9a-f]{32}$'),
  bytes bytea NOT NULL,
  width int NOT NULL,
  height int NOT NULL,
  created timestamptz NOT NULL
);

-- The banners of the first page.
CREATE SEQUENCE banner_id AS bigint;
CREATE TABLE banner (
  id bigint PRIMARY KEY DEFAULT nextval('banner_id'),
  -- Only for readers of this language; null is all of them.
  locale text,
  title text NOT NULL,
  words text NOT NULL DEFAULT '',
  -- One of the app's own drawings, or a picture.
  drawing text,
  picture text REFERENCES house_picture (name),
  -- A page of the app.
  link text,
  position int NOT NULL DEFAULT 0,
  shown_from timestamptz,
  shown_to timestamptz,
  operator_id bigint NOT NULL,
  created timestamptz NOT NULL,
  removed timestamptz,
  CHECK (num_nonnulls(drawing, picture) = 1)
);

CREATE TABLE favourite (
  player_id bigint NOT NULL,
  game text NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (player_id, game)
);

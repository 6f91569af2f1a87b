-- The stakes that a player's mark has passed while they were open: one order of a period that is long on sale keeps the
-- mark from nothing any more. What they come to is added to the sums once it is known, and the row goes.
CREATE TABLE player_open_stake (
  player_id bigint NOT NULL,
  order_id bigint NOT NULL,
  game text NOT NULL,
  period_no text NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (player_id, order_id)
);

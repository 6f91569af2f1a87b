-- Runs with servers that know migration 052.
-- Where in a player's transfers a time lies. Their index knows ids and no times: of a player of twenty thousand transfers in a
-- month, a list of its first days read them all, and so did each of its sums.

-- Ids of two transfers of a player, between which lies a time: of one before it (0 if none is known), and of one at that time
-- or later (the greatest bigint if none is known). Transfers of a player are made one after the other, so that those with lower
-- ids than the first are from before that time too, as far as the clocks of servers agree.
--
-- It halves the ids of the time's month ten times: what is left is a thousandth of them.
CREATE FUNCTION player_transfers_at(the_player bigint, at timestamptz, OUT earlier bigint, OUT later bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  month timestamptz := date_trunc('month', at, 'UTC');
  next_month timestamptz := (month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
  low bigint;
  high bigint;
  middle bigint;
  seen record;
BEGIN
  earlier := 0;
  later := 9223372036854775807;
  SELECT t.id, t.created INTO seen FROM transfer t
  WHERE t.player_id = the_player AND t.created >= month AND t.created < next_month ORDER BY t.id LIMIT 1;
  IF seen.created IS NULL THEN RETURN; END IF;
  IF seen.created >= at THEN later := seen.id; RETURN; END IF;
  earlier := seen.id;
  SELECT t.id, t.created INTO seen FROM transfer t
  WHERE t.player_id = the_player AND t.created >= month AND t.created < next_month ORDER BY t.id DESC LIMIT 1;
  IF seen.created < at THEN earlier := seen.id; RETURN; END IF;
  later := seen.id;
  low := earlier;
  high := later;
  FOR step IN 1..10 LOOP
    middle := low + (high - low) / 2;
    EXIT WHEN middle = low;
    SELECT t.id, t.created INTO seen FROM transfer t
    WHERE t.player_id = the_player AND t.created >= month AND t.created < next_month AND t.id >= middle
    ORDER BY t.id LIMIT 1;
    IF seen.created < at THEN
      earlier := seen.id;
      low := seen.id;
    ELSE
      later := seen.id;
      high := middle;
    END IF;
  END LOOP;
END $$;

-- Whether a player is on a break now: then nothing of the house that invites to play may reach them.
CREATE FUNCTION play_blocked(the_player bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM play_guard WHERE player_id = the_player AND blocked_until > house_clock())
$$;

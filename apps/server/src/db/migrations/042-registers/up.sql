-- What the deposit register of the licence holds for a recharge, and what it has not been told yet. A row is written
-- before the register is asked, so that nothing it holds is ever forgotten; rows of recharges that came to be stay.
CREATE TABLE deposit_reservation (
  -- The id that the recharge gets. There may never be one: the register refused, or the server ended in between.
  recharge_id bigint PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  -- Minor units: what was asked for, and once it is confirmed what came.
  amount bigint NOT NULL CHECK (amount > 0),
  -- Calendar month of the operator whose sum it counts to, as 2026-11.
  month text NOT NULL,
  -- The idempotency key of the request: sent again meanwhile, it asks for the same order.
  key text,
  -- asked: the register may hold it, and there is no recharge yet; held: the recharge waits for its money;
  -- released, confirmed: how it ended, which the register must be told.
  state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'held', 'released', 'confirmed')),
  -- Whether the recharge came to be.
  ordered boolean NOT NULL DEFAULT false,
  -- Rises with each end, since money may come after a release. The register obeys the highest step it has heard of.
  step int NOT NULL DEFAULT 0,
  -- The step that the register has acknowledged.
  told int NOT NULL DEFAULT 0,
  asked timestamptz NOT NULL,
  -- When the end was decided, and when it is to be sent next.
  ended timestamptz,
  next_try timestamptz,
  tries int NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX deposit_reservation_key ON deposit_reservation (player_id, key) WHERE state = 'asked';
CREATE INDEX deposit_reservation_asked ON deposit_reservation (asked) WHERE state = 'asked';
CREATE INDEX deposit_reservation_untold ON deposit_reservation (next_try) WHERE step > told;

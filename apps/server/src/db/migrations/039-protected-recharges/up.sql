-- Money that came for a player who is on a break by now, or over the own deposit limit, waits at the desk to be sent back.
ALTER TABLE recharge_payment DROP CONSTRAINT recharge_payment_trouble_check;
ALTER TABLE recharge_payment
  ADD CHECK (trouble IN ('amount-mismatch', 'paid-after-cancelled', 'matched-by-hand', 'player-protected'));

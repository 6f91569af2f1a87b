-- Pays what orders won, house → cash, and what goes back of their stakes, escrow → cash. Element i of each array is
-- the i-th order, by player and then by order; an order's payout stands before its refund, and what is nothing is
-- not written. As ledger_post, which any mix of transfers goes through, but each player's cash is changed once,
-- whatever the number of their orders. The accounts are locked in the order of their ids. Answers what each
-- player has then. A player without an account is a bug of the caller and raises.
CREATE FUNCTION ledger_pay_orders(
  at timestamptz, escrow bigint, players bigint[], orders bigint[], payouts bigint[], refunds bigint[]
) RETURNS TABLE (player bigint, balance bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM ledger_lock_cash(players);
  RETURN QUERY
  WITH movement AS MATERIALIZED (
    SELECT o.step, o.player, o.id, false AS refund, o.payout AS amount
      FROM unnest(players, orders, payouts) WITH ORDINALITY AS o (player, id, payout, step) WHERE o.payout > 0
    UNION ALL
    SELECT o.step, o.player, o.id, true, o.refund
      FROM unnest(players, orders, refunds) WITH ORDINALITY AS o (player, id, refund, step) WHERE o.refund > 0
  ), gained AS MATERIALIZED (
    SELECT m.player, sum(m.amount)::bigint AS amount FROM movement m GROUP BY m.player
  ), kept AS (
    UPDATE ledger_account a SET balance = a.balance + g.amount FROM gained g WHERE a.id = cash_account(g.player)
    RETURNING g.player, a.balance, a.balance - g.amount AS before
  ), written AS (
    INSERT INTO transfer (created, debit_account, credit_account, amount, code, reference, player_id, cash_after)
    SELECT at, CASE WHEN m.refund THEN escrow ELSE ledger_house_account() END, cash_account(m.player), m.amount,
           CASE WHEN m.refund THEN 'stake-refund' ELSE 'payout' END, m.id::text, m.player,
           k.before + sum(m.amount) OVER (PARTITION BY m.player ORDER BY m.step, m.refund ROWS UNBOUNDED PRECEDING)
    FROM movement m LEFT JOIN kept k USING (player)
    ORDER BY m.step, m.refund
  )
  SELECT k.player, k.balance FROM kept k;
END $$;

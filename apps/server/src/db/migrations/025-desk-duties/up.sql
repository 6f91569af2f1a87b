-- What operators did that puts money into an account, lets it out, frees where it goes, or voids a period. The sums of
-- 24 hours that bound what one person does alone, and who must be kept apart from whom, are read from here; a line is
-- written by the transaction that does it, under the locks of its operator and its player. It is never taken back: an
-- approval that came to nothing was still a hand in it.
CREATE SEQUENCE desk_duty_id AS bigint;
CREATE TABLE desk_duty (
  id bigint PRIMARY KEY DEFAULT nextval('desk_duty_id'),
  at timestamptz NOT NULL,
  operator_id bigint NOT NULL REFERENCES operator (id),
  -- As in the table of actions.
  action text NOT NULL,
  -- Null where no player is behind it.
  player_id bigint REFERENCES player (id),
  -- What moved by the word of this person alone, with no second one and no signed notice of the money.
  alone bigint NOT NULL CHECK (alone >= 0)
);
CREATE INDEX desk_duty_operator ON desk_duty (operator_id, at);
CREATE INDEX desk_duty_player ON desk_duty (player_id, at) WHERE player_id IS NOT NULL;
CREATE TRIGGER desk_duty_append_only BEFORE UPDATE OR DELETE ON desk_duty
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What was done before counts as well.
INSERT INTO desk_duty (at, operator_id, action, player_id, alone)
SELECT b.at, b.operator_id, b.action, b.player_id, b.alone FROM (
  SELECT a.created AS at, a.operator_id, 'recharge.pass' AS action, m.player_id,
         CASE WHEN m.status = 'passed'
                   AND (SELECT count(*) FROM recharge_approval c WHERE c.order_id = a.order_id AND c.amount = a.amount) = 1
              THEN a.amount ELSE 0 END AS alone
  FROM recharge_approval a JOIN money_order m ON m.id = a.order_id
  UNION ALL
  SELECT a.created, a.operator_id, 'withdrawal.pass', m.player_id,
         CASE WHEN m.status = 'passed' AND (SELECT count(*) FROM withdrawal_approval c WHERE c.order_id = a.order_id) = 1
              THEN m.amount ELSE 0 END
  FROM withdrawal_approval a JOIN money_order m ON m.id = a.order_id
  UNION ALL
  SELECT n.matched, n.matched_by, 'payment.match', m.player_id, 0
  FROM payment_notice n JOIN money_order m ON m.id = n.order_id WHERE n.matched IS NOT NULL
  UNION ALL
  SELECT asked, asked_by, 'gift.give', player_id, CASE WHEN status = 'given' AND NOT by_two THEN amount ELSE 0 END FROM gift
  UNION ALL
  SELECT decided, decided_by, 'gift.confirm', player_id, 0 FROM gift WHERE status = 'given' AND by_two
  UNION ALL
  SELECT l.at, l.operator_id, l.action, p.id, 0 FROM audit_log l JOIN player p ON l.subject = 'player ' || p.id
  WHERE l.action = 'player.unlockAddresses' AND l.operator_id IS NOT NULL
  UNION ALL
  SELECT asked, asked_by, 'period.void', NULL, 0 FROM period_void
  UNION ALL
  SELECT confirmed, confirmed_by, 'period.void', NULL, 0 FROM period_void WHERE confirmed IS NOT NULL
) AS b JOIN operator o ON o.id = b.operator_id ORDER BY b.at;

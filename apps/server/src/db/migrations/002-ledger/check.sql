SELECT (SELECT count(*) FROM ledger_account) = 13,
       (SELECT count(*) FROM pg_inherits WHERE inhparent = 'transfer'::regclass) = 5,
       (SELECT count(*) FROM pg_inherits WHERE inhparent = 'idempotency_key'::regclass) = 8,
       cash_account(7) = 71 AND hold_account(7) = 72 AND account_player(71) = 7 AND account_player(100) IS NULL,
       ledger_escrow_account('FFC') = 401

SELECT (SELECT count(*) FROM pg_inherits WHERE inhparent = 'bet_order'::regclass) = 5,
       day_of_id(dated_id('2026-11-30T23:59:59.999999Z', 12)) = '2026-11-30T00:00:00Z',
       dated_id('2026-11-30T23:59:59.999999Z', 12) = 2026113000000000012,
       money_text(-5) = '-0.05' AND money_text(123450) = '1234.50' AND money_text(0) = '0.00'

-- Runs with servers that know migration 052.
-- Wins and cancellations of the last minutes, for the check of the books: it read all of them, each minute. Both tables are only
-- ever added to, in the order of these times, which this kind of index remembers by the block: it costs a settlement nothing.
CREATE INDEX bet_win_created ON bet_win USING brin (created) WITH (autosummarize = on);
CREATE INDEX bet_cancellation_created ON bet_cancellation USING brin (created) WITH (autosummarize = on);

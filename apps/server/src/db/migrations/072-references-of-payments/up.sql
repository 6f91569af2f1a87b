-- Runs with servers that know migration 071.
-- What payers write with a transfer, of nine letters and digits. None is ever given twice. Recharges of before have none: their
-- number is what was to be written.
ALTER TABLE recharge_payment ADD COLUMN reference text;
CREATE UNIQUE INDEX recharge_payment_reference ON recharge_payment (reference);

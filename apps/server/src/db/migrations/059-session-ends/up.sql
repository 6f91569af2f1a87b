-- Runs with servers that know migration 052.
-- Who ended a session: the player on another device ('device'), customer service ('desk'), or a passkey that was removed
-- ('passkey') or may have been copied ('copied'). 'ended' is any of these, as servers before this one wrote it.
-- Not validated: each row fulfils the stricter rule that was there.

ALTER TABLE session_family
  DROP CONSTRAINT session_family_revoked_why_check,
  ADD CONSTRAINT session_family_revoked_why_check CHECK (revoked_why IN
    ('logout', 'password', 'closed', 'reuse', 'ended', 'device', 'desk', 'passkey', 'copied')) NOT VALID;

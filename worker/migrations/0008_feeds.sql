-- Feeds: secret addresses that answer one question each.
CREATE TABLE feed (
  -- SHA-256 of the secret in the address, hexadecimal. The secret itself is not stored.
  hash TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account TEXT NOT NULL,
  -- The key or token that made it.
  key TEXT NOT NULL,
  -- The prefix and the last characters of the secret.
  secret_hint TEXT NOT NULL,
  -- Operation, request and window as JSON.
  question TEXT NOT NULL,
  -- csv or json.
  format TEXT NOT NULL,
  -- Milliseconds since 1970.
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- When its computation last began.
  computed_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX feed_of_account ON feed (account, created_at DESC, id);

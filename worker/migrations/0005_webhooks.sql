-- Where accounts are told of events.
CREATE TABLE webhook (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  -- What was asked for, in canonical form; of it, where deliveries go and of which events: names, or one asterisk.
  request TEXT NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  -- How long an event is sent again and again: at_least_once_7h35m or at_least_once_75h35m_dead_letter.
  guarantee TEXT NOT NULL,
  -- active, failing or disabled, and why.
  status TEXT NOT NULL,
  status_reason TEXT,
  -- Which of its secrets signs, and until when the one before it signs too. The secrets themselves are nowhere.
  secret INTEGER NOT NULL DEFAULT 1,
  secret_before_until INTEGER,
  secret_hint TEXT NOT NULL,
  -- The last attempt, its status, how many events in a row failed at first, and since when all attempts have failed.
  last_delivery_at INTEGER,
  last_status INTEGER,
  consecutive_failures INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  -- Milliseconds since 1970.
  created_at INTEGER NOT NULL,
  disabled_at INTEGER
) STRICT;

CREATE INDEX webhook_of_account ON webhook (account, created_at DESC, id);
CREATE INDEX webhook_told ON webhook (id) WHERE status <> 'disabled';

-- What happened: the body that is sent, the same to everybody.
CREATE TABLE webhook_event (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_event_by_age ON webhook_event (created_at);

-- Which event is told to which webhook, and how far that is.
CREATE TABLE webhook_delivery (
  webhook TEXT NOT NULL,
  event TEXT NOT NULL,
  -- pending, sending, retrying, delivered, failed or canceled.
  status TEXT NOT NULL,
  -- Attempts that ended.
  attempts INTEGER NOT NULL DEFAULT 0,
  -- When there is something to do with it: the next attempt, or the end of the lease of whoever makes one.
  next_at INTEGER,
  lease TEXT,
  -- The attempts, as JSON.
  log TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  PRIMARY KEY (webhook, event)
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_delivery_open ON webhook_delivery (event) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_delivery_latest ON webhook_delivery (webhook, created_at DESC, event);
CREATE INDEX webhook_delivery_by_age ON webhook_delivery (created_at) WHERE next_at IS NULL;

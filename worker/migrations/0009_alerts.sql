-- Alerts: saved questions with a condition.
CREATE TABLE alert (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  -- What was asked for, as JSON.
  request TEXT NOT NULL,
  -- The webhook that is told: one of the account, or the hidden one of a channel.
  webhook TEXT,
  -- Where the edge was when the alert was made, for links.
  origin TEXT NOT NULL,
  -- What it remembers from its last evaluation, as JSON.
  state TEXT NOT NULL,
  -- The random id of that evaluation.
  run TEXT,
  -- Milliseconds since 1970.
  created_at INTEGER NOT NULL,
  fired_at INTEGER,
  -- When the next digest is sent. Without one, messages are sent at once.
  due_at INTEGER,
  -- The number of the last message that a digest had, and the random id of that digest.
  digested INTEGER NOT NULL DEFAULT 0,
  digest_run TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX alert_by_due ON alert (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX alert_of_account ON alert (account, created_at DESC, id);

-- The messages of alerts.
CREATE TABLE alert_firing (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL,
  alert TEXT NOT NULL,
  name TEXT NOT NULL,
  reason TEXT NOT NULL,
  -- The query string of the mentions in question.
  query TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

CREATE INDEX alert_firing_of_account ON alert_firing (account, number);
CREATE INDEX alert_firing_of_alert ON alert_firing (alert, number);
CREATE INDEX alert_firing_by_age ON alert_firing (at);

-- The alert whose channel a hidden webhook is.
ALTER TABLE webhook ADD COLUMN alert TEXT;
CREATE INDEX webhook_of_alert ON webhook (alert) WHERE alert IS NOT NULL;

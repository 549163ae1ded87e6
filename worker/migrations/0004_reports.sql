-- Reports that accounts asked for. The row is the truth about how far one is; a message of the queue only wakes whoever works on it.
CREATE TABLE report (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  -- The name of the account and its brands when the report was asked for: what it says does not change with them.
  account_name TEXT NOT NULL,
  monitored TEXT NOT NULL,
  -- What was asked for, in canonical form.
  request TEXT NOT NULL,
  -- queued, processing, ready, failed or expired.
  status TEXT NOT NULL,
  progress INTEGER NOT NULL DEFAULT 0,
  -- How often somebody began it, who works on it now, and until when that is believed.
  attempts INTEGER NOT NULL DEFAULT 0,
  lease TEXT,
  lease_until INTEGER,
  artifacts TEXT NOT NULL DEFAULT '[]',
  error TEXT,
  -- Milliseconds since 1970.
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  updated_at INTEGER NOT NULL,
  completed_at INTEGER,
  expires_at INTEGER
) STRICT;

-- How many of an account's are not finished, and its latest.
CREATE INDEX report_of_account ON report (account, status);
CREATE INDEX report_latest ON report (account, created_at DESC, id);
-- What has to be done about reports, oldest first.
CREATE INDEX report_unfinished ON report (status, updated_at) WHERE status IN ('queued', 'processing');
CREATE INDEX report_to_expire ON report (expires_at) WHERE status = 'ready';
CREATE INDEX report_to_forget ON report (created_at) WHERE status IN ('failed', 'expired');

-- Answers to requests that carried an Idempotency-Key, kept for a day.
CREATE TABLE idempotency (
  account TEXT NOT NULL,
  path TEXT NOT NULL,
  key TEXT NOT NULL,
  -- SHA-256 of the request in canonical form.
  request TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account, path, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_by_age ON idempotency (created_at);

-- Reports that are made again and again.
CREATE TABLE report_schedule (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  request TEXT NOT NULL,
  -- weekly or monthly; on which day, at which hour (UTC).
  every TEXT NOT NULL,
  day INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  -- When it is due next, milliseconds since 1970.
  next_at INTEGER NOT NULL,
  last_report TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX report_schedule_of_account ON report_schedule (account, created_at);
CREATE INDEX report_schedule_due ON report_schedule (next_at);

-- What accounts were told of the dataset. Events are written with it in one transaction, so that each is told once.
CREATE TABLE event_memory (
  account TEXT PRIMARY KEY,
  -- The look that wrote it, by a random name: whoever looked goes on from the row that was read, or not at all.
  run TEXT NOT NULL,
  -- The version of the dataset that was looked at, empty before there was one; and the day.
  version TEXT NOT NULL,
  day TEXT NOT NULL,
  -- Which mentions are known, as JSON.
  arrivals TEXT NOT NULL,
  -- Milliseconds since 1970.
  looked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What is not told again for a while: of a brand and a topic, a direction or a window of a quota.
CREATE TABLE event_told (
  account TEXT NOT NULL,
  kind TEXT NOT NULL,
  brand TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- The last day that it was about, which is not told of again.
  about TEXT NOT NULL,
  -- Until when, milliseconds since 1970.
  until_ms INTEGER NOT NULL,
  -- Who wrote it, by a random name.
  run TEXT NOT NULL,
  PRIMARY KEY (account, kind, brand, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX event_told_until ON event_told (until_ms);

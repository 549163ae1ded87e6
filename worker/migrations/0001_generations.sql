-- Which generations of the dataset exist, and which one is served.
-- Most of what they hold is in tables of their own, made by each import (see src/segment/table.rs).
CREATE TABLE generation (
  generation INTEGER NOT NULL,
  -- How many increments were added to the generation.
  revision INTEGER NOT NULL DEFAULT 0,
  -- 'swapping' exists only inside the transaction of a rollback; what is 'dropped' waits for its rows to be removed.
  state TEXT NOT NULL CHECK (state IN ('loading', 'served', 'previous', 'swapping', 'dropped')),
  -- The import: a hash of the inputs and of what it builds upon, so that the same command resumes.
  import TEXT NOT NULL,
  -- What is imported: a hash of the inputs alone.
  inputs TEXT NOT NULL,
  started_at TEXT NOT NULL,
  -- When the import last did something, in seconds since 1970; long ago means that it was abandoned.
  touched_at INTEGER NOT NULL,
  -- The step of the import that comes next.
  step INTEGER NOT NULL DEFAULT 0,
  -- Batches loaded so far, per table, as a JSON object.
  loaded TEXT NOT NULL DEFAULT '{}',
  version TEXT,
  videos INTEGER,
  snapshots INTEGER,
  mentions INTEGER,
  published_at TEXT,
  PRIMARY KEY (generation, revision)
);

-- There is one of each, but for those that wait to be removed.
CREATE UNIQUE INDEX generation_state ON generation (state) WHERE state <> 'dropped';

-- What is read of a generation before its number is known: how large it is, the names in it, and how frequent words are.
CREATE TABLE layout (
  generation INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  index_name TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (generation, revision, index_name)
) WITHOUT ROWID;

CREATE TABLE name (
  generation INTEGER NOT NULL,
  field TEXT NOT NULL,
  name TEXT NOT NULL,
  number INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  PRIMARY KEY (generation, field, name, number)
) WITHOUT ROWID;

CREATE TABLE term (
  generation INTEGER NOT NULL,
  key TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (generation, key)
) WITHOUT ROWID;

CREATE TABLE frequency (
  generation INTEGER NOT NULL,
  word TEXT NOT NULL,
  documents INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  PRIMARY KEY (generation, word)
) WITHOUT ROWID;

-- What accounts see of a version of the dataset, prepared: see src/view. 'part' names a column of mentions or influencers, a kind of
-- texts, or the head, which comes last and makes it a view.
CREATE TABLE account_view (
  view TEXT NOT NULL,
  part TEXT NOT NULL,
  chunk INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (view, part, chunk)
) WITHOUT ROWID;

CREATE INDEX account_view_version ON account_view (generation, revision);

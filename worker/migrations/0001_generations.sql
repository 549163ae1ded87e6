-- Which generations of the dataset exist, and which one is served.
-- The documents themselves live in tables of their generation, made by each import (see src/dataset/tables.sql).
CREATE TABLE generation (
  generation INTEGER PRIMARY KEY,
  -- 'swapping' exists only inside the transaction of a rollback.
  state TEXT NOT NULL CHECK (state IN ('loading', 'served', 'previous', 'swapping')),
  -- What is imported: a hash of the inputs, so that the same command resumes.
  import TEXT NOT NULL,
  -- What it builds upon: the documents that are served, or nothing.
  base TEXT NOT NULL CHECK (base IN ('served', 'nothing')),
  started_at TEXT NOT NULL,
  -- When the import last did something; long ago means that it was abandoned.
  touched_at INTEGER NOT NULL,
  -- The step of the import that comes next, and the last row number that it has done.
  step INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL DEFAULT 0,
  -- Batches loaded so far, per table, as a JSON object.
  loaded TEXT NOT NULL DEFAULT '{}',
  version TEXT,
  videos INTEGER,
  snapshots INTEGER,
  mentions INTEGER,
  published_at TEXT
);

CREATE UNIQUE INDEX generation_state ON generation (state);

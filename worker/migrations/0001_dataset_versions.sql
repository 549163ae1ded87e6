-- Which generations of the dataset exist, and which one is served.
-- The documents themselves live in tables of their generation, made by each import (see src/dataset/tables.sql).
CREATE TABLE generation (
  generation INTEGER PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('loading', 'served', 'previous')),
  import TEXT NOT NULL,
  started_at TEXT NOT NULL,
  touched_at TEXT NOT NULL,
  -- Batches loaded so far, per table, as a JSON object.
  loaded TEXT NOT NULL DEFAULT '{}',
  -- The step of preparing or finishing that comes next.
  step INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL DEFAULT 0,
  version TEXT,
  videos INTEGER,
  snapshots INTEGER,
  mentions INTEGER,
  last_date TEXT,
  published_at TEXT
);

CREATE UNIQUE INDEX generation_served ON generation (state) WHERE state = 'served';
CREATE UNIQUE INDEX generation_loading ON generation (state) WHERE state = 'loading';
CREATE UNIQUE INDEX generation_previous ON generation (state) WHERE state = 'previous';

-- Which generation of the dataset is served, and the one before it, if generations have databases of their own.
CREATE TABLE ring (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- A generation's number is one million times that of its database, and its position among all generations. 0 is none.
  served INTEGER NOT NULL,
  previous INTEGER NOT NULL,
  -- The largest position of a generation that was given up.
  discarded INTEGER NOT NULL,
  -- D1's bookmark of the served database after its last change, for replicas. Empty if it is unknown.
  bookmark TEXT NOT NULL DEFAULT ''
);

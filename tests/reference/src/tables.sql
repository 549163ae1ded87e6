-- The documents as they are, one row each, and what is derived from them. The names begin with `reference_`, so that one
-- database can hold other tables of the same documents beside these.
-- Scores are integers in 1e-6, ratios integers in 1e-9, money integers in cents: sums are exact.
-- `search_*` columns hold normalised tokens joined by blanks; list items are set apart by the token U+E000.
-- `hash` is 48 bits of the document's content.

CREATE TABLE reference_video (
  num INTEGER PRIMARY KEY,
  video_id TEXT NOT NULL UNIQUE,
  title TEXT,
  channel_name TEXT,
  channel_uid TEXT,
  platform TEXT NOT NULL,
  category TEXT,
  tags TEXT NOT NULL,
  upload_date TEXT NOT NULL,
  views INTEGER,
  likes INTEGER,
  comments INTEGER,
  duration INTEGER,
  language TEXT,
  region TEXT,
  search_title TEXT NOT NULL,
  search_description TEXT NOT NULL,
  search_tags TEXT NOT NULL,
  hash INTEGER NOT NULL
);

CREATE TABLE reference_snapshot (
  num INTEGER PRIMARY KEY,
  channel_uid TEXT NOT NULL,
  snapshot_date TEXT NOT NULL,
  channel_name TEXT,
  platform TEXT NOT NULL,
  country TEXT,
  categories TEXT NOT NULL,
  subscriber_count INTEGER,
  view_count INTEGER,
  engagement_rate_viewers INTEGER,
  audience_sentiment INTEGER,
  dominant_gender TEXT,
  dominant_age_range TEXT,
  viewer_age_distribution TEXT,
  viewer_gender_distribution TEXT,
  viewer_country_distribution TEXT,
  hash INTEGER NOT NULL,
  UNIQUE (channel_uid, snapshot_date)
);

CREATE TABLE reference_mention (
  num INTEGER PRIMARY KEY,
  mention_id TEXT NOT NULL UNIQUE,
  video_id TEXT NOT NULL,
  brand_name TEXT NOT NULL,
  category TEXT,
  components TEXT NOT NULL,
  topics TEXT NOT NULL,
  sentiment TEXT,
  sentiment_score INTEGER,
  estimated_value_usd INTEGER,
  context TEXT,
  occurrences INTEGER NOT NULL,
  language TEXT,
  region TEXT,
  indexed_at TEXT NOT NULL,
  search_context TEXT NOT NULL,
  search_brand_name TEXT NOT NULL,
  search_components TEXT NOT NULL,
  search_topics TEXT NOT NULL,
  hash INTEGER NOT NULL,
  -- Taken from the mention's video when everything is loaded: a video has one date, one channel and one platform.
  upload_date TEXT,
  platform TEXT,
  channel_name TEXT,
  channel_uid TEXT
);

-- The distinct values of the fields that names are looked up in, with their tokens as names, joined by blanks.
CREATE TABLE reference_term (
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  norm TEXT NOT NULL,
  PRIMARY KEY (field, value)
) WITHOUT ROWID;

-- What is to be removed, by table and id (a creator by channel_uid, with every snapshot).
CREATE TABLE reference_deletion (
  document TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (document, id)
) WITHOUT ROWID;

-- Derived: one row per document and list item, and per brand name and token.
CREATE TABLE reference_video_tags (value TEXT NOT NULL, num INTEGER NOT NULL, PRIMARY KEY (value, num)) WITHOUT ROWID;
CREATE TABLE reference_snapshot_categories (value TEXT NOT NULL, num INTEGER NOT NULL, PRIMARY KEY (value, num)) WITHOUT ROWID;
CREATE TABLE reference_mention_components (value TEXT NOT NULL, num INTEGER NOT NULL, PRIMARY KEY (value, num)) WITHOUT ROWID;
CREATE TABLE reference_mention_topics (value TEXT NOT NULL, num INTEGER NOT NULL, PRIMARY KEY (value, num)) WITHOUT ROWID;
CREATE TABLE reference_brand_token (token TEXT NOT NULL, brand_name TEXT NOT NULL, PRIMARY KEY (token, brand_name)) WITHOUT ROWID;

CREATE VIRTUAL TABLE reference_video_text USING fts5(title, description, tags, content='', tokenize='ascii');
CREATE VIRTUAL TABLE reference_video_vocabulary USING fts5vocab(reference_video_text, row);
CREATE VIRTUAL TABLE reference_mention_text USING fts5(context, topics, brand_name, components, content='', tokenize='ascii');
CREATE VIRTUAL TABLE reference_mention_vocabulary USING fts5vocab(reference_mention_text, row);

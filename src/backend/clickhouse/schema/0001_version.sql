-- The tables of one version of the dataset, which is numbered in their names. Placeholders: {version}; {cluster}, which
-- is empty or `ON CLUSTER` with a name; {family}, the prefix of the engines; {video}, {snapshot} and {mention}, the
-- columns of records; {separator}, the token between texts, which no text contains.
--
-- Scores are integers in 1e-6, ratios integers in 1e-9, money integers in cents: sums are exact. `search_*` columns
-- hold normalised tokens joined by blanks. `tokens` is their number. `public_id` and `creator_id` are the bits of the ids
-- that the Account API shows, `indexed_seconds` is `indexed_at` in seconds since 1970. `inherited_*` columns are those of
-- the mention, or else of its video. Texts are compressed more than the other columns.

CREATE TABLE video_{version}{cluster} (
{video},
  search String ALIAS arrayStringConcat([search_title, search_description, search_tags], ' {separator} '),
  INDEX by_id video_id TYPE bloom_filter(0.01),
  INDEX by_word arrayStringConcat([search_title, search_description, search_tags], ' {separator} ')
    TYPE text(tokenizer = splitByString([' ']))
) ENGINE = {family}MergeTree ORDER BY (upload_date, video_id);

CREATE TABLE snapshot_{version}{cluster} (
{snapshot}
) ENGINE = {family}MergeTree ORDER BY (channel_uid, snapshot_date);

-- A mention carries the columns of its video that queries need, so that they join no tables. Sorted by month, a window
-- reads its months alone; within a month, a brand is in one place.
CREATE TABLE mention_{version}{cluster} (
{mention},
  upload_date Date,
  platform LowCardinality(String),
  channel_name LowCardinality(Nullable(String)),
  channel_uid LowCardinality(Nullable(String)),
  creator_id Nullable(Int64),
  views Nullable(Int64),
  likes Nullable(Int64),
  comments Nullable(Int64),
  search_title String CODEC(ZSTD(3)),
  search_tags String CODEC(ZSTD(3)),
  inherited_language LowCardinality(Nullable(String)),
  inherited_region LowCardinality(Nullable(String)),
  search String ALIAS
    arrayStringConcat([search_context, search_topics, search_brand_name, search_components], ' {separator} '),
  INDEX by_id mention_id TYPE bloom_filter(0.01),
  INDEX by_public_id public_id TYPE bloom_filter(0.01),
  INDEX by_word
    arrayStringConcat([search_context, search_topics, search_brand_name, search_components], ' {separator} ')
    TYPE text(tokenizer = splitByString([' ']))
) ENGINE = {family}MergeTree ORDER BY (toStartOfMonth(upload_date), brand_name, upload_date, mention_id);

-- The distinct names of fields: with the tokens of their normal form (`form`), and of their form as names (`name`).
-- `field` is a table and a column.
CREATE TABLE term_{version}{cluster} (
  field LowCardinality(String),
  value String,
  form String,
  name String
) ENGINE = {family}MergeTree ORDER BY (field, value);

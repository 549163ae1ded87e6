-- The tables that an import fills before those of the version. Placeholders as there. `num` is the position of a record
-- among the imported ones: a record replaces earlier ones with its identity.

CREATE TABLE loading_video_{version}{cluster} (
  num UInt64,
{video}
) ENGINE = {family}MergeTree ORDER BY (video_id, num);

CREATE TABLE loading_snapshot_{version}{cluster} (
  num UInt64,
{snapshot}
) ENGINE = {family}MergeTree ORDER BY (channel_uid, snapshot_date, num);

CREATE TABLE loading_mention_{version}{cluster} (
  num UInt64,
{mention}
) ENGINE = {family}MergeTree ORDER BY (mention_id, num);

-- The records to remove, by table and id (a creator by channel_uid, with every snapshot).
CREATE TABLE loading_deletion_{version}{cluster} (
  document String,
  id String
) ENGINE = {family}MergeTree ORDER BY (document, id);

-- The forms of names.
CREATE TABLE loading_form_{version}{cluster} (
  value String,
  form String,
  name String
) ENGINE = {family}MergeTree ORDER BY value;

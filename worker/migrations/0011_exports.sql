-- Exports of mentions in parts, and schedules of exports with only what is new.

-- The state of an unfinished export after a complete part, as JSON.
ALTER TABLE report ADD COLUMN checkpoint TEXT;
-- The latest time of arrival among the mentions of an export, in seconds since 1970.
ALTER TABLE report ADD COLUMN newest INTEGER;
-- Of a schedule with only new mentions: the time after which the mentions of its last report were indexed, in seconds
-- since 1970; 0 before the first report, and null for all other schedules.
ALTER TABLE report_schedule ADD COLUMN watermark INTEGER;

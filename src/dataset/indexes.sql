-- Indexes of one dataset generation, made after its documents are loaded.
CREATE INDEX video_upload_date_{g} ON video_{g} (upload_date DESC, video_id);
CREATE INDEX video_views_{g} ON video_{g} (views DESC, video_id);
CREATE INDEX video_channel_name_{g} ON video_{g} (channel_name);
CREATE INDEX video_category_{g} ON video_{g} (category, platform);
CREATE INDEX snapshot_subscriber_count_{g} ON snapshot_{g} (subscriber_count);
CREATE INDEX snapshot_country_{g} ON snapshot_{g} (country);
CREATE INDEX mention_upload_date_{g} ON mention_{g} (upload_date DESC, mention_id);
CREATE INDEX mention_brand_name_{g} ON mention_{g} (brand_name, upload_date);
CREATE INDEX mention_category_{g} ON mention_{g} (category, platform, sentiment);
CREATE INDEX mention_channel_name_{g} ON mention_{g} (channel_name);
CREATE INDEX mention_channel_uid_{g} ON mention_{g} (channel_uid);
CREATE INDEX mention_video_id_{g} ON mention_{g} (video_id);
CREATE INDEX term_norm_{g} ON term_{g} (norm, field);

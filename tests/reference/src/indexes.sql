-- Made after the documents are loaded.
CREATE INDEX reference_video_upload_date ON reference_video (upload_date DESC, video_id);
CREATE INDEX reference_video_views ON reference_video (views DESC, video_id);
CREATE INDEX reference_video_channel_name ON reference_video (channel_name);
CREATE INDEX reference_video_category ON reference_video (category, platform);
CREATE INDEX reference_snapshot_subscriber_count ON reference_snapshot (subscriber_count);
CREATE INDEX reference_snapshot_country ON reference_snapshot (country);
CREATE INDEX reference_mention_upload_date ON reference_mention (upload_date DESC, mention_id);
CREATE INDEX reference_mention_brand_name ON reference_mention (brand_name, upload_date);
CREATE INDEX reference_mention_category ON reference_mention (category, platform, sentiment);
CREATE INDEX reference_mention_channel_name ON reference_mention (channel_name);
CREATE INDEX reference_mention_channel_uid ON reference_mention (channel_uid);
CREATE INDEX reference_mention_video_id ON reference_mention (video_id);
CREATE INDEX reference_term_norm ON reference_term (norm, field);

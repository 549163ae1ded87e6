-- Made after the documents are loaded.
CREATE INDEX plain_video_upload_date ON plain_video (upload_date DESC, video_id);
CREATE INDEX plain_video_views ON plain_video (views DESC, video_id);
CREATE INDEX plain_video_channel_name ON plain_video (channel_name);
CREATE INDEX plain_video_category ON plain_video (category, platform);
CREATE INDEX plain_snapshot_subscriber_count ON plain_snapshot (subscriber_count);
CREATE INDEX plain_snapshot_country ON plain_snapshot (country);
CREATE INDEX plain_mention_upload_date ON plain_mention (upload_date DESC, mention_id);
CREATE INDEX plain_mention_brand_name ON plain_mention (brand_name, upload_date);
CREATE INDEX plain_mention_category ON plain_mention (category, platform, sentiment);
CREATE INDEX plain_mention_channel_name ON plain_mention (channel_name);
CREATE INDEX plain_mention_channel_uid ON plain_mention (channel_uid);
CREATE INDEX plain_mention_video_id ON plain_mention (video_id);
CREATE INDEX plain_term_norm ON plain_term (norm, field);

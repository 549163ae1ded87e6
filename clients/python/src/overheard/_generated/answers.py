"""The members of answers of the Data API.

Generated from what the core says of itself, by scripts/python/generate.mjs.
"""

# Name, what it holds, whether it may be null, and when it is there.
Member = tuple[str, str, bool, str]

SHAPES: dict[str, tuple[Member, ...]] = {
    "_meta": (
        ("request_id", "text", False, "always"),
        ("dataset_version", "text", False, "always"),
        ("cost", "whole", False, "always"),
        ("size_applied", "whole", True, "always"),
        ("cache", "text", False, "always"),
        ("rows_read", "whole", False, "always"),
        ("took_ms", "whole", False, "always"),
        ("ranking", "texts", False, "sometimes"),
        ("hints", "texts", False, "always"),
        ("warnings", "texts", False, "always"),
    ),
    "siv_business_ideas": (
        ("video_id", "text", False, "always"),
        ("brand_name", "text", False, "always"),
        ("category", "text", True, "always"),
        ("components", "texts", False, "always"),
        ("topics", "texts", False, "always"),
        ("platform", "text", True, "always"),
        ("sentiment", "text", True, "always"),
        ("sentiment_score", "number", True, "always"),
        ("estimated_value_usd", "number", True, "always"),
        ("channel_name", "text", True, "always"),
        ("channel_uid", "text", True, "always"),
        ("upload_date", "text", True, "always"),
        ("context", "text", True, "always"),
    ),
    "siv_content_creator": (
        ("channel_uid", "text", False, "always"),
        ("platform", "text", False, "always"),
        ("country", "text", True, "always"),
        ("categories", "texts", False, "always"),
        ("dominant_gender", "text", True, "always"),
        ("dominant_age_range", "text", True, "always"),
        ("subscriber_count", "whole", True, "always"),
        ("view_count", "whole", True, "always"),
        ("engagement_rate_viewers", "number", True, "always"),
        ("audience_sentiment", "number", True, "always"),
        ("viewer_age_distribution", "numbers", True, "always"),
        ("viewer_gender_distribution", "numbers", True, "always"),
        ("viewer_country_distribution", "numbers", True, "always"),
        ("snapshot_date", "text", False, "always"),
    ),
    "siv_info": (
        ("video_id", "text", False, "always"),
        ("title", "text", True, "always"),
        ("channel_name", "text", True, "always"),
        ("platform", "text", False, "always"),
        ("category", "text", True, "always"),
        ("tags", "texts", False, "always"),
        ("views", "whole", True, "always"),
        ("likes", "whole", True, "always"),
        ("comments", "whole", True, "always"),
        ("duration", "whole", True, "always"),
        ("upload_date", "text", False, "always"),
    ),
    "Bucket": (
        ("key", "text", False, "always"),
        ("count", "whole", False, "always"),
        ("creators", "whole", False, "on_creators"),
        ("metric", "number", True, "with_metric"),
        ("metric_type", "text", False, "with_metric"),
    ),
    "aggregate": (
        ("matched_documents", "whole", False, "always"),
        ("matched_creators", "whole", False, "on_creators"),
        ("buckets", "objects Bucket", False, "always"),
    ),
    "search": (
        ("index", "text", False, "always"),
        ("matched_documents", "whole", False, "always"),
        ("matched_creators", "whole", False, "on_creators"),
        ("results", "documents", False, "always"),
    ),
    "creators": (
        ("matched_creators", "whole", False, "always"),
        ("matched_documents", "whole", False, "always"),
        ("results", "objects siv_content_creator", False, "always"),
    ),
    "CoMention": (
        ("key", "text", False, "always"),
        ("total_mentions", "whole", False, "always"),
        ("matched_values", "whole", False, "always"),
    ),
    "co-mentions": (
        ("results", "objects CoMention", False, "always"),
    ),
    "Totals": (
        ("unique_videos", "whole", False, "always"),
        ("views", "whole", False, "always"),
    ),
    "TopicCount": (
        ("topic", "text", False, "always"),
        ("count", "whole", False, "always"),
    ),
    "SectorMonth": (
        ("month", "text", False, "always"),
        ("unique_videos", "whole", False, "always"),
        ("mentions", "whole", False, "always"),
        ("views", "whole", False, "always"),
        ("sentiment", "number", True, "always"),
        ("volume_sov", "number", False, "always"),
        ("reach_sov", "number", False, "always"),
        ("top_topics", "objects TopicCount", False, "always"),
    ),
    "BrandAnswer": (
        ("label", "text", False, "always"),
        ("coverage", "text", False, "always"),
        ("low_confidence", "flag", False, "always"),
        ("totals", "object Totals", False, "always"),
        ("series", "objects SectorMonth", False, "always"),
    ),
    "Caps": (
        ("max_brands", "whole", False, "always"),
        ("video_cap", "whole", False, "always"),
        ("low_coverage", "whole", False, "always"),
    ),
    "SectorMeta": (
        ("from", "text", False, "always"),
        ("to", "text", False, "always"),
        ("caps", "object Caps", False, "always"),
    ),
    "sector": (
        ("brands", "objects BrandAnswer", False, "always"),
        ("meta", "object SectorMeta", False, "always"),
    ),
}

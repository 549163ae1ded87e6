"""What requests take and what answers hold.

Generated from what the core says of itself, by scripts/python/generate.mjs.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal, TypeAlias, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired

__all__ = [
    "AccountBrowserTokenRequest",
    "AccountDetails",
    "AccountFeedRequest",
    "AccountUsage",
    "AccountUsageQuestion",
    "AgeRangeFilter",
    "AggregateAnswer",
    "AggregateBusinessIdeasRequest",
    "AggregateContentCreatorRequest",
    "AggregateInfoRequest",
    "AggregateRequest",
    "Alert",
    "AlertChange",
    "AlertChangeDigest",
    "AlertCondition",
    "AlertConditionInput",
    "AlertFiltersInput",
    "AlertFiredEvent",
    "AlertFiredEventData",
    "AlertFiredEventDataCondition",
    "AlertList",
    "AlertRequest",
    "AlertRequestDigest",
    "AlertTarget",
    "AlertTargetInput",
    "AnalysisMeta",
    "AppliedFilters",
    "Audience",
    "BrandAnswer",
    "BrandCounts",
    "BrandDetails",
    "BrandMentions",
    "BrandName",
    "BrandStats",
    "BreakdownPart",
    "BreakdownRest",
    "BrowserToken",
    "BrowserTokenRequest",
    "Bucket",
    "BusinessIdeasDocument",
    "BusinessIdeasFilters",
    "BusinessIdeasMetric",
    "Caps",
    "ChangeBaseline",
    "ChangeDimension",
    "ChangeExplanation",
    "ChangePart",
    "CoMention",
    "CoMentionsAnswer",
    "CoMentionsBusinessIdeasRequest",
    "CoMentionsInfoRequest",
    "CoMentionsRequest",
    "ComparedColumn",
    "ComparedTopic",
    "ComponentCount",
    "ContentCreatorFilters",
    "ContentCreatorMetric",
    "Contribution",
    "CountCondition",
    "CountMetric",
    "CreateReportBrandOverviewRequest",
    "CreateReportInfluencersRequest",
    "CreateReportMentionsExportRequest",
    "CreateReportRequest",
    "CreateReportSentimentRequest",
    "CreateReportShareOfVoiceRequest",
    "CreateReportTrendsRequest",
    "CreateWebhookRequest",
    "CreatedFeed",
    "CreatedWebhook",
    "CreatorAggregateAnswer",
    "CreatorBucket",
    "CreatorDocument",
    "CreatorsAnswer",
    "CreatorsRequest",
    "DashboardTarget",
    "DataBrowserTokenRequest",
    "DataFeedRequest",
    "DatasetPublishedEvent",
    "DatasetPublishedEventData",
    "DatasetPublishedEventDataHistory",
    "DateFilter",
    "DateRange",
    "Day",
    "DeleteWebhookQuestion",
    "DownloadReportQuestion",
    "EmergingCriteria",
    "EmergingTopic",
    "EmergingTrends",
    "EmergingTrendsQuestion",
    "EventInfluencerChannel",
    "EventMention",
    "EventMentionChannel",
    "EventType",
    "EventVideo",
    "ExplainChangeQuestion",
    "Feed",
    "FeedList",
    "FeedRequest",
    "FiredAlert",
    "FiredAlertList",
    "ForcedFilters",
    "Gender",
    "GenderFilter",
    "GroupUsage",
    "Index",
    "InfluencerChannel",
    "InfluencerDetails",
    "InfluencerFirstMentionEvent",
    "InfluencerFirstMentionEventData",
    "InfluencerMentionsQuestion",
    "InfluencerPage",
    "InfluencerQuestion",
    "InfluencerSummary",
    "InfluencersQuestion",
    "InfoDocument",
    "InfoFilters",
    "InfoMetric",
    "KnownCounts",
    "LabelCounts",
    "LabelPercentages",
    "MeasuredAggregateAnswer",
    "MeasuredBucket",
    "MeasuredCreatorAggregateAnswer",
    "MeasuredCreatorBucket",
    "MentionAnswer",
    "MentionChange",
    "MentionChannel",
    "MentionCreatedEvent",
    "MentionCreatedEventData",
    "MentionPage",
    "MentionQuestion",
    "MentionSentiment",
    "MentionStats",
    "MentionStatsQuestion",
    "MentionTotals",
    "MentionVideo",
    "MentionsQuestion",
    "Meta",
    "Moment",
    "NewMentionsCondition",
    "NumberFilter",
    "NumberRange",
    "Order",
    "PlanDetails",
    "Platform",
    "PlatformCounts",
    "PlatformFilter",
    "PlatformTerm",
    "RelatedCounts",
    "RelatedMention",
    "ReportArtifact",
    "ReportDetails",
    "ReportError",
    "ReportFailedEvent",
    "ReportQuestion",
    "ReportReadyEvent",
    "ReportRequestFilters",
    "SchemaAnswer",
    "SearchAnswer",
    "SearchBusinessIdeasAnswer",
    "SearchBusinessIdeasRequest",
    "SearchContentCreatorAnswer",
    "SearchContentCreatorRequest",
    "SearchInfoAnswer",
    "SearchInfoRequest",
    "SearchRequest",
    "SectorAnswer",
    "SectorBrand",
    "SectorMeta",
    "SectorMonth",
    "SectorRequest",
    "Sentiment",
    "SentimentBreakdown",
    "SentimentBreakdownQuestion",
    "SentimentChange",
    "SentimentDrivers",
    "SentimentFilter",
    "SentimentQuestion",
    "SentimentShiftEvent",
    "SentimentShiftEventData",
    "SentimentSummary",
    "SentimentTimeline",
    "SentimentTimelineQuestion",
    "ServedDataset",
    "ShareOfVoice",
    "SlackTarget",
    "SpikeCondition",
    "TeamsTarget",
    "TermFilter",
    "ThinObject",
    "TimelinePoint",
    "TokenDetails",
    "Tone",
    "ToneCondition",
    "ToneTerm",
    "TopicCount",
    "TopicStanding",
    "TopicTrend",
    "Totals",
    "TrendComparison",
    "TrendComparisonQuestion",
    "TrendEmergingEvent",
    "TrendEmergingEventData",
    "TrendMeta",
    "Trends",
    "TrendsQuestion",
    "UsageFilters",
    "UsageLimits",
    "UsageMeta",
    "UsagePoint",
    "UsageThresholdEvent",
    "UsageThresholdEventData",
    "UsageTotals",
    "UsedWindow",
    "UsedWindows",
    "VolumeSpikeEvent",
    "VolumeSpikeEventData",
    "WebhookDetails",
    "WebhookDisabledEvent",
    "WebhookDisabledEventData",
    "WebhookEvent",
    "WebhookFilters",
    "WebhookPage",
    "WebhookPingEvent",
    "WebhookPingEventData",
    "WebhookRequestFilters",
    "WebhookStats",
    "WebhookTarget",
    "WebhooksQuestion",
]

#: A calendar date: YYYY-MM-DD, or a date.
Day: TypeAlias = str | date
#: A point in time: RFC 3339 in UTC, or a datetime with a time zone.
Moment: TypeAlias = str | datetime

Index: TypeAlias = Literal["siv_business_ideas", "siv_content_creator", "siv_info"]
EventType: TypeAlias = Literal["webhook.ping", "mention.created", "sentiment.shift", "volume.spike", "trend.emerging", "influencer.first_mention", "alert.fired", "report.ready", "report.failed", "usage.threshold", "dataset.published", "webhook.disabled"]
Platform: TypeAlias = Literal["youtube", "tiktok", "instagram"]
Sentiment: TypeAlias = Literal["positive", "neutral", "negative"]
Tone: TypeAlias = Literal["positive", "neutral", "negative", "unknown"]
Gender: TypeAlias = Literal["female", "male", "other"]
Order: TypeAlias = Literal["asc", "desc"]
PlatformTerm: TypeAlias = Literal["youtube", "tiktok", "instagram", "-youtube", "-tiktok", "-instagram"]
ToneTerm: TypeAlias = Literal["positive", "neutral", "negative", "unknown", "-positive", "-neutral", "-negative", "-unknown"]


# What requests take.


class CountMetric(TypedDict):
    """Counts documents."""

    type: Literal["count"]


class BusinessIdeasMetric(TypedDict):
    """A number that groups of siv_business_ideas are ranked by."""

    type: Literal["sum", "avg", "min", "max"]
    field: Literal["sentiment_score", "estimated_value_usd"]


class ContentCreatorMetric(TypedDict):
    """A number that groups of siv_content_creator are ranked by."""

    type: Literal["sum", "avg", "min", "max"]
    field: Literal["subscriber_count", "view_count", "engagement_rate_viewers", "audience_sentiment"]


class InfoMetric(TypedDict):
    """A number that groups of siv_info are ranked by."""

    type: Literal["sum", "avg", "min", "max"]
    field: Literal["views", "likes", "comments", "duration"]


class AggregateBusinessIdeasRequest(TypedDict):
    index: Literal["siv_business_ideas"]
    group_by: Literal["brand_name", "category", "components", "channel_name", "platform", "sentiment", "video_id", "channel_uid"]
    metric: NotRequired[CountMetric | BusinessIdeasMetric | None]
    filters: NotRequired[BusinessIdeasFilters | None]
    size: NotRequired[int | None]
    order: NotRequired[Order | None]


class AggregateContentCreatorRequest(TypedDict):
    index: Literal["siv_content_creator"]
    group_by: Literal["platform", "country", "categories", "dominant_gender", "dominant_age_range"]
    metric: NotRequired[CountMetric | ContentCreatorMetric | None]
    filters: NotRequired[ContentCreatorFilters | None]
    size: NotRequired[int | None]
    order: NotRequired[Order | None]


class AggregateInfoRequest(TypedDict):
    index: Literal["siv_info"]
    group_by: Literal["channel_name", "platform", "category", "tags"]
    metric: NotRequired[CountMetric | InfoMetric | None]
    filters: NotRequired[InfoFilters | None]
    size: NotRequired[int | None]
    order: NotRequired[Order | None]


AggregateRequest: TypeAlias = "AggregateBusinessIdeasRequest | AggregateContentCreatorRequest | AggregateInfoRequest"


class AccountBrowserTokenRequest(TypedDict):
    origin: str
    operations: NotRequired[Sequence[Literal["mentions", "mention", "mention-stats", "sentiment", "sentiment-timeline", "sentiment-breakdown", "influencers", "influencer", "influencer-mentions", "trends", "emerging-trends", "trend-comparison", "explain-change", "report", "download-report", "webhooks", "account", "account-usage"]] | None]
    filters: NotRequired[ForcedFilters | None]
    expires_in: NotRequired[int | None]


class AccountFeedRequest(TypedDict):
    operation: Literal["mentions", "mention-stats", "sentiment", "sentiment-timeline", "sentiment-breakdown", "influencers", "influencer-mentions", "trends", "emerging-trends", "trend-comparison", "explain-change", "account-usage"]
    request: NotRequired[Mapping[str, object] | None]
    window: NotRequired[Literal["last_7_days", "last_30_days", "last_90_days", "last_365_days", "this_week", "last_week", "this_month", "last_month", "this_quarter", "last_quarter", "this_year", "last_year"] | None]
    format: NotRequired[Literal["csv", "json"] | None]
    expires_in: NotRequired[int | None]


AgeRangeFilter: TypeAlias = "Literal[\"13-17\", \"18-24\", \"25-34\", \"35-44\", \"45-54\", \"55-64\", \"65+\"] | Sequence[Literal[\"13-17\", \"18-24\", \"25-34\", \"35-44\", \"45-54\", \"55-64\", \"65+\"]]"


class AlertChange(TypedDict):
    """The members that change."""

    name: NotRequired[str | None]
    condition: NotRequired[AlertConditionInput | None]
    filters: NotRequired[AlertFiltersInput | None]
    target: NotRequired[AlertTargetInput | None]
    digest: NotRequired[AlertChangeDigest | None]
    muted: NotRequired[bool | None]


AlertConditionInput: TypeAlias = "NewMentionsCondition | CountCondition | ToneCondition | SpikeCondition"


class AlertFiltersInput(TypedDict):
    """The mentions that count, as parameters of the Account API. All without any."""

    q: NotRequired[str | None]
    brand: NotRequired[str | Sequence[str] | None]
    platform: NotRequired[PlatformTerm | Sequence[PlatformTerm] | None]
    language: NotRequired[str | Sequence[str] | None]
    region: NotRequired[str | Sequence[str] | None]
    sentiment: NotRequired[ToneTerm | Sequence[ToneTerm] | None]
    topic: NotRequired[str | Sequence[str] | None]
    component: NotRequired[str | Sequence[str] | None]
    category: NotRequired[str | Sequence[str] | None]
    min_views: NotRequired[int | None]
    channel: NotRequired[str | Sequence[str] | None]


class AlertRequest(TypedDict):
    name: str
    condition: AlertConditionInput
    filters: NotRequired[AlertFiltersInput | None]
    target: AlertTargetInput
    digest: NotRequired[AlertRequestDigest | None]
    muted: NotRequired[bool | None]


AlertTargetInput: TypeAlias = "WebhookTarget | SlackTarget | TeamsTarget | DashboardTarget"


BrowserTokenRequest: TypeAlias = "DataBrowserTokenRequest | AccountBrowserTokenRequest"


class BusinessIdeasFilters(TypedDict):
    """Filters on siv_business_ideas: all of them must hold."""

    brand_name: NotRequired[TermFilter]
    components: NotRequired[TermFilter]
    topics: NotRequired[TermFilter]
    category: NotRequired[TermFilter]
    platform: NotRequired[PlatformFilter]
    sentiment: NotRequired[SentimentFilter]
    channel_name: NotRequired[TermFilter]
    upload_date: NotRequired[DateFilter]
    channel_uid: NotRequired[TermFilter]


class CoMentionsBusinessIdeasRequest(TypedDict):
    values: Sequence[str]
    index: NotRequired[Literal["siv_business_ideas"] | None]
    field: NotRequired[Literal["brand_name", "components", "topics", "category", "platform", "sentiment", "channel_name", "channel_uid"] | None]
    group_by: NotRequired[Literal["channel_name", "video_id", "channel_uid"] | None]
    size: NotRequired[int | None]


class CoMentionsInfoRequest(TypedDict):
    values: Sequence[str]
    index: Literal["siv_info"]
    field: Literal["channel_name", "platform", "category", "tags", "video_id"]
    group_by: NotRequired[Literal["channel_name", "video_id"] | None]
    size: NotRequired[int | None]


CoMentionsRequest: TypeAlias = "CoMentionsBusinessIdeasRequest | CoMentionsInfoRequest"


class ContentCreatorFilters(TypedDict):
    """Filters on siv_content_creator: all of them must hold."""

    platform: NotRequired[PlatformFilter]
    country: NotRequired[TermFilter]
    categories: NotRequired[TermFilter]
    dominant_gender: NotRequired[GenderFilter]
    dominant_age_range: NotRequired[AgeRangeFilter]
    subscriber_count: NotRequired[NumberFilter]
    engagement_rate_viewers: NotRequired[NumberFilter]
    dominant_country: NotRequired[TermFilter]


class CountCondition(TypedDict):
    type: Literal["count"]
    at_least: int


CreateReportBrandOverviewRequest = TypedDict(
    "CreateReportBrandOverviewRequest",
    {
        "type": "Literal[\"brand_overview\"]",
        "title": "NotRequired[str | None]",
        "from": "Day",
        "to": "Day",
        "brands": "NotRequired[Sequence[str] | None]",
        "filters": "NotRequired[ReportRequestFilters | None]",
        "sections": "NotRequired[Sequence[Literal[\"volume\", \"sentiment\", \"top_topics\", \"top_influencers\"]] | None]",
        "formats": "NotRequired[Sequence[Literal[\"pdf\", \"csv\"]] | None]",
        "row_limit": "NotRequired[int | None]",
        "all_rows": "NotRequired[Literal[False] | None]",
        "metadata": "NotRequired[Mapping[str, str] | None]",
    },
)


CreateReportInfluencersRequest = TypedDict(
    "CreateReportInfluencersRequest",
    {
        "type": "Literal[\"influencers\"]",
        "title": "NotRequired[str | None]",
        "from": "Day",
        "to": "Day",
        "brands": "NotRequired[Sequence[str] | None]",
        "filters": "NotRequired[ReportRequestFilters | None]",
        "sections": "NotRequired[Sequence[Literal[\"by_influence\", \"by_mentions\", \"by_views\"]] | None]",
        "formats": "NotRequired[Sequence[Literal[\"pdf\", \"csv\"]] | None]",
        "row_limit": "NotRequired[int | None]",
        "all_rows": "NotRequired[Literal[False] | None]",
        "metadata": "NotRequired[Mapping[str, str] | None]",
    },
)


CreateReportMentionsExportRequest = TypedDict(
    "CreateReportMentionsExportRequest",
    {
        "type": "Literal[\"mentions_export\"]",
        "title": "NotRequired[str | None]",
        "from": "Day",
        "to": "Day",
        "brands": "NotRequired[Sequence[str] | None]",
        "filters": "NotRequired[ReportRequestFilters | None]",
        "sections": "NotRequired[Sequence[Literal[\"mentions\"]] | None]",
        "formats": "NotRequired[Sequence[Literal[\"csv\", \"ndjson\", \"parquet\"]] | None]",
        "row_limit": "NotRequired[int | None]",
        "all_rows": "NotRequired[bool | None]",
        "indexed_after": "NotRequired[Moment | None]",
        "metadata": "NotRequired[Mapping[str, str] | None]",
    },
)


CreateReportRequest: TypeAlias = "CreateReportBrandOverviewRequest | CreateReportSentimentRequest | CreateReportInfluencersRequest | CreateReportTrendsRequest | CreateReportShareOfVoiceRequest | CreateReportMentionsExportRequest"


CreateReportSentimentRequest = TypedDict(
    "CreateReportSentimentRequest",
    {
        "type": "Literal[\"sentiment\"]",
        "title": "NotRequired[str | None]",
        "from": "Day",
        "to": "Day",
        "brands": "NotRequired[Sequence[str] | None]",
        "filters": "NotRequired[ReportRequestFilters | None]",
        "sections": "NotRequired[Sequence[Literal[\"summary\", \"timeline\", \"by_platform\", \"by_language\", \"by_region\", \"drivers\"]] | None]",
        "formats": "NotRequired[Sequence[Literal[\"pdf\", \"csv\"]] | None]",
        "row_limit": "NotRequired[int | None]",
        "all_rows": "NotRequired[Literal[False] | None]",
        "metadata": "NotRequired[Mapping[str, str] | None]",
    },
)


CreateReportShareOfVoiceRequest = TypedDict(
    "CreateReportShareOfVoiceRequest",
    {
        "type": "Literal[\"share_of_voice\"]",
        "title": "NotRequired[str | None]",
        "from": "Day",
        "to": "Day",
        "brands": "NotRequired[Sequence[str] | None]",
        "filters": "NotRequired[ReportRequestFilters | None]",
        "sections": "NotRequired[Sequence[Literal[\"share\", \"timeline\", \"by_platform\", \"top_topics\"]] | None]",
        "formats": "NotRequired[Sequence[Literal[\"pdf\", \"csv\"]] | None]",
        "row_limit": "NotRequired[int | None]",
        "all_rows": "NotRequired[Literal[False] | None]",
        "metadata": "NotRequired[Mapping[str, str] | None]",
    },
)


CreateReportTrendsRequest = TypedDict(
    "CreateReportTrendsRequest",
    {
        "type": "Literal[\"trends\"]",
        "title": "NotRequired[str | None]",
        "from": "Day",
        "to": "Day",
        "brands": "NotRequired[Sequence[str] | None]",
        "filters": "NotRequired[ReportRequestFilters | None]",
        "sections": "NotRequired[Sequence[Literal[\"top_topics\", \"rising\", \"falling\", \"emerging\"]] | None]",
        "formats": "NotRequired[Sequence[Literal[\"pdf\", \"csv\"]] | None]",
        "row_limit": "NotRequired[int | None]",
        "all_rows": "NotRequired[Literal[False] | None]",
        "metadata": "NotRequired[Mapping[str, str] | None]",
    },
)


class CreateWebhookRequest(TypedDict):
    url: str
    events: Sequence[Literal["webhook.ping", "mention.created", "sentiment.shift", "volume.spike", "trend.emerging", "influencer.first_mention", "alert.fired", "report.ready", "report.failed", "usage.threshold", "dataset.published", "webhook.disabled", "*"]]
    description: NotRequired[str | None]
    filters: NotRequired[WebhookRequestFilters | None]
    metadata: NotRequired[Mapping[str, str] | None]


class CreatorsRequest(TypedDict):
    filters: NotRequired[ContentCreatorFilters | None]
    sort_field: NotRequired[Literal["subscriber_count", "view_count", "engagement_rate_viewers", "audience_sentiment"] | None]
    sort_order: NotRequired[Order | None]
    size: NotRequired[int | None]


class DashboardTarget(TypedDict):
    type: Literal["dashboard"]


class DataBrowserTokenRequest(TypedDict):
    origin: str
    operations: NotRequired[Sequence[Literal["aggregate", "search", "creators", "co-mentions", "sector", "schema"]] | None]
    filters: NotRequired[BusinessIdeasFilters | ContentCreatorFilters | InfoFilters | None]
    expires_in: NotRequired[int | None]


class DataFeedRequest(TypedDict):
    operation: Literal["aggregate", "search", "creators", "co-mentions", "sector"]
    request: NotRequired[Mapping[str, object] | None]
    window: NotRequired[Literal["last_7_days", "last_30_days", "last_90_days", "last_365_days", "this_week", "last_week", "this_month", "last_month", "this_quarter", "last_quarter", "this_year", "last_year"] | None]
    format: NotRequired[Literal["csv", "json"] | None]
    expires_in: NotRequired[int | None]


DateFilter: TypeAlias = "Day | DateRange"


FeedRequest: TypeAlias = "DataFeedRequest | AccountFeedRequest"


class ForcedFilters(TypedDict):
    """What no request with the token can leave: each is narrowed to it."""

    brand: NotRequired[str | Sequence[str]]
    platform: NotRequired[PlatformTerm | Sequence[PlatformTerm]]
    language: NotRequired[str | Sequence[str]]
    region: NotRequired[str | Sequence[str]]
    sentiment: NotRequired[ToneTerm | Sequence[ToneTerm]]
    topic: NotRequired[str | Sequence[str]]
    component: NotRequired[str | Sequence[str]]
    category: NotRequired[str | Sequence[str]]
    min_views: NotRequired[int]
    channel: NotRequired[str | Sequence[str]]


GenderFilter: TypeAlias = "Gender | Sequence[Gender]"


class InfoFilters(TypedDict):
    """Filters on siv_info: all of them must hold."""

    channel_name: NotRequired[TermFilter]
    platform: NotRequired[PlatformFilter]
    category: NotRequired[TermFilter]
    tags: NotRequired[TermFilter]
    video_id: NotRequired[TermFilter]
    upload_date: NotRequired[DateFilter]


class NewMentionsCondition(TypedDict):
    type: Literal["new_mentions"]


NumberFilter: TypeAlias = "float | NumberRange"


PlatformFilter: TypeAlias = "Platform | Sequence[Platform]"


class ReportRequestFilters(TypedDict):
    """Which mentions the report is of: each a value or a list of values."""

    platform: NotRequired[PlatformTerm | Sequence[PlatformTerm]]
    language: NotRequired[str | Sequence[str]]
    region: NotRequired[str | Sequence[str]]
    sentiment: NotRequired[ToneTerm | Sequence[ToneTerm]]
    topic: NotRequired[str | Sequence[str]]
    component: NotRequired[str | Sequence[str]]
    category: NotRequired[str | Sequence[str]]
    min_views: NotRequired[int]
    q: NotRequired[str]
    channel: NotRequired[str | Sequence[str]]


class SearchBusinessIdeasRequest(TypedDict):
    index: Literal["siv_business_ideas"]
    filters: NotRequired[BusinessIdeasFilters | None]
    q: NotRequired[str | None]
    sort_field: NotRequired[Literal["upload_date", "sentiment_score", "estimated_value_usd"] | None]
    sort_order: NotRequired[Order | None]
    size: NotRequired[int | None]


class SearchContentCreatorRequest(TypedDict):
    index: Literal["siv_content_creator"]
    filters: NotRequired[ContentCreatorFilters | None]
    sort_field: NotRequired[Literal["subscriber_count", "view_count", "engagement_rate_viewers", "audience_sentiment"] | None]
    sort_order: NotRequired[Order | None]
    size: NotRequired[int | None]


class SearchInfoRequest(TypedDict):
    index: Literal["siv_info"]
    filters: NotRequired[InfoFilters | None]
    q: NotRequired[str | None]
    sort_field: NotRequired[Literal["upload_date", "views", "likes", "comments", "duration"] | None]
    sort_order: NotRequired[Order | None]
    size: NotRequired[int | None]


SearchRequest: TypeAlias = "SearchBusinessIdeasRequest | SearchContentCreatorRequest | SearchInfoRequest"


class SectorBrand(TypedDict):
    label: str
    terms: Sequence[str]
    must_context: NotRequired[Sequence[str] | None]
    must_not_context: NotRequired[Sequence[str] | None]
    exact: NotRequired[bool | None]


class SectorRequest(TypedDict):
    brands: Sequence[SectorBrand]
    from_date: Day
    to_date: Day


SentimentFilter: TypeAlias = "Sentiment | Sequence[Sentiment]"


class SlackTarget(TypedDict):
    type: Literal["slack"]
    url: str


class SpikeCondition(TypedDict):
    type: Literal["spike"]


class TeamsTarget(TypedDict):
    type: Literal["teams"]
    url: str


TermFilter: TypeAlias = "str | Sequence[str]"


class ToneCondition(TypedDict):
    type: Literal["tone"]
    below: float
    at_least: NotRequired[int | None]


class WebhookRequestFilters(TypedDict):
    """Which mentions are delivered; without it, all of the account's."""

    brand: NotRequired[Sequence[str]]
    platform: NotRequired[Sequence[Platform]]
    sentiment: NotRequired[Sequence[Tone]]
    min_views: NotRequired[int]
    min_subscribers: NotRequired[int]
    q: NotRequired[str]


class WebhookTarget(TypedDict):
    type: Literal["webhook"]
    id: str


MentionsQuestion = TypedDict(
    "MentionsQuestion",
    {
        "brand": "NotRequired[str | Sequence[str] | None]",
        "platform": "NotRequired[PlatformTerm | Sequence[PlatformTerm] | None]",
        "language": "NotRequired[str | Sequence[str] | None]",
        "region": "NotRequired[str | Sequence[str] | None]",
        "sentiment": "NotRequired[ToneTerm | Sequence[ToneTerm] | None]",
        "topic": "NotRequired[str | Sequence[str] | None]",
        "component": "NotRequired[str | Sequence[str] | None]",
        "category": "NotRequired[str | Sequence[str] | None]",
        "min_views": "NotRequired[int | None]",
        "q": "NotRequired[str | None]",
        "channel": "NotRequired[str | Sequence[str] | None]",
        "influencer": "NotRequired[str | Sequence[str] | None]",
        "from": "NotRequired[Day | None]",
        "to": "NotRequired[Day | None]",
        "sort": "NotRequired[Literal[\"upload_date\", \"indexed_at\", \"views\", \"sentiment_score\"] | None]",
        "indexed_after": "NotRequired[Moment | None]",
        "order": "NotRequired[Order | None]",
        "limit": "NotRequired[int | None]",
        "cursor": "NotRequired[str | None]",
    },
)


class MentionQuestion(TypedDict):
    id: str


MentionStatsQuestion = TypedDict(
    "MentionStatsQuestion",
    {
        "brand": "NotRequired[str | Sequence[str] | None]",
        "platform": "NotRequired[PlatformTerm | Sequence[PlatformTerm] | None]",
        "language": "NotRequired[str | Sequence[str] | None]",
        "region": "NotRequired[str | Sequence[str] | None]",
        "sentiment": "NotRequired[ToneTerm | Sequence[ToneTerm] | None]",
        "topic": "NotRequired[str | Sequence[str] | None]",
        "component": "NotRequired[str | Sequence[str] | None]",
        "category": "NotRequired[str | Sequence[str] | None]",
        "min_views": "NotRequired[int | None]",
        "q": "NotRequired[str | None]",
        "channel": "NotRequired[str | Sequence[str] | None]",
        "influencer": "NotRequired[str | Sequence[str] | None]",
        "from": "NotRequired[Day | None]",
        "to": "NotRequired[Day | None]",
        "top": "NotRequired[int | None]",
    },
)


SentimentQuestion = TypedDict(
    "SentimentQuestion",
    {
        "brand": "NotRequired[str | Sequence[str] | None]",
        "platform": "NotRequired[PlatformTerm | Sequence[PlatformTerm] | None]",
        "language": "NotRequired[str | Sequence[str] | None]",
        "region": "NotRequired[str | Sequence[str] | None]",
        "sentiment": "NotRequired[ToneTerm | Sequence[ToneTerm] | None]",
        "topic": "NotRequired[str | Sequence[str] | None]",
        "component": "NotRequired[str | Sequence[str] | None]",
        "category": "NotRequired[str | Sequence[str] | None]",
        "min_views": "NotRequired[int | None]",
        "q": "NotRequired[str | None]",
        "channel": "NotRequired[str | Sequence[str] | None]",
        "influencer": "NotRequired[str | Sequence[str] | None]",
        "from": "NotRequired[Day | None]",
        "to": "NotRequired[Day | None]",
    },
)


SentimentTimelineQuestion = TypedDict(
    "SentimentTimelineQuestion",
    {
        "brand": "NotRequired[str | Sequence[str] | None]",
        "platform": "NotRequired[PlatformTerm | Sequence[PlatformTerm] | None]",
        "language": "NotRequired[str | Sequence[str] | None]",
        "region": "NotRequired[str | Sequence[str] | None]",
        "sentiment": "NotRequired[ToneTerm | Sequence[ToneTerm] | None]",
        "topic": "NotRequired[str | Sequence[str] | None]",
        "component": "NotRequired[str | Sequence[str] | None]",
        "category": "NotRequired[str | Sequence[str] | None]",
        "min_views": "NotRequired[int | None]",
        "q": "NotRequired[str | None]",
        "channel": "NotRequired[str | Sequence[str] | None]",
        "influencer": "NotRequired[str | Sequence[str] | None]",
        "from": "NotRequired[Day | None]",
        "to": "NotRequired[Day | None]",
        "interval": "NotRequired[Literal[\"auto\", \"day\", \"week\", \"month\"] | None]",
    },
)


SentimentBreakdownQuestion = TypedDict(
    "SentimentBreakdownQuestion",
    {
        "brand": "NotRequired[str | Sequence[str] | None]",
        "platform": "NotRequired[PlatformTerm | Sequence[PlatformTerm] | None]",
        "language": "NotRequired[str | Sequence[str] | None]",
        "region": "NotRequired[str | Sequence[str] | None]",
        "sentiment": "NotRequired[ToneTerm | Sequence[ToneTerm] | None]",
        "topic": "NotRequired[str | Sequence[str] | None]",
        "component": "NotRequired[str | Sequence[str] | None]",
        "category": "NotRequired[str | Sequence[str] | None]",
        "min_views": "NotRequired[int | None]",
        "q": "NotRequired[str | None]",
        "channel": "NotRequired[str | Sequence[str] | None]",
        "influencer": "NotRequired[str | Sequence[str] | None]",
        "from": "NotRequired[Day | None]",
        "to": "NotRequired[Day | None]",
        "by": "NotRequired[Literal[\"platform\", \"language\", \"region\"] | None]",
        "limit": "NotRequired[int | None]",
        "sort": "NotRequired[Literal[\"mentions\", \"average\", \"net_sentiment\"] | None]",
    },
)


InfluencersQuestion = TypedDict(
    "InfluencersQuestion",
    {
        "brand": "NotRequired[str | Sequence[str] | None]",
        "platform": "NotRequired[PlatformTerm | Sequence[PlatformTerm] | None]",
        "language": "NotRequired[str | Sequence[str] | None]",
        "region": "NotRequired[str | Sequence[str] | None]",
        "sentiment": "NotRequired[ToneTerm | Sequence[ToneTerm] | None]",
        "topic": "NotRequired[str | Sequence[str] | None]",
        "component": "NotRequired[str | Sequence[str] | None]",
        "category": "NotRequired[str | Sequence[str] | None]",
        "min_views": "NotRequired[int | None]",
        "q": "NotRequired[str | None]",
        "channel": "NotRequired[str | Sequence[str] | None]",
        "influencer": "NotRequired[str | Sequence[str] | None]",
        "from": "NotRequired[Day | None]",
        "to": "NotRequired[Day | None]",
        "country": "NotRequired[str | Sequence[str] | None]",
        "min_subscribers": "NotRequired[int | None]",
        "max_subscribers": "NotRequired[int | None]",
        "min_mentions": "NotRequired[int | None]",
        "sort": "NotRequired[Literal[\"mentions\", \"views\", \"subscriber_count\", \"engagement_rate\", \"sentiment\", \"influence_score\"] | None]",
        "order": "NotRequired[Order | None]",
        "limit": "NotRequired[int | None]",
        "cursor": "NotRequired[str | None]",
    },
)


InfluencerQuestion = TypedDict(
    "InfluencerQuestion",
    {
        "id": "str",
        "brand": "NotRequired[str | Sequence[str] | None]",
        "from": "NotRequired[Day | None]",
        "to": "NotRequired[Day | None]",
    },
)


InfluencerMentionsQuestion = TypedDict(
    "InfluencerMentionsQuestion",
    {
        "id": "str",
        "brand": "NotRequired[str | Sequence[str] | None]",
        "platform": "NotRequired[PlatformTerm | Sequence[PlatformTerm] | None]",
        "language": "NotRequired[str | Sequence[str] | None]",
        "region": "NotRequired[str | Sequence[str] | None]",
        "sentiment": "NotRequired[ToneTerm | Sequence[ToneTerm] | None]",
        "topic": "NotRequired[str | Sequence[str] | None]",
        "component": "NotRequired[str | Sequence[str] | None]",
        "category": "NotRequired[str | Sequence[str] | None]",
        "min_views": "NotRequired[int | None]",
        "q": "NotRequired[str | None]",
        "from": "NotRequired[Day | None]",
        "to": "NotRequired[Day | None]",
        "sort": "NotRequired[Literal[\"upload_date\", \"indexed_at\", \"views\", \"sentiment_score\"] | None]",
        "indexed_after": "NotRequired[Moment | None]",
        "order": "NotRequired[Order | None]",
        "limit": "NotRequired[int | None]",
        "cursor": "NotRequired[str | None]",
    },
)


TrendsQuestion = TypedDict(
    "TrendsQuestion",
    {
        "brand": "NotRequired[str | Sequence[str] | None]",
        "platform": "NotRequired[PlatformTerm | Sequence[PlatformTerm] | None]",
        "language": "NotRequired[str | Sequence[str] | None]",
        "region": "NotRequired[str | Sequence[str] | None]",
        "sentiment": "NotRequired[ToneTerm | Sequence[ToneTerm] | None]",
        "topic": "NotRequired[str | Sequence[str] | None]",
        "component": "NotRequired[str | Sequence[str] | None]",
        "category": "NotRequired[str | Sequence[str] | None]",
        "min_views": "NotRequired[int | None]",
        "q": "NotRequired[str | None]",
        "channel": "NotRequired[str | Sequence[str] | None]",
        "influencer": "NotRequired[str | Sequence[str] | None]",
        "from": "NotRequired[Day | None]",
        "to": "NotRequired[Day | None]",
        "window_days": "NotRequired[int | None]",
        "sort": "NotRequired[Literal[\"volume\", \"score\", \"growth\", \"z_score\"] | None]",
        "direction": "NotRequired[Literal[\"new\", \"rising\", \"stable\", \"falling\", \"unknown\"] | None]",
        "limit": "NotRequired[int | None]",
    },
)


EmergingTrendsQuestion = TypedDict(
    "EmergingTrendsQuestion",
    {
        "brand": "NotRequired[str | Sequence[str] | None]",
        "platform": "NotRequired[PlatformTerm | Sequence[PlatformTerm] | None]",
        "language": "NotRequired[str | Sequence[str] | None]",
        "region": "NotRequired[str | Sequence[str] | None]",
        "sentiment": "NotRequired[ToneTerm | Sequence[ToneTerm] | None]",
        "topic": "NotRequired[str | Sequence[str] | None]",
        "component": "NotRequired[str | Sequence[str] | None]",
        "category": "NotRequired[str | Sequence[str] | None]",
        "min_views": "NotRequired[int | None]",
        "q": "NotRequired[str | None]",
        "channel": "NotRequired[str | Sequence[str] | None]",
        "influencer": "NotRequired[str | Sequence[str] | None]",
        "from": "NotRequired[Day | None]",
        "to": "NotRequired[Day | None]",
        "window_days": "NotRequired[int | None]",
        "min_support": "NotRequired[int | None]",
        "min_videos": "NotRequired[int | None]",
        "min_channels": "NotRequired[int | None]",
        "min_z": "NotRequired[float | None]",
        "max_baseline_share_pct": "NotRequired[float | None]",
        "limit": "NotRequired[int | None]",
    },
)


TrendComparisonQuestion = TypedDict(
    "TrendComparisonQuestion",
    {
        "by": "Literal[\"brand\", \"period\"]",
        "brand": "NotRequired[str | Sequence[str] | None]",
        "platform": "NotRequired[PlatformTerm | Sequence[PlatformTerm] | None]",
        "language": "NotRequired[str | Sequence[str] | None]",
        "region": "NotRequired[str | Sequence[str] | None]",
        "sentiment": "NotRequired[ToneTerm | Sequence[ToneTerm] | None]",
        "topic": "NotRequired[str | Sequence[str] | None]",
        "component": "NotRequired[str | Sequence[str] | None]",
        "category": "NotRequired[str | Sequence[str] | None]",
        "min_views": "NotRequired[int | None]",
        "q": "NotRequired[str | None]",
        "channel": "NotRequired[str | Sequence[str] | None]",
        "influencer": "NotRequired[str | Sequence[str] | None]",
        "from": "NotRequired[Day | None]",
        "to": "NotRequired[Day | None]",
        "period": "NotRequired[str | Sequence[str] | None]",
        "topics": "NotRequired[str | Sequence[str] | None]",
        "limit": "NotRequired[int | None]",
    },
)


class ExplainChangeQuestion(TypedDict):
    brand: NotRequired[str | Sequence[str] | None]
    platform: NotRequired[PlatformTerm | Sequence[PlatformTerm] | None]
    language: NotRequired[str | Sequence[str] | None]
    region: NotRequired[str | Sequence[str] | None]
    sentiment: NotRequired[ToneTerm | Sequence[ToneTerm] | None]
    topic: NotRequired[str | Sequence[str] | None]
    component: NotRequired[str | Sequence[str] | None]
    category: NotRequired[str | Sequence[str] | None]
    min_views: NotRequired[int | None]
    q: NotRequired[str | None]
    channel: NotRequired[str | Sequence[str] | None]
    influencer: NotRequired[str | Sequence[str] | None]
    date: NotRequired[Day | None]
    interval: NotRequired[Literal["day", "week"] | None]
    limit: NotRequired[int | None]


class ReportQuestion(TypedDict):
    id: str


class DownloadReportQuestion(TypedDict):
    id: str
    format: NotRequired[Literal["pdf", "csv", "ndjson", "parquet"] | None]
    part: NotRequired[int | None]
    bom: NotRequired[int | None]


class WebhooksQuestion(TypedDict):
    limit: NotRequired[int | None]
    cursor: NotRequired[str | None]
    status: NotRequired[Literal["active", "failing", "disabled"] | None]


class DeleteWebhookQuestion(TypedDict):
    id: str


AccountUsageQuestion = TypedDict(
    "AccountUsageQuestion",
    {
        "from": "NotRequired[Day | None]",
        "to": "NotRequired[Day | None]",
        "interval": "NotRequired[Literal[\"hour\", \"day\", \"month\"] | None]",
        "group_by": "NotRequired[Literal[\"endpoint\", \"token\", \"status\", \"face\"] | Sequence[Literal[\"endpoint\", \"token\", \"status\", \"face\"]] | None]",
    },
)


class AlertChangeDigest(TypedDict):
    """Messages are sent together, once a day or a week. Without it, they are sent at once."""

    every: Literal["daily", "weekly"]
    day: NotRequired[int | None]
    hour: NotRequired[int | None]


class AlertRequestDigest(TypedDict):
    """Messages are sent together, once a day or a week. Without it, they are sent at once."""

    every: Literal["daily", "weekly"]
    day: NotRequired[int | None]
    hour: NotRequired[int | None]


class DateRange(TypedDict):
    gte: NotRequired[Day]
    lte: NotRequired[Day]


class NumberRange(TypedDict):
    gte: NotRequired[float]
    lte: NotRequired[float]


# What answers hold.


class Bucket(TypedDict):
    """A group, where documents are counted."""

    key: str
    count: int


class AggregateAnswer(TypedDict):
    """Groups of an index, where documents are counted."""

    matched_documents: int
    buckets: list[Bucket]
    _meta: NotRequired[Meta]


class MeasuredBucket(TypedDict):
    """A group, where a metric is computed; it is None where no document of the group has the field."""

    key: str
    count: int
    metric: float | None
    metric_type: str


class MeasuredAggregateAnswer(TypedDict):
    """Groups of an index, where a metric is computed; it is None where no document of the group has the field."""

    matched_documents: int
    buckets: list[MeasuredBucket]
    _meta: NotRequired[Meta]


class CreatorBucket(TypedDict):
    """A group, where creators are counted beside their snapshots."""

    key: str
    count: int
    creators: int


class CreatorAggregateAnswer(TypedDict):
    """Groups of an index, where creators are counted beside their snapshots."""

    matched_documents: int
    matched_creators: int
    buckets: list[CreatorBucket]
    _meta: NotRequired[Meta]


class MeasuredCreatorBucket(TypedDict):
    """A group, where creators are counted and a metric is computed."""

    key: str
    count: int
    creators: int
    metric: float | None
    metric_type: str


class MeasuredCreatorAggregateAnswer(TypedDict):
    """Groups of an index, where creators are counted and a metric is computed."""

    matched_documents: int
    matched_creators: int
    buckets: list[MeasuredCreatorBucket]
    _meta: NotRequired[Meta]


class AccountDetails(TypedDict):
    object: Literal["account"]
    id: str
    name: str
    status: str
    plan: PlanDetails
    brands: list[BrandDetails]
    token: TokenDetails
    usage: UsedWindows
    region: str | None
    dataset: ServedDataset | None
    created_at: str


class AccountUsage(TypedDict):
    object: Literal["account_usage"]
    interval: Literal["hour", "day", "month"]
    totals: UsageTotals
    series: list[UsagePoint]
    groups: list[GroupUsage]
    limits: UsageLimits
    meta: UsageMeta


class Alert(TypedDict):
    object: Literal["alert"]
    id: str
    name: str
    condition: AlertCondition
    filters: dict[str, Any]
    target: AlertTarget
    target_status: str | None
    digest: dict[str, Any] | None
    next_digest_at: str | None
    muted: bool
    created_at: str
    last_fired_at: str | None


class AlertFiredEvent(TypedDict):
    id: str
    type: Literal["alert.fired"]
    timestamp: str
    api_version: str
    account_id: str
    data: AlertFiredEventData


class AlertList(TypedDict):
    data: list[Alert]


AnalysisMeta = TypedDict(
    "AnalysisMeta",
    {
        "from": "str",
        "to": "str",
        "timezone": "str",
        "filters": "AppliedFilters",
        "brands": "list[str]",
        "mentions": "int",
        "low_confidence": "bool",
        "dataset_version": "str",
        "generated_at": "str",
        "partial_periods": "list[str]",
    },
)


class AppliedFilters(TypedDict):
    category: NotRequired[list[str]]
    channel: NotRequired[list[str]]
    component: NotRequired[list[str]]
    influencer: NotRequired[list[str]]
    language: NotRequired[list[str]]
    min_views: NotRequired[int]
    platform: NotRequired[list[str]]
    q: NotRequired[str]
    region: NotRequired[list[str]]
    sentiment: NotRequired[list[str]]
    topic: NotRequired[list[str]]


class Audience(TypedDict):
    dominant_gender: str | None
    dominant_age_range: str | None
    age: dict[str, float]
    gender: dict[str, float]
    country: dict[str, float]
    sentiment: float | None


class BrandAnswer(TypedDict):
    label: str
    coverage: Literal["ok", "low"]
    low_confidence: bool
    totals: Totals
    series: list[SectorMonth]


class BrandCounts(TypedDict):
    key: str
    mentions: int
    share_pct: float


class BrandDetails(TypedDict):
    id: str
    label: str
    terms: list[str]
    must_context: list[str]
    must_not_context: NotRequired[list[str]]
    exact: bool
    primary: bool


class BrandMentions(TypedDict):
    brand: BrandName
    mentions: int
    average_sentiment: float | None


class BrandName(TypedDict):
    id: str
    label: str


class BrandStats(TypedDict):
    mentions: int
    unique_videos: int
    views: int
    average_sentiment: float | None
    share_of_brand_mentions_pct: float
    first_mention: str | None
    last_mention: str | None


class BreakdownPart(TypedDict):
    key: str
    mentions: int
    share_pct: float
    average: float | None
    net_sentiment: float | None
    counts: LabelCounts
    low_confidence: bool


class BreakdownRest(TypedDict):
    mentions: int
    share_pct: float


class BrowserToken(TypedDict):
    token: str
    expires_at: str
    origin: str
    operations: list[str]
    filters: dict[str, Any] | None


class BusinessIdeasDocument(TypedDict):
    """Brand and product mentions extracted from spoken video. A member that is null is unknown."""

    video_id: str
    brand_name: str
    category: str | None
    components: list[str]
    topics: list[str]
    platform: str | None
    sentiment: str | None
    sentiment_score: float | None
    estimated_value_usd: float | None
    channel_name: str | None
    channel_uid: str | None
    upload_date: str | None
    context: str | None


class Caps(TypedDict):
    max_brands: int
    video_cap: int
    low_coverage: int


class ChangeBaseline(TypedDict):
    periods: int
    mean: float


class ChangeDimension(TypedDict):
    data: list[ChangePart]
    other: Contribution


class ChangeExplanation(TypedDict):
    object: Literal["change_explanation"]
    interval: Literal["day", "week"]
    period: str
    summary: str
    mentions: int
    baseline: ChangeBaseline | None
    change: float
    platforms: ChangeDimension
    creators: ChangeDimension
    videos: ChangeDimension
    topics: ChangeDimension
    meta: AnalysisMeta
    _meta: NotRequired[Meta]


class ChangePart(TypedDict):
    key: str | None
    channel: NotRequired[InfluencerChannel]
    mentions: float
    baseline: float | None
    change: float
    share_pct: float | None


class CoMention(TypedDict):
    key: str
    total_mentions: int
    matched_values: int


class CoMentionsAnswer(TypedDict):
    results: list[CoMention]
    _meta: NotRequired[Meta]


ComparedColumn = TypedDict(
    "ComparedColumn",
    {
        "key": "str",
        "brand_id": "str | None",
        "from": "str",
        "to": "str",
        "mentions": "int",
        "views": "int",
        "average_sentiment": "float | None",
        "per_day": "NotRequired[float]",
    },
)


class ComparedTopic(TypedDict):
    topic: str
    volume: list[int]
    share_pct: list[float]
    average_sentiment: list[float | None]
    delta_pct: float | None
    per_day: NotRequired[list[float]]


class ComponentCount(TypedDict):
    component: str
    count: int


class Contribution(TypedDict):
    mentions: float
    baseline: float | None
    change: float
    share_pct: float | None


class CreatedFeed(TypedDict):
    id: str
    secret_hint: str
    operation: str
    request: dict[str, Any]
    window: Literal["last_7_days", "last_30_days", "last_90_days", "last_365_days", "this_week", "last_week", "this_month", "last_month", "this_quarter", "last_quarter", "this_year", "last_year", None]
    format: Literal["csv", "json"]
    created_at: str
    expires_at: str
    computed_at: str | None
    url: str


class CreatorDocument(TypedDict):
    """Creator profiles with aggregate audience demographics; several snapshots per creator. A member that is null is
    unknown."""

    channel_uid: str
    platform: str
    country: str | None
    categories: list[str]
    dominant_gender: str | None
    dominant_age_range: str | None
    subscriber_count: int | None
    view_count: int | None
    engagement_rate_viewers: float | None
    audience_sentiment: float | None
    viewer_age_distribution: dict[str, float] | None
    viewer_gender_distribution: dict[str, float] | None
    viewer_country_distribution: dict[str, float] | None
    snapshot_date: str


class CreatorsAnswer(TypedDict):
    matched_creators: int
    matched_documents: int
    results: list[CreatorDocument]
    _meta: NotRequired[Meta]


class DatasetPublishedEvent(TypedDict):
    id: str
    type: Literal["dataset.published"]
    timestamp: str
    api_version: str
    account_id: str
    data: DatasetPublishedEventData


class EmergingCriteria(TypedDict):
    min_support: int
    min_videos: int
    min_channels: int
    min_z: float
    max_baseline_share_pct: float


class EmergingTopic(TypedDict):
    topic: str
    stage: Literal["new", "breakout", "rising"]
    volume: int
    unique_videos: int
    unique_channels: int
    share_pct: float
    growth_pct: float | None
    z_score: float | None
    score: float
    first_seen: str | None
    average_sentiment: float | None
    baseline: list[int]
    example_video_ids: list[str]


class EmergingTrends(TypedDict):
    object: Literal["emerging_trends"]
    data: list[EmergingTopic]
    criteria: EmergingCriteria
    meta: TrendMeta
    _meta: NotRequired[Meta]


class EventInfluencerChannel(TypedDict):
    platform: str | None


class EventMention(TypedDict):
    object: Literal["mention"]
    id: str
    brand: BrandName | None
    platform: str
    category: str | None
    components: list[str]
    topics: list[str]
    sentiment: MentionSentiment
    estimated_value_usd: float | None
    occurrences: int
    language: str
    region: str
    upload_date: str
    indexed_at: str
    video: EventVideo
    channel: EventMentionChannel


class EventMentionChannel(TypedDict):
    influencer_id: str | None


class EventVideo(TypedDict):
    id: str
    views: int | None
    likes: int | None
    comments: int | None
    duration: int | None


class Feed(TypedDict):
    id: str
    secret_hint: str
    operation: str
    request: dict[str, Any]
    window: Literal["last_7_days", "last_30_days", "last_90_days", "last_365_days", "this_week", "last_week", "this_month", "last_month", "this_quarter", "last_quarter", "this_year", "last_year", None]
    format: Literal["csv", "json"]
    created_at: str
    expires_at: str
    computed_at: str | None


class FeedList(TypedDict):
    data: list[Feed]


class FiredAlert(TypedDict):
    alert: str
    name: str
    reason: str
    query: str
    at: str


class FiredAlertList(TypedDict):
    data: list[FiredAlert]


class GroupUsage(TypedDict):
    endpoint: NotRequired[str]
    face: NotRequired[str]
    status: NotRequired[str]
    token: NotRequired[str]
    requests: int
    charged: int


class InfluencerChannel(TypedDict):
    name: str | None
    platform: str | None


class InfluencerDetails(TypedDict):
    object: Literal["influencer"]
    id: str
    channel: InfluencerChannel
    country: str | None
    categories: list[str]
    subscriber_count: int | None
    view_count: int | None
    engagement_rate_viewers: float | None
    audience: Audience
    brand_stats: BrandStats
    by_brand: list[BrandMentions]
    top_topics: list[TopicCount]
    influence_score: float | None
    snapshot_date: str | None
    low_confidence: bool
    _meta: NotRequired[Meta]


class InfluencerFirstMentionEvent(TypedDict):
    id: str
    type: Literal["influencer.first_mention"]
    timestamp: str
    api_version: str
    account_id: str
    data: InfluencerFirstMentionEventData


class InfluencerPage(TypedDict):
    object: Literal["list"]
    data: list[InfluencerSummary]
    has_more: bool
    next_cursor: str | None
    _meta: NotRequired[Meta]


class InfluencerSummary(TypedDict):
    object: Literal["influencer"]
    id: str
    channel: InfluencerChannel
    country: str | None
    categories: list[str]
    subscriber_count: int | None
    engagement_rate_viewers: float | None
    brand_stats: BrandStats
    influence_score: float


class InfoDocument(TypedDict):
    """The video catalogue: reach and engagement per video. A member that is null is unknown."""

    video_id: str
    title: str | None
    channel_name: str | None
    platform: str
    category: str | None
    tags: list[str]
    views: int | None
    likes: int | None
    comments: int | None
    duration: int | None
    upload_date: str


class KnownCounts(TypedDict):
    scored_mentions: int
    weighted_mentions: NotRequired[int]
    scored_by_month: NotRequired[list[int]]
    videos: NotRequired[int]
    views: NotRequired[int]
    likes: NotRequired[int]
    comments: NotRequired[int]


class LabelCounts(TypedDict):
    positive: int
    neutral: int
    negative: int
    unknown: int


class LabelPercentages(TypedDict):
    positive: float
    neutral: float
    negative: float


class MentionAnswer(TypedDict):
    object: Literal["mention"]
    id: str
    brand: BrandName | None
    platform: str
    category: str | None
    components: list[str]
    topics: list[str]
    sentiment: MentionSentiment
    estimated_value_usd: float | None
    context: str | None
    occurrences: int
    language: str
    region: str
    upload_date: str
    indexed_at: str
    video: MentionVideo
    channel: MentionChannel


class MentionChange(TypedDict):
    mentions: float | None
    unique_videos: float | None
    views: float | None
    average_sentiment: float | None


class MentionChannel(TypedDict):
    name: str | None
    influencer_id: str | None


class MentionCreatedEvent(TypedDict):
    id: str
    type: Literal["mention.created"]
    timestamp: str
    api_version: str
    account_id: str
    data: MentionCreatedEventData


class MentionPage(TypedDict):
    object: Literal["list"]
    data: list[MentionAnswer]
    has_more: bool
    next_cursor: str | None
    _meta: NotRequired[Meta]


class MentionSentiment(TypedDict):
    label: Tone
    score: float | None


class MentionStats(TypedDict):
    object: Literal["mention_stats"]
    totals: MentionTotals
    change_pct: MentionChange
    per_day: float
    by_platform: list[PlatformCounts]
    by_brand: list[BrandCounts]
    top_topics: list[TopicCount]
    top_components: list[ComponentCount]
    meta: AnalysisMeta
    _meta: NotRequired[Meta]


class MentionTotals(TypedDict):
    mentions: int
    occurrences: int
    unique_videos: int
    unique_channels: int
    views: int
    likes: int
    comments: int
    estimated_value_usd: float | None
    average_sentiment: float | None


class MentionVideo(TypedDict):
    id: str
    title: str | None
    views: int | None
    likes: int | None
    comments: int | None
    duration: int | None


class Meta(TypedDict):
    """What a request with `Prefer: meta` gets besides: how the answer was made, and what may help to ask better."""

    request_id: str
    dataset_version: str
    cost: int
    size_applied: int | None
    cache: str
    rows_read: int
    took_ms: int
    ranking: NotRequired[list[str]]
    hints: list[str]
    warnings: list[str]
    known: NotRequired[KnownCounts]
    known_by: NotRequired[list[KnownCounts]]
    scored_by_topic: NotRequired[list[list[int]]]
    baseline_mentions: NotRequired[list[int]]
    topics: NotRequired[list[TopicStanding]]


class PlanDetails(TypedDict):
    name: str
    endpoints: list[str]
    requests_per_minute: int | None
    requests_per_day: int | None
    webhooks: bool
    guaranteed_delivery: bool
    max_webhooks: int


class PlatformCounts(TypedDict):
    key: str
    mentions: int
    views: int
    average_sentiment: float | None


class RelatedCounts(TypedDict):
    mentions_in_video: int
    other_brands_in_video: list[str]
    mentions_by_channel: int


class RelatedMention(TypedDict):
    object: Literal["mention"]
    id: str
    brand: BrandName | None
    platform: str
    category: str | None
    components: list[str]
    topics: list[str]
    sentiment: MentionSentiment
    estimated_value_usd: float | None
    context: str | None
    occurrences: int
    language: str
    region: str
    upload_date: str
    indexed_at: str
    video: MentionVideo
    channel: MentionChannel
    related: RelatedCounts
    _meta: NotRequired[Meta]


class ReportArtifact(TypedDict):
    format: Literal["pdf", "csv", "ndjson", "parquet"]
    part: NotRequired[int]
    content_type: str
    bytes: int
    rows: NotRequired[int]
    sha256: str
    download_path: str


ReportDetails = TypedDict(
    "ReportDetails",
    {
        "object": "Literal[\"report\"]",
        "id": "str",
        "type": "Literal[\"brand_overview\", \"sentiment\", \"influencers\", \"trends\", \"share_of_voice\", \"mentions_export\"]",
        "title": "str | None",
        "status": "Literal[\"queued\", \"processing\", \"ready\", \"failed\", \"expired\"]",
        "progress": "int",
        "from": "str",
        "to": "str",
        "all_rows": "NotRequired[bool]",
        "indexed_after": "NotRequired[str]",
        "brands": "list[str]",
        "filters": "AppliedFilters",
        "sections": "list[str]",
        "formats": "list[Literal[\"pdf\", \"csv\", \"ndjson\", \"parquet\"]]",
        "artifacts": "list[ReportArtifact]",
        "error": "ReportError | None",
        "metadata": "dict[str, str]",
        "created_at": "str",
        "started_at": "str | None",
        "completed_at": "str | None",
        "expires_at": "str | None",
        "estimated_ready_at": "str | None",
    },
)


class ReportError(TypedDict):
    code: str
    message: str
    retryable: bool


class ReportFailedEvent(TypedDict):
    id: str
    type: Literal["report.failed"]
    timestamp: str
    api_version: str
    account_id: str
    data: ReportDetails | ThinObject


class ReportReadyEvent(TypedDict):
    id: str
    type: Literal["report.ready"]
    timestamp: str
    api_version: str
    account_id: str
    data: ReportDetails | ThinObject


SearchAnswer: TypeAlias = "SearchBusinessIdeasAnswer | SearchContentCreatorAnswer | SearchInfoAnswer"


class SearchBusinessIdeasAnswer(TypedDict):
    index: Literal["siv_business_ideas"]
    matched_documents: int
    results: list[BusinessIdeasDocument]
    _meta: NotRequired[Meta]


class SearchContentCreatorAnswer(TypedDict):
    index: Literal["siv_content_creator"]
    matched_documents: int
    matched_creators: int
    results: list[CreatorDocument]
    _meta: NotRequired[Meta]


class SearchInfoAnswer(TypedDict):
    index: Literal["siv_info"]
    matched_documents: int
    results: list[InfoDocument]
    _meta: NotRequired[Meta]


class SectorAnswer(TypedDict):
    brands: list[BrandAnswer]
    meta: SectorMeta
    _meta: NotRequired[Meta]


SectorMeta = TypedDict(
    "SectorMeta",
    {
        "from": "str",
        "to": "str",
        "caps": "Caps",
    },
)


class SectorMonth(TypedDict):
    month: str
    unique_videos: int
    mentions: int
    views: int
    sentiment: float | None
    volume_sov: float
    reach_sov: float
    top_topics: list[TopicCount]


class SentimentBreakdown(TypedDict):
    object: Literal["sentiment_breakdown"]
    by: Literal["platform", "language", "region"]
    data: list[BreakdownPart]
    other: BreakdownRest
    unknown: BreakdownRest
    meta: AnalysisMeta
    _meta: NotRequired[Meta]


class SentimentChange(TypedDict):
    average: float | None
    net_sentiment: float | None


class SentimentDrivers(TypedDict):
    positive: list[TopicCount]
    negative: list[TopicCount]


class SentimentShiftEvent(TypedDict):
    id: str
    type: Literal["sentiment.shift"]
    timestamp: str
    api_version: str
    account_id: str
    data: SentimentShiftEventData


class SentimentSummary(TypedDict):
    object: Literal["sentiment"]
    average: float | None
    reach_weighted_average: float | None
    net_sentiment: float | None
    counts: LabelCounts
    percentages: LabelPercentages
    scored_mentions: int
    change: SentimentChange
    drivers: SentimentDrivers
    meta: AnalysisMeta
    _meta: NotRequired[Meta]


class SentimentTimeline(TypedDict):
    object: Literal["sentiment_timeline"]
    interval: Literal["day", "week", "month"]
    data: list[TimelinePoint]
    meta: AnalysisMeta
    _meta: NotRequired[Meta]


class ServedDataset(TypedDict):
    version: str
    first_date: str | None
    last_date: str | None
    updated_at: str


class ShareOfVoice(TypedDict):
    key: str
    mention_sov: float
    volume_sov: float
    reach_sov: float


class ThinObject(TypedDict):
    """An object of a delivery that would be larger than 20 KB: ask for it by its id."""

    object: str
    id: str


class TimelinePoint(TypedDict):
    period: str
    start: str
    end: str
    mentions: int
    average: float | None
    net_sentiment: float | None
    counts: LabelCounts
    partial: bool


class TokenDetails(TypedDict):
    id: str
    name: str
    prefix: str
    scopes: list[str]
    created_at: str
    expires_at: str | None
    last_used_at: str | None


class TopicCount(TypedDict):
    topic: str
    count: int


class TopicStanding(TypedDict):
    share_growth_pct: float | None
    supported: bool
    emerging: bool


class TopicTrend(TypedDict):
    topic: str
    volume: int
    unique_videos: int
    unique_channels: int
    share_pct: float
    growth_pct: float | None
    z_score: float | None
    score: float
    direction: Literal["new", "rising", "stable", "falling", "unknown"]
    average_sentiment: float | None
    baseline: list[int]


class Totals(TypedDict):
    unique_videos: int
    views: int


class TrendComparison(TypedDict):
    object: Literal["trend_comparison"]
    by: Literal["brand", "period"]
    columns: list[ComparedColumn]
    share_of_voice: list[ShareOfVoice]
    rows: list[ComparedTopic]
    meta: AnalysisMeta
    _meta: NotRequired[Meta]


class TrendEmergingEvent(TypedDict):
    id: str
    type: Literal["trend.emerging"]
    timestamp: str
    api_version: str
    account_id: str
    data: TrendEmergingEventData


TrendMeta = TypedDict(
    "TrendMeta",
    {
        "from": "str",
        "to": "str",
        "timezone": "str",
        "filters": "AppliedFilters",
        "brands": "list[str]",
        "mentions": "int",
        "low_confidence": "bool",
        "dataset_version": "str",
        "generated_at": "str",
        "partial_periods": "list[str]",
        "baseline_windows": "int",
        "window_days": "int",
    },
)


class Trends(TypedDict):
    object: Literal["trends"]
    data: list[TopicTrend]
    meta: TrendMeta
    _meta: NotRequired[Meta]


class UsageFilters(TypedDict):
    group_by: NotRequired[list[str]]


class UsageLimits(TypedDict):
    requests_per_minute: int | None
    requests_per_day: int | None
    data_requests_per_month: int | None


UsageMeta = TypedDict(
    "UsageMeta",
    {
        "from": "str",
        "to": "str",
        "timezone": "str",
        "filters": "UsageFilters",
        "brands": "list[str]",
        "mentions": "int",
        "low_confidence": "bool",
        "dataset_version": "str | None",
        "generated_at": "str",
        "partial_periods": "list[str]",
    },
)


class UsagePoint(TypedDict):
    period: str
    requests: int
    charged: int
    rate_limited: int
    cost_units: int


class UsageThresholdEvent(TypedDict):
    id: str
    type: Literal["usage.threshold"]
    timestamp: str
    api_version: str
    account_id: str
    data: UsageThresholdEventData


class UsageTotals(TypedDict):
    requests: int
    charged: int
    errors_4xx: int
    errors_5xx: int
    rate_limited: int
    cost_units: int
    p50_ms: int | None
    p95_ms: int | None


class UsedWindow(TypedDict):
    used: int
    limit: int | None
    resets_at: NotRequired[int]


class UsedWindows(TypedDict):
    minute: UsedWindow
    day: UsedWindow
    month: UsedWindow


class VolumeSpikeEvent(TypedDict):
    id: str
    type: Literal["volume.spike"]
    timestamp: str
    api_version: str
    account_id: str
    data: VolumeSpikeEventData


class WebhookDetails(TypedDict):
    object: Literal["webhook"]
    id: str
    url: str
    events: list[str]
    description: str | None
    filters: WebhookFilters
    status: Literal["active", "failing", "disabled"]
    status_reason: str | None
    delivery_guarantee: Literal["at_least_once_7h35m", "at_least_once_75h35m_dead_letter"]
    secret: NotRequired[str]
    secret_hint: str
    metadata: dict[str, str]
    created_at: str
    stats: WebhookStats


class WebhookDisabledEvent(TypedDict):
    id: str
    type: Literal["webhook.disabled"]
    timestamp: str
    api_version: str
    account_id: str
    data: WebhookDisabledEventData


class WebhookFilters(TypedDict):
    brand: NotRequired[list[str]]
    platform: NotRequired[list[str]]
    sentiment: NotRequired[list[str]]
    min_views: NotRequired[int]
    min_subscribers: NotRequired[int]
    q: NotRequired[str]


class WebhookPage(TypedDict):
    object: Literal["list"]
    data: list[WebhookDetails]
    has_more: bool
    next_cursor: str | None


class WebhookPingEvent(TypedDict):
    id: str
    type: Literal["webhook.ping"]
    timestamp: str
    api_version: str
    account_id: str
    data: WebhookPingEventData


class WebhookStats(TypedDict):
    last_delivery_at: str | None
    last_status: int | None
    consecutive_failures: int


class CreatedWebhook(TypedDict):
    """A webhook that was just made, with the secret that is told this once."""

    object: Literal["webhook"]
    id: str
    url: str
    events: list[str]
    description: str | None
    filters: WebhookFilters
    status: Literal["active", "failing", "disabled"]
    status_reason: str | None
    delivery_guarantee: Literal["at_least_once_7h35m", "at_least_once_75h35m_dead_letter"]
    secret: str
    secret_hint: str
    metadata: dict[str, str]
    created_at: str
    stats: WebhookStats


#: What is delivered to a webhook, told apart by its type. Types that are not known yet may come as well.
WebhookEvent: TypeAlias = "WebhookPingEvent | MentionCreatedEvent | SentimentShiftEvent | VolumeSpikeEvent | TrendEmergingEvent | InfluencerFirstMentionEvent | AlertFiredEvent | ReportReadyEvent | ReportFailedEvent | UsageThresholdEvent | DatasetPublishedEvent | WebhookDisabledEvent"


SchemaAnswer: TypeAlias = "dict[str, Any]"


class AlertCondition(TypedDict):
    type: str
    at_least: NotRequired[int]
    below: NotRequired[float]


class AlertTarget(TypedDict):
    type: str
    id: NotRequired[str]
    url_hint: NotRequired[str]


class AlertFiredEventData(TypedDict):
    object: Literal["alert"]
    id: str
    name: str
    condition: AlertFiredEventDataCondition
    reason: str
    numbers: dict[str, Any]
    link: str


class DatasetPublishedEventData(TypedDict):
    object: Literal["dataset_published"]
    dataset_version: str
    mentions: int
    told: int
    history: list[DatasetPublishedEventDataHistory]


class InfluencerFirstMentionEventData(TypedDict):
    brand: BrandName
    mention_id: str
    object: Literal["influencer"]
    id: str
    channel: EventInfluencerChannel
    country: str | None
    categories: list[str]
    subscriber_count: int | None
    engagement_rate_viewers: float | None
    brand_stats: BrandStats
    influence_score: float


class MentionCreatedEventData(TypedDict):
    object: Literal["list"]
    data: list[EventMention | ThinObject]
    count: int


SentimentShiftEventData = TypedDict(
    "SentimentShiftEventData",
    {
        "object": "Literal[\"sentiment_shift\"]",
        "brand": "BrandName",
        "from": "str",
        "to": "str",
        "current": "float",
        "baseline": "float",
        "delta": "float",
        "mentions": "int",
    },
)


TrendEmergingEventData = TypedDict(
    "TrendEmergingEventData",
    {
        "object": "Literal[\"emerging_topic\"]",
        "brand": "BrandName",
        "from": "str",
        "to": "str",
        "topic": "str",
        "stage": "Literal[\"new\", \"breakout\", \"rising\"]",
        "volume": "int",
        "unique_videos": "int",
        "unique_channels": "int",
        "share_pct": "float",
        "growth_pct": "float | None",
        "z_score": "float | None",
        "score": "float",
        "first_seen": "str | None",
        "average_sentiment": "float | None",
        "baseline": "list[int]",
        "example_video_ids": "list[str]",
    },
)


class UsageThresholdEventData(TypedDict):
    object: Literal["usage_threshold"]
    window: Literal["day", "month"]
    used: int
    limit: int
    percent: int


class VolumeSpikeEventData(TypedDict):
    object: Literal["volume_spike"]
    brand: BrandName
    date: str
    window_hours: int
    count: int
    baseline_mean: float
    z_score: float
    predominant_sentiment: Tone | None
    top_topics: list[TopicCount]


class WebhookDisabledEventData(TypedDict):
    reason: str
    webhook_id: str


class WebhookPingEventData(TypedDict):
    webhook_id: str


class AlertFiredEventDataCondition(TypedDict):
    type: str
    at_least: NotRequired[int]
    below: NotRequired[float]


class DatasetPublishedEventDataHistory(TypedDict):
    brand: BrandName
    mentions: int

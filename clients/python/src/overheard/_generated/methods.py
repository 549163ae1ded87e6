"""The methods of the client that waits for its answers.

Generated from what the core says of itself, by scripts/python/generate.mjs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from .._pages import Items
    from . import types as t


class Methods:
    """A method for each operation of both interfaces."""

    def _ask(self, operation: str, question: Mapping[str, object], idempotency_key: str | None = None) -> Any:
        raise NotImplementedError

    def _items(self, operation: str, question: Mapping[str, object]) -> Items[Any]:
        raise NotImplementedError

    @overload
    def aggregate(
        self,
        *,
        index: Literal["siv_business_ideas"],
        group_by: Literal["brand_name", "category", "components", "channel_name", "platform", "sentiment", "video_id", "channel_uid"],
        metric: t.CountMetric | None = None,
        filters: t.BusinessIdeasFilters | None = None,
        size: int | None = None,
        order: t.Order | None = None,
    ) -> t.AggregateAnswer: ...
    @overload
    def aggregate(
        self,
        *,
        index: Literal["siv_business_ideas"],
        group_by: Literal["brand_name", "category", "components", "channel_name", "platform", "sentiment", "video_id", "channel_uid"],
        metric: t.BusinessIdeasMetric,
        filters: t.BusinessIdeasFilters | None = None,
        size: int | None = None,
        order: t.Order | None = None,
    ) -> t.MeasuredAggregateAnswer: ...
    @overload
    def aggregate(
        self,
        *,
        index: Literal["siv_content_creator"],
        group_by: Literal["platform", "country", "categories", "dominant_gender", "dominant_age_range"],
        metric: t.CountMetric | None = None,
        filters: t.ContentCreatorFilters | None = None,
        size: int | None = None,
        order: t.Order | None = None,
    ) -> t.CreatorAggregateAnswer: ...
    @overload
    def aggregate(
        self,
        *,
        index: Literal["siv_content_creator"],
        group_by: Literal["platform", "country", "categories", "dominant_gender", "dominant_age_range"],
        metric: t.ContentCreatorMetric,
        filters: t.ContentCreatorFilters | None = None,
        size: int | None = None,
        order: t.Order | None = None,
    ) -> t.MeasuredCreatorAggregateAnswer: ...
    @overload
    def aggregate(
        self,
        *,
        index: Literal["siv_info"],
        group_by: Literal["channel_name", "platform", "category", "tags"],
        metric: t.CountMetric | None = None,
        filters: t.InfoFilters | None = None,
        size: int | None = None,
        order: t.Order | None = None,
    ) -> t.AggregateAnswer: ...
    @overload
    def aggregate(
        self,
        *,
        index: Literal["siv_info"],
        group_by: Literal["channel_name", "platform", "category", "tags"],
        metric: t.InfoMetric,
        filters: t.InfoFilters | None = None,
        size: int | None = None,
        order: t.Order | None = None,
    ) -> t.MeasuredAggregateAnswer: ...
    def aggregate(
        self,
        *,
        index: Literal["siv_business_ideas", "siv_content_creator", "siv_info"],
        group_by: Literal["brand_name", "category", "components", "channel_name", "platform", "sentiment", "video_id", "channel_uid", "country", "categories", "dominant_gender", "dominant_age_range", "tags"],
        metric: t.CountMetric | t.BusinessIdeasMetric | t.ContentCreatorMetric | t.InfoMetric | None = None,
        filters: t.BusinessIdeasFilters | t.ContentCreatorFilters | t.InfoFilters | None = None,
        size: int | None = None,
        order: t.Order | None = None,
    ) -> Any:
        """Group an index by a dimension and rank buckets by a metric.

        - index: Which documents are asked.
        - group_by: What they are grouped by.
        - metric: What groups are ranked by; without it, how many documents they have.
        - filters: What all documents must pass.
        - size: How many are answered at most. Default: `10`.
        - order: By the metric. Default: `desc`.
        """
        answer: Any = self._ask("aggregate", {"index": index, "group_by": group_by, "metric": metric, "filters": filters, "size": size, "order": order})
        return answer

    @overload
    def search(
        self,
        *,
        index: Literal["siv_business_ideas"],
        filters: t.BusinessIdeasFilters | None = None,
        q: str | None = None,
        sort_field: Literal["upload_date", "sentiment_score", "estimated_value_usd"] | None = None,
        sort_order: t.Order | None = None,
        size: int | None = None,
    ) -> t.SearchBusinessIdeasAnswer: ...
    @overload
    def search(
        self,
        *,
        index: Literal["siv_content_creator"],
        filters: t.ContentCreatorFilters | None = None,
        sort_field: Literal["subscriber_count", "view_count", "engagement_rate_viewers", "audience_sentiment"] | None = None,
        sort_order: t.Order | None = None,
        size: int | None = None,
    ) -> t.SearchContentCreatorAnswer: ...
    @overload
    def search(
        self,
        *,
        index: Literal["siv_info"],
        filters: t.InfoFilters | None = None,
        q: str | None = None,
        sort_field: Literal["upload_date", "views", "likes", "comments", "duration"] | None = None,
        sort_order: t.Order | None = None,
        size: int | None = None,
    ) -> t.SearchInfoAnswer: ...
    def search(
        self,
        *,
        index: Literal["siv_business_ideas", "siv_content_creator", "siv_info"],
        filters: t.BusinessIdeasFilters | t.ContentCreatorFilters | t.InfoFilters | None = None,
        q: str | None = None,
        sort_field: Literal["upload_date", "sentiment_score", "estimated_value_usd", "subscriber_count", "view_count", "engagement_rate_viewers", "audience_sentiment", "views", "likes", "comments", "duration"] | None = None,
        sort_order: t.Order | None = None,
        size: int | None = None,
    ) -> Any:
        """Example documents, allowlisted and capped.

        - index: Which documents are asked.
        - filters: What all documents must pass.
        - q: Free text: words, word beginnings (seru*), "phrases", OR, NOT or -word, and parentheses.
        - sort_field: What they are sorted by.
        - sort_order: Which come first. Default: `desc`.
        - size: How many are answered at most. Default: `10`.
        """
        answer: Any = self._ask("search", {"index": index, "filters": filters, "q": q, "sort_field": sort_field, "sort_order": sort_order, "size": size})
        return answer

    def creators(
        self,
        *,
        filters: t.ContentCreatorFilters | None = None,
        sort_field: Literal["subscriber_count", "view_count", "engagement_rate_viewers", "audience_sentiment"] | None = None,
        sort_order: t.Order | None = None,
        size: int | None = None,
    ) -> t.CreatorsAnswer:
        """Ranked creators with aggregate audience demographics.

        - filters: What all documents must pass.
        - sort_field: What they are sorted by. Default: `subscriber_count`.
        - sort_order: Which come first. Default: `desc`.
        - size: How many are answered at most. Default: `10`.
        """
        answer: t.CreatorsAnswer = self._ask("creators", {"filters": filters, "sort_field": sort_field, "sort_order": sort_order, "size": size})
        return answer

    @overload
    def co_mentions(
        self,
        *,
        values: Sequence[str],
        index: Literal["siv_business_ideas"] | None = None,
        field: Literal["brand_name", "components", "topics", "category", "platform", "sentiment", "channel_name", "channel_uid"] | None = None,
        group_by: Literal["channel_name", "video_id", "channel_uid"] | None = None,
        size: int | None = None,
    ) -> t.CoMentionsAnswer: ...
    @overload
    def co_mentions(
        self,
        *,
        values: Sequence[str],
        index: Literal["siv_info"],
        field: Literal["channel_name", "platform", "category", "tags", "video_id"],
        group_by: Literal["channel_name", "video_id"] | None = None,
        size: int | None = None,
    ) -> t.CoMentionsAnswer: ...
    def co_mentions(
        self,
        *,
        values: Sequence[str],
        index: Literal["siv_business_ideas", "siv_info"] | None = None,
        field: Literal["brand_name", "components", "topics", "category", "platform", "sentiment", "channel_name", "channel_uid", "tags", "video_id"] | None = None,
        group_by: Literal["channel_name", "video_id", "channel_uid"] | None = None,
        size: int | None = None,
    ) -> Any:
        """Videos or channels that mention all values together.

        - values: What must occur together: two to five values.
        - index: Which documents are asked. Default: `siv_business_ideas`.
        - field: Where the values are. Default: `brand_name`.
        - group_by: What they are grouped by. Default: `channel_name`.
        - size: How many are answered at most. Default: `10`.
        """
        answer: Any = self._ask("co-mentions", {"values": values, "index": index, "field": field, "group_by": group_by, "size": size})
        return answer

    def sector(
        self,
        *,
        brands: Sequence[t.SectorBrand],
        from_date: t.Day,
        to_date: t.Day,
    ) -> t.SectorAnswer:
        """Share of voice per brand per month.

        - brands: The brands that are compared, up to 30.
        - from_date: The first day.
        - to_date: The last day, at most 24 months after the first.
        """
        answer: t.SectorAnswer = self._ask("sector", {"brands": brands, "from_date": from_date, "to_date": to_date})
        return answer

    def schema(self) -> t.SchemaAnswer:
        """What may be asked: operations, indices with their fields and uses, limits."""
        answer: t.SchemaAnswer = self._ask("schema", {})
        return answer

    def mentions(
        self,
        *,
        brand: str | Sequence[str] | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        channel: str | Sequence[str] | None = None,
        influencer: str | Sequence[str] | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        sort: Literal["upload_date", "indexed_at", "views", "sentiment_score"] | None = None,
        indexed_after: t.Moment | None = None,
        order: t.Order | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> t.MentionPage:
        """Mentions of the account's brands, page by page.

        - brand: Ids or labels of brands of the account, excluded by a minus before them; without it, all of them.
        - platform: Platforms, excluded by a minus before them.
        - language: Languages, or `unknown`; excluded by a minus before them.
        - region: Regions, or `unknown`; excluded by a minus before them.
        - sentiment: Tones, excluded by a minus before them.
        - topic: Topics as they are stored, excluded by a minus before them.
        - component: Components as they are stored, excluded by a minus before them.
        - category: Categories as they are stored, excluded by a minus before them.
        - min_views: Only videos that are known to have so many views.
        - q: Free text. All words must occur; `"…"` is a phrase, `seru*` the beginning of words. `OR`, `NOT` or `-word`,
          and parentheses combine them: `(serum OR cream) -vegan`.
        - channel: Names of channels, excluded by a minus before them.
        - influencer: Ids of creators, excluded by a minus before them.
        - from_: The first day. Without it, an analysis is of the 30 days that end with the last one.
        - to: The last day, at most 24 months after the first. Without it, the last one of the dataset, or today.
        - sort: What they are sorted by. Default: `upload_date`.
        - indexed_after: Only what the dataset has since this time.
        - order: The order of the list. Default: `desc`.
        - limit: Items of a page. Default: `25`.
        - cursor: The `next_cursor` of the page before.
        """
        answer: t.MentionPage = self._ask("mentions", {"brand": brand, "platform": platform, "language": language, "region": region, "sentiment": sentiment, "topic": topic, "component": component, "category": category, "min_views": min_views, "q": q, "channel": channel, "influencer": influencer, "from": from_, "to": to, "sort": sort, "indexed_after": indexed_after, "order": order, "limit": limit, "cursor": cursor})
        return answer

    def iter_mentions(
        self,
        *,
        brand: str | Sequence[str] | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        channel: str | Sequence[str] | None = None,
        influencer: str | Sequence[str] | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        sort: Literal["upload_date", "indexed_at", "views", "sentiment_score"] | None = None,
        indexed_after: t.Moment | None = None,
        order: t.Order | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Items[t.MentionAnswer]:
        """Every item of `mentions`, whose parameters it takes: further pages are asked for when they are needed."""
        return self._items("mentions", {"brand": brand, "platform": platform, "language": language, "region": region, "sentiment": sentiment, "topic": topic, "component": component, "category": category, "min_views": min_views, "q": q, "channel": channel, "influencer": influencer, "from": from_, "to": to, "sort": sort, "indexed_after": indexed_after, "order": order, "limit": limit, "cursor": cursor})

    def mention(self, id: str) -> t.RelatedMention:
        """One mention.

        - id: The id of the resource.
        """
        answer: t.RelatedMention = self._ask("mention", {"id": id})
        return answer

    def mentions_stats(
        self,
        *,
        brand: str | Sequence[str] | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        channel: str | Sequence[str] | None = None,
        influencer: str | Sequence[str] | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        top: int | None = None,
    ) -> t.MentionStats:
        """Counts of mentions by platform, brand, topic and component.

        - brand: Ids or labels of brands of the account, excluded by a minus before them; without it, all of them.
        - platform: Platforms, excluded by a minus before them.
        - language: Languages, or `unknown`; excluded by a minus before them.
        - region: Regions, or `unknown`; excluded by a minus before them.
        - sentiment: Tones, excluded by a minus before them.
        - topic: Topics as they are stored, excluded by a minus before them.
        - component: Components as they are stored, excluded by a minus before them.
        - category: Categories as they are stored, excluded by a minus before them.
        - min_views: Only videos that are known to have so many views.
        - q: Free text. All words must occur; `"…"` is a phrase, `seru*` the beginning of words. `OR`, `NOT` or `-word`,
          and parentheses combine them: `(serum OR cream) -vegan`.
        - channel: Names of channels, excluded by a minus before them.
        - influencer: Ids of creators, excluded by a minus before them.
        - from_: The first day. Without it, an analysis is of the 30 days that end with the last one.
        - to: The last day, at most 24 months after the first. Without it, the last one of the dataset, or today.
        - top: Topics and components at most. Default: `5`.
        """
        answer: t.MentionStats = self._ask("mention-stats", {"brand": brand, "platform": platform, "language": language, "region": region, "sentiment": sentiment, "topic": topic, "component": component, "category": category, "min_views": min_views, "q": q, "channel": channel, "influencer": influencer, "from": from_, "to": to, "top": top})
        return answer

    def sentiment(
        self,
        *,
        brand: str | Sequence[str] | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        channel: str | Sequence[str] | None = None,
        influencer: str | Sequence[str] | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
    ) -> t.SentimentSummary:
        """The tone of mentions.

        - brand: Ids or labels of brands of the account, excluded by a minus before them; without it, all of them.
        - platform: Platforms, excluded by a minus before them.
        - language: Languages, or `unknown`; excluded by a minus before them.
        - region: Regions, or `unknown`; excluded by a minus before them.
        - sentiment: Tones, excluded by a minus before them.
        - topic: Topics as they are stored, excluded by a minus before them.
        - component: Components as they are stored, excluded by a minus before them.
        - category: Categories as they are stored, excluded by a minus before them.
        - min_views: Only videos that are known to have so many views.
        - q: Free text. All words must occur; `"…"` is a phrase, `seru*` the beginning of words. `OR`, `NOT` or `-word`,
          and parentheses combine them: `(serum OR cream) -vegan`.
        - channel: Names of channels, excluded by a minus before them.
        - influencer: Ids of creators, excluded by a minus before them.
        - from_: The first day. Without it, an analysis is of the 30 days that end with the last one.
        - to: The last day, at most 24 months after the first. Without it, the last one of the dataset, or today.
        """
        answer: t.SentimentSummary = self._ask("sentiment", {"brand": brand, "platform": platform, "language": language, "region": region, "sentiment": sentiment, "topic": topic, "component": component, "category": category, "min_views": min_views, "q": q, "channel": channel, "influencer": influencer, "from": from_, "to": to})
        return answer

    def sentiment_timeline(
        self,
        *,
        brand: str | Sequence[str] | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        channel: str | Sequence[str] | None = None,
        influencer: str | Sequence[str] | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        interval: Literal["auto", "day", "week", "month"] | None = None,
    ) -> t.SentimentTimeline:
        """The tone of mentions, period by period.

        - brand: Ids or labels of brands of the account, excluded by a minus before them; without it, all of them.
        - platform: Platforms, excluded by a minus before them.
        - language: Languages, or `unknown`; excluded by a minus before them.
        - region: Regions, or `unknown`; excluded by a minus before them.
        - sentiment: Tones, excluded by a minus before them.
        - topic: Topics as they are stored, excluded by a minus before them.
        - component: Components as they are stored, excluded by a minus before them.
        - category: Categories as they are stored, excluded by a minus before them.
        - min_views: Only videos that are known to have so many views.
        - q: Free text. All words must occur; `"…"` is a phrase, `seru*` the beginning of words. `OR`, `NOT` or `-word`,
          and parentheses combine them: `(serum OR cream) -vegan`.
        - channel: Names of channels, excluded by a minus before them.
        - influencer: Ids of creators, excluded by a minus before them.
        - from_: The first day. Without it, an analysis is of the 30 days that end with the last one.
        - to: The last day, at most 24 months after the first. Without it, the last one of the dataset, or today.
        - interval: How long the periods are; `auto`: days up to 31 days, weeks up to 183, else months. Default: `auto`.
        """
        answer: t.SentimentTimeline = self._ask("sentiment-timeline", {"brand": brand, "platform": platform, "language": language, "region": region, "sentiment": sentiment, "topic": topic, "component": component, "category": category, "min_views": min_views, "q": q, "channel": channel, "influencer": influencer, "from": from_, "to": to, "interval": interval})
        return answer

    def sentiment_breakdown(
        self,
        *,
        brand: str | Sequence[str] | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        channel: str | Sequence[str] | None = None,
        influencer: str | Sequence[str] | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        by: Literal["platform", "language", "region"] | None = None,
        limit: int | None = None,
        sort: Literal["mentions", "average", "net_sentiment"] | None = None,
    ) -> t.SentimentBreakdown:
        """The tone of mentions by platform, language or region.

        - brand: Ids or labels of brands of the account, excluded by a minus before them; without it, all of them.
        - platform: Platforms, excluded by a minus before them.
        - language: Languages, or `unknown`; excluded by a minus before them.
        - region: Regions, or `unknown`; excluded by a minus before them.
        - sentiment: Tones, excluded by a minus before them.
        - topic: Topics as they are stored, excluded by a minus before them.
        - component: Components as they are stored, excluded by a minus before them.
        - category: Categories as they are stored, excluded by a minus before them.
        - min_views: Only videos that are known to have so many views.
        - q: Free text. All words must occur; `"…"` is a phrase, `seru*` the beginning of words. `OR`, `NOT` or `-word`,
          and parentheses combine them: `(serum OR cream) -vegan`.
        - channel: Names of channels, excluded by a minus before them.
        - influencer: Ids of creators, excluded by a minus before them.
        - from_: The first day. Without it, an analysis is of the 30 days that end with the last one.
        - to: The last day, at most 24 months after the first. Without it, the last one of the dataset, or today.
        - by: What mentions are told apart by. Default: `platform`.
        - limit: Parts at most. Default: `10`.
        - sort: What they are sorted by. Default: `mentions`.
        """
        answer: t.SentimentBreakdown = self._ask("sentiment-breakdown", {"brand": brand, "platform": platform, "language": language, "region": region, "sentiment": sentiment, "topic": topic, "component": component, "category": category, "min_views": min_views, "q": q, "channel": channel, "influencer": influencer, "from": from_, "to": to, "by": by, "limit": limit, "sort": sort})
        return answer

    def influencers(
        self,
        *,
        brand: str | Sequence[str] | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        channel: str | Sequence[str] | None = None,
        influencer: str | Sequence[str] | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        country: str | Sequence[str] | None = None,
        min_subscribers: int | None = None,
        max_subscribers: int | None = None,
        min_mentions: int | None = None,
        sort: Literal["mentions", "views", "subscriber_count", "engagement_rate", "sentiment", "influence_score"] | None = None,
        order: t.Order | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> t.InfluencerPage:
        """Creators who mention the account's brands.

        - brand: Ids or labels of brands of the account, excluded by a minus before them; without it, all of them.
        - platform: Platforms, excluded by a minus before them.
        - language: Languages, or `unknown`; excluded by a minus before them.
        - region: Regions, or `unknown`; excluded by a minus before them.
        - sentiment: Tones, excluded by a minus before them.
        - topic: Topics as they are stored, excluded by a minus before them.
        - component: Components as they are stored, excluded by a minus before them.
        - category: Categories as they are stored, excluded by a minus before them.
        - min_views: Only videos that are known to have so many views.
        - q: Free text. All words must occur; `"…"` is a phrase, `seru*` the beginning of words. `OR`, `NOT` or `-word`,
          and parentheses combine them: `(serum OR cream) -vegan`.
        - channel: Names of channels, excluded by a minus before them.
        - influencer: Ids of creators, excluded by a minus before them.
        - from_: The first day. Without it, an analysis is of the 30 days that end with the last one.
        - to: The last day, at most 24 months after the first. Without it, the last one of the dataset, or today.
        - country: Countries of creators, excluded by a minus before them.
        - min_subscribers: Only creators who are known to have so many subscribers.
        - max_subscribers: Only creators who are known to have no more subscribers.
        - min_mentions: Only creators with so many mentions.
        - sort: What they are sorted by. Default: `mentions`.
        - order: The order of the list. Default: `desc`.
        - limit: Items of a page. Default: `25`.
        - cursor: The `next_cursor` of the page before.
        """
        answer: t.InfluencerPage = self._ask("influencers", {"brand": brand, "platform": platform, "language": language, "region": region, "sentiment": sentiment, "topic": topic, "component": component, "category": category, "min_views": min_views, "q": q, "channel": channel, "influencer": influencer, "from": from_, "to": to, "country": country, "min_subscribers": min_subscribers, "max_subscribers": max_subscribers, "min_mentions": min_mentions, "sort": sort, "order": order, "limit": limit, "cursor": cursor})
        return answer

    def iter_influencers(
        self,
        *,
        brand: str | Sequence[str] | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        channel: str | Sequence[str] | None = None,
        influencer: str | Sequence[str] | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        country: str | Sequence[str] | None = None,
        min_subscribers: int | None = None,
        max_subscribers: int | None = None,
        min_mentions: int | None = None,
        sort: Literal["mentions", "views", "subscriber_count", "engagement_rate", "sentiment", "influence_score"] | None = None,
        order: t.Order | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Items[t.InfluencerSummary]:
        """Every item of `influencers`, whose parameters it takes: further pages are asked for when they are needed."""
        return self._items("influencers", {"brand": brand, "platform": platform, "language": language, "region": region, "sentiment": sentiment, "topic": topic, "component": component, "category": category, "min_views": min_views, "q": q, "channel": channel, "influencer": influencer, "from": from_, "to": to, "country": country, "min_subscribers": min_subscribers, "max_subscribers": max_subscribers, "min_mentions": min_mentions, "sort": sort, "order": order, "limit": limit, "cursor": cursor})

    def influencer(
        self, id: str,
        *,
        brand: str | Sequence[str] | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
    ) -> t.InfluencerDetails:
        """One creator.

        - id: The id of the resource.
        - brand: Ids or labels of brands of the account, excluded by a minus before them; without it, all of them.
        - from_: The first day. Without it, an analysis is of the 30 days that end with the last one.
        - to: The last day, at most 24 months after the first. Without it, the last one of the dataset, or today.
        """
        answer: t.InfluencerDetails = self._ask("influencer", {"id": id, "brand": brand, "from": from_, "to": to})
        return answer

    def influencer_mentions(
        self, id: str,
        *,
        brand: str | Sequence[str] | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        sort: Literal["upload_date", "indexed_at", "views", "sentiment_score"] | None = None,
        indexed_after: t.Moment | None = None,
        order: t.Order | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> t.MentionPage:
        """Mentions by one creator, page by page.

        - id: The id of the resource.
        - brand: Ids or labels of brands of the account, excluded by a minus before them; without it, all of them.
        - platform: Platforms, excluded by a minus before them.
        - language: Languages, or `unknown`; excluded by a minus before them.
        - region: Regions, or `unknown`; excluded by a minus before them.
        - sentiment: Tones, excluded by a minus before them.
        - topic: Topics as they are stored, excluded by a minus before them.
        - component: Components as they are stored, excluded by a minus before them.
        - category: Categories as they are stored, excluded by a minus before them.
        - min_views: Only videos that are known to have so many views.
        - q: Free text. All words must occur; `"…"` is a phrase, `seru*` the beginning of words. `OR`, `NOT` or `-word`,
          and parentheses combine them: `(serum OR cream) -vegan`.
        - from_: The first day. Without it, an analysis is of the 30 days that end with the last one.
        - to: The last day, at most 24 months after the first. Without it, the last one of the dataset, or today.
        - sort: What they are sorted by. Default: `upload_date`.
        - indexed_after: Only what the dataset has since this time.
        - order: The order of the list. Default: `desc`.
        - limit: Items of a page. Default: `25`.
        - cursor: The `next_cursor` of the page before.
        """
        answer: t.MentionPage = self._ask("influencer-mentions", {"id": id, "brand": brand, "platform": platform, "language": language, "region": region, "sentiment": sentiment, "topic": topic, "component": component, "category": category, "min_views": min_views, "q": q, "from": from_, "to": to, "sort": sort, "indexed_after": indexed_after, "order": order, "limit": limit, "cursor": cursor})
        return answer

    def iter_influencer_mentions(
        self, id: str,
        *,
        brand: str | Sequence[str] | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        sort: Literal["upload_date", "indexed_at", "views", "sentiment_score"] | None = None,
        indexed_after: t.Moment | None = None,
        order: t.Order | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Items[t.MentionAnswer]:
        """Every item of `influencer_mentions`, whose parameters it takes: further pages are asked for when they are needed."""
        return self._items("influencer-mentions", {"id": id, "brand": brand, "platform": platform, "language": language, "region": region, "sentiment": sentiment, "topic": topic, "component": component, "category": category, "min_views": min_views, "q": q, "from": from_, "to": to, "sort": sort, "indexed_after": indexed_after, "order": order, "limit": limit, "cursor": cursor})

    def trends(
        self,
        *,
        brand: str | Sequence[str] | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        channel: str | Sequence[str] | None = None,
        influencer: str | Sequence[str] | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        window_days: int | None = None,
        sort: Literal["volume", "score", "growth", "z_score"] | None = None,
        direction: Literal["new", "rising", "stable", "falling", "unknown"] | None = None,
        limit: int | None = None,
    ) -> t.Trends:
        """Topics and how they move.

        - brand: Ids or labels of brands of the account, excluded by a minus before them; without it, all of them.
        - platform: Platforms, excluded by a minus before them.
        - language: Languages, or `unknown`; excluded by a minus before them.
        - region: Regions, or `unknown`; excluded by a minus before them.
        - sentiment: Tones, excluded by a minus before them.
        - topic: Topics as they are stored, excluded by a minus before them.
        - component: Components as they are stored, excluded by a minus before them.
        - category: Categories as they are stored, excluded by a minus before them.
        - min_views: Only videos that are known to have so many views.
        - q: Free text. All words must occur; `"…"` is a phrase, `seru*` the beginning of words. `OR`, `NOT` or `-word`,
          and parentheses combine them: `(serum OR cream) -vegan`.
        - channel: Names of channels, excluded by a minus before them.
        - influencer: Ids of creators, excluded by a minus before them.
        - from_: The first day. Without it, an analysis is of the 30 days that end with the last one.
        - to: The last day, at most 24 months after the first. Without it, the last one of the dataset, or today.
        - window_days: So many days that end with the last one, in place of `from`.
        - sort: What they are sorted by. Default: `volume`.
        - direction: Only topics that go this way.
        - limit: Topics at most. Default: `20`.
        """
        answer: t.Trends = self._ask("trends", {"brand": brand, "platform": platform, "language": language, "region": region, "sentiment": sentiment, "topic": topic, "component": component, "category": category, "min_views": min_views, "q": q, "channel": channel, "influencer": influencer, "from": from_, "to": to, "window_days": window_days, "sort": sort, "direction": direction, "limit": limit})
        return answer

    def emerging_trends(
        self,
        *,
        brand: str | Sequence[str] | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        channel: str | Sequence[str] | None = None,
        influencer: str | Sequence[str] | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        window_days: int | None = None,
        min_support: int | None = None,
        min_videos: int | None = None,
        min_channels: int | None = None,
        min_z: float | None = None,
        max_baseline_share_pct: float | None = None,
        limit: int | None = None,
    ) -> t.EmergingTrends:
        """Topics that come up.

        - brand: Ids or labels of brands of the account, excluded by a minus before them; without it, all of them.
        - platform: Platforms, excluded by a minus before them.
        - language: Languages, or `unknown`; excluded by a minus before them.
        - region: Regions, or `unknown`; excluded by a minus before them.
        - sentiment: Tones, excluded by a minus before them.
        - topic: Topics as they are stored, excluded by a minus before them.
        - component: Components as they are stored, excluded by a minus before them.
        - category: Categories as they are stored, excluded by a minus before them.
        - min_views: Only videos that are known to have so many views.
        - q: Free text. All words must occur; `"…"` is a phrase, `seru*` the beginning of words. `OR`, `NOT` or `-word`,
          and parentheses combine them: `(serum OR cream) -vegan`.
        - channel: Names of channels, excluded by a minus before them.
        - influencer: Ids of creators, excluded by a minus before them.
        - from_: The first day. Without it, an analysis is of the 30 days that end with the last one.
        - to: The last day, at most 24 months after the first. Without it, the last one of the dataset, or today.
        - window_days: So many days that end with the last one, in place of `from`.
        - min_support: Mentions at least. Default: `5`.
        - min_videos: Videos at least. Default: `3`.
        - min_channels: Channels at least. Default: `3`.
        - min_z: The z-score at least. Default: `2`.
        - max_baseline_share_pct: Per cent of the mentions before at most. Default: `5`.
        - limit: Topics at most. Default: `10`.
        """
        answer: t.EmergingTrends = self._ask("emerging-trends", {"brand": brand, "platform": platform, "language": language, "region": region, "sentiment": sentiment, "topic": topic, "component": component, "category": category, "min_views": min_views, "q": q, "channel": channel, "influencer": influencer, "from": from_, "to": to, "window_days": window_days, "min_support": min_support, "min_videos": min_videos, "min_channels": min_channels, "min_z": min_z, "max_baseline_share_pct": max_baseline_share_pct, "limit": limit})
        return answer

    @overload
    def compare_trends(
        self,
        *,
        by: Literal["brand"],
        brand: Sequence[str],
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        channel: str | Sequence[str] | None = None,
        influencer: str | Sequence[str] | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        topics: str | Sequence[str] | None = None,
        limit: int | None = None,
    ) -> t.TrendComparison: ...
    @overload
    def compare_trends(
        self,
        *,
        by: Literal["period"],
        brand: str | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        channel: str | Sequence[str] | None = None,
        influencer: str | Sequence[str] | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        period: Sequence[str] | None = None,
        topics: str | Sequence[str] | None = None,
        limit: int | None = None,
    ) -> t.TrendComparison: ...
    def compare_trends(
        self,
        *,
        by: Literal["brand", "period"],
        brand: Sequence[str] | str | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        channel: str | Sequence[str] | None = None,
        influencer: str | Sequence[str] | None = None,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        topics: str | Sequence[str] | None = None,
        limit: int | None = None,
        period: Sequence[str] | None = None,
    ) -> Any:
        """Topics of brands or periods side by side.

        - by: What is compared.
        - brand: Ids or labels of brands of the account: two to five that are compared, or the one whose periods are.
        - platform: Platforms, excluded by a minus before them.
        - language: Languages, or `unknown`; excluded by a minus before them.
        - region: Regions, or `unknown`; excluded by a minus before them.
        - sentiment: Tones, excluded by a minus before them.
        - topic: Topics as they are stored, excluded by a minus before them.
        - component: Components as they are stored, excluded by a minus before them.
        - category: Categories as they are stored, excluded by a minus before them.
        - min_views: Only videos that are known to have so many views.
        - q: Free text. All words must occur; `"…"` is a phrase, `seru*` the beginning of words. `OR`, `NOT` or `-word`,
          and parentheses combine them: `(serum OR cream) -vegan`.
        - channel: Names of channels, excluded by a minus before them.
        - influencer: Ids of creators, excluded by a minus before them.
        - from_: The first day. Without it, an analysis is of the 30 days that end with the last one.
        - to: The last day, at most 24 months after the first. Without it, the last one of the dataset, or today.
        - topics: Topics to compare; without them, the most frequent.
        - limit: Topics at most, where they are not named. Default: `10`.
        - period: Windows such as `2026-01-01..2026-01-31`; without them, the window and the one before.
        """
        answer: Any = self._ask("trend-comparison", {"by": by, "brand": brand, "platform": platform, "language": language, "region": region, "sentiment": sentiment, "topic": topic, "component": component, "category": category, "min_views": min_views, "q": q, "channel": channel, "influencer": influencer, "from": from_, "to": to, "topics": topics, "limit": limit, "period": period})
        return answer

    def explain_change(
        self,
        *,
        brand: str | Sequence[str] | None = None,
        platform: t.PlatformTerm | Sequence[t.PlatformTerm] | None = None,
        language: str | Sequence[str] | None = None,
        region: str | Sequence[str] | None = None,
        sentiment: t.ToneTerm | Sequence[t.ToneTerm] | None = None,
        topic: str | Sequence[str] | None = None,
        component: str | Sequence[str] | None = None,
        category: str | Sequence[str] | None = None,
        min_views: int | None = None,
        q: str | None = None,
        channel: str | Sequence[str] | None = None,
        influencer: str | Sequence[str] | None = None,
        date: t.Day | None = None,
        interval: Literal["day", "week"] | None = None,
        limit: int | None = None,
    ) -> t.ChangeExplanation:
        """Why a day or week has more or fewer mentions than usual.

        - brand: Ids or labels of brands of the account, excluded by a minus before them; without it, all of them.
        - platform: Platforms, excluded by a minus before them.
        - language: Languages, or `unknown`; excluded by a minus before them.
        - region: Regions, or `unknown`; excluded by a minus before them.
        - sentiment: Tones, excluded by a minus before them.
        - topic: Topics as they are stored, excluded by a minus before them.
        - component: Components as they are stored, excluded by a minus before them.
        - category: Categories as they are stored, excluded by a minus before them.
        - min_views: Only videos that are known to have so many views.
        - q: Free text. All words must occur; `"…"` is a phrase, `seru*` the beginning of words. `OR`, `NOT` or `-word`,
          and parentheses combine them: `(serum OR cream) -vegan`.
        - channel: Names of channels, excluded by a minus before them.
        - influencer: Ids of creators, excluded by a minus before them.
        - date: A day of the period. Without it, the last one of the dataset, or today.
        - interval: The length of the period: a day, or an ISO week. Default: `day`.
        - limit: Listed parts per attribute at most. Default: `5`.
        """
        answer: t.ChangeExplanation = self._ask("explain-change", {"brand": brand, "platform": platform, "language": language, "region": region, "sentiment": sentiment, "topic": topic, "component": component, "category": category, "min_views": min_views, "q": q, "channel": channel, "influencer": influencer, "date": date, "interval": interval, "limit": limit})
        return answer

    @overload
    def create_report(
        self,
        *,
        type: Literal["brand_overview"],
        from_: t.Day,
        to: t.Day,
        title: str | None = None,
        brands: Sequence[str] | None = None,
        filters: t.ReportRequestFilters | None = None,
        sections: Sequence[Literal["volume", "sentiment", "top_topics", "top_influencers"]] | None = None,
        formats: Sequence[Literal["pdf", "csv"]] | None = None,
        row_limit: int | None = None,
        all_rows: Literal[False] | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> t.ReportDetails: ...
    @overload
    def create_report(
        self,
        *,
        type: Literal["sentiment"],
        from_: t.Day,
        to: t.Day,
        title: str | None = None,
        brands: Sequence[str] | None = None,
        filters: t.ReportRequestFilters | None = None,
        sections: Sequence[Literal["summary", "timeline", "by_platform", "by_language", "by_region", "drivers"]] | None = None,
        formats: Sequence[Literal["pdf", "csv"]] | None = None,
        row_limit: int | None = None,
        all_rows: Literal[False] | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> t.ReportDetails: ...
    @overload
    def create_report(
        self,
        *,
        type: Literal["influencers"],
        from_: t.Day,
        to: t.Day,
        title: str | None = None,
        brands: Sequence[str] | None = None,
        filters: t.ReportRequestFilters | None = None,
        sections: Sequence[Literal["by_influence", "by_mentions", "by_views"]] | None = None,
        formats: Sequence[Literal["pdf", "csv"]] | None = None,
        row_limit: int | None = None,
        all_rows: Literal[False] | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> t.ReportDetails: ...
    @overload
    def create_report(
        self,
        *,
        type: Literal["trends"],
        from_: t.Day,
        to: t.Day,
        title: str | None = None,
        brands: Sequence[str] | None = None,
        filters: t.ReportRequestFilters | None = None,
        sections: Sequence[Literal["top_topics", "rising", "falling", "emerging"]] | None = None,
        formats: Sequence[Literal["pdf", "csv"]] | None = None,
        row_limit: int | None = None,
        all_rows: Literal[False] | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> t.ReportDetails: ...
    @overload
    def create_report(
        self,
        *,
        type: Literal["share_of_voice"],
        from_: t.Day,
        to: t.Day,
        title: str | None = None,
        brands: Sequence[str] | None = None,
        filters: t.ReportRequestFilters | None = None,
        sections: Sequence[Literal["share", "timeline", "by_platform", "top_topics"]] | None = None,
        formats: Sequence[Literal["pdf", "csv"]] | None = None,
        row_limit: int | None = None,
        all_rows: Literal[False] | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> t.ReportDetails: ...
    @overload
    def create_report(
        self,
        *,
        type: Literal["mentions_export"],
        from_: t.Day,
        to: t.Day,
        title: str | None = None,
        brands: Sequence[str] | None = None,
        filters: t.ReportRequestFilters | None = None,
        sections: Sequence[Literal["mentions"]] | None = None,
        formats: Sequence[Literal["csv", "ndjson", "parquet"]] | None = None,
        row_limit: int | None = None,
        all_rows: bool | None = None,
        indexed_after: t.Moment | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> t.ReportDetails: ...
    def create_report(
        self,
        *,
        type: Literal["brand_overview", "sentiment", "influencers", "trends", "share_of_voice", "mentions_export"],
        from_: t.Day,
        to: t.Day,
        title: str | None = None,
        brands: Sequence[str] | None = None,
        filters: t.ReportRequestFilters | None = None,
        sections: Sequence[Literal["volume", "sentiment", "top_topics", "top_influencers", "summary", "timeline", "by_platform", "by_language", "by_region", "drivers", "by_influence", "by_mentions", "by_views", "rising", "falling", "emerging", "share", "mentions"]] | None = None,
        formats: Sequence[Literal["pdf", "csv", "ndjson", "parquet"]] | None = None,
        row_limit: int | None = None,
        all_rows: Literal[False] | bool | None = None,
        metadata: Mapping[str, str] | None = None,
        indexed_after: t.Moment | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Have a report made.

        - type: What the report is about.
        - from_: The first day.
        - to: The last day, at most 24 months after the first.
        - title: What stands above the report; without it, its type in words.
        - brands: Ids or labels of brands of the account; without it, all of them.
        - filters: What all documents must pass.
        - sections: Its sections; without it, all that the type has.
        - formats: Its files; without it, all that the type has, and of an export the CSV.
        - row_limit: Rows of a file at most, besides a header. Default: `10000`.
        - all_rows: An export of all mentions, in parts of 10,000 rows, without `row_limit`: plan `enterprise`.
        - metadata: Names and texts that come back with the report.
        - indexed_after: Of an export: only mentions that the dataset has since this time.
        - idempotency_key: 8 to 255 visible characters: with the same one it is made once. By default one that is made up.
        """
        answer: Any = self._ask("create-report", {"type": type, "from": from_, "to": to, "title": title, "brands": brands, "filters": filters, "sections": sections, "formats": formats, "row_limit": row_limit, "all_rows": all_rows, "metadata": metadata, "indexed_after": indexed_after}, idempotency_key)
        return answer

    def report(self, id: str) -> t.ReportDetails:
        """One report, and how far it is.

        - id: The id of the resource.
        """
        answer: t.ReportDetails = self._ask("report", {"id": id})
        return answer

    def create_webhook(
        self,
        *,
        url: str,
        events: Sequence[Literal["webhook.ping", "mention.created", "sentiment.shift", "volume.spike", "trend.emerging", "influencer.first_mention", "alert.fired", "report.ready", "report.failed", "usage.threshold", "dataset.published", "webhook.disabled", "*"]],
        description: str | None = None,
        filters: t.WebhookRequestFilters | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> t.CreatedWebhook:
        """Have events delivered to an address.

        - url: Where deliveries go: a public host, by HTTPS on port 443 or 8443.
        - events: What is delivered; one asterisk for every event that there is or will be.
        - description: What it is for, in your words.
        - filters: What all documents must pass.
        - metadata: Names and texts that come back with the webhook.
        - idempotency_key: 8 to 255 visible characters: with the same one it is made once. By default one that is made up.
        """
        answer: t.CreatedWebhook = self._ask("create-webhook", {"url": url, "events": events, "description": description, "filters": filters, "metadata": metadata}, idempotency_key)
        return answer

    def webhooks(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["active", "failing", "disabled"] | None = None,
    ) -> t.WebhookPage:
        """The account's webhooks, page by page.

        - limit: Items of a page. Default: `25`.
        - cursor: The `next_cursor` of the page before.
        - status: Only webhooks of this status.
        """
        answer: t.WebhookPage = self._ask("webhooks", {"limit": limit, "cursor": cursor, "status": status})
        return answer

    def iter_webhooks(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["active", "failing", "disabled"] | None = None,
    ) -> Items[t.WebhookDetails]:
        """Every item of `webhooks`, whose parameters it takes: further pages are asked for when they are needed."""
        return self._items("webhooks", {"limit": limit, "cursor": cursor, "status": status})

    def delete_webhook(self, id: str) -> None:
        """Remove a webhook.

        - id: The id of the resource.
        """
        self._ask("delete-webhook", {"id": id})

    def account(self) -> t.AccountDetails:
        """The account itself."""
        answer: t.AccountDetails = self._ask("account", {})
        return answer

    def account_usage(
        self,
        *,
        from_: t.Day | None = None,
        to: t.Day | None = None,
        interval: Literal["hour", "day", "month"] | None = None,
        group_by: Literal["endpoint", "token", "status", "face"] | Sequence[Literal["endpoint", "token", "status", "face"]] | None = None,
    ) -> t.AccountUsage:
        """What the account has used.

        - from_: The first day; without it, the 30 days that end with the last one.
        - to: The last day, at most 12 months after the first; without it, today.
        - interval: How long the periods are; hours for at most 7 days. Default: `day`.
        - group_by: What requests are counted by.
        """
        answer: t.AccountUsage = self._ask("account-usage", {"from": from_, "to": to, "interval": interval, "group_by": group_by})
        return answer

    @overload
    def create_browser_token(
        self,
        *,
        origin: str,
        operations: Sequence[Literal["aggregate", "search", "creators", "co-mentions", "sector", "schema"]] | None = None,
        filters: t.BusinessIdeasFilters | t.ContentCreatorFilters | t.InfoFilters | None = None,
        expires_in: int | None = None,
    ) -> t.BrowserToken: ...
    @overload
    def create_browser_token(
        self,
        *,
        origin: str,
        operations: Sequence[Literal["mentions", "mention", "mention-stats", "sentiment", "sentiment-timeline", "sentiment-breakdown", "influencers", "influencer", "influencer-mentions", "trends", "emerging-trends", "trend-comparison", "explain-change", "report", "download-report", "webhooks", "account", "account-usage"]] | None = None,
        filters: t.ForcedFilters | None = None,
        expires_in: int | None = None,
    ) -> t.BrowserToken: ...
    def create_browser_token(
        self,
        *,
        origin: str,
        operations: Sequence[Literal["aggregate", "search", "creators", "co-mentions", "sector", "schema", "mentions", "mention", "mention-stats", "sentiment", "sentiment-timeline", "sentiment-breakdown", "influencers", "influencer", "influencer-mentions", "trends", "emerging-trends", "trend-comparison", "explain-change", "report", "download-report", "webhooks", "account", "account-usage"]] | None = None,
        filters: t.BusinessIdeasFilters | t.ContentCreatorFilters | t.InfoFilters | t.ForcedFilters | None = None,
        expires_in: int | None = None,
    ) -> Any:
        """Make a short-lived token for a page.

        - origin: The origin of the pages that may use the token: scheme, host, perhaps a port.
        - operations: What the token opens; without it, all that it can.
        - filters: What no request with the token can leave: each is narrowed to it.
        - expires_in: Seconds for which the token is good. Default: `900`.
        """
        answer: Any = self._ask("create-browser-token", {"origin": origin, "operations": operations, "filters": filters, "expires_in": expires_in})
        return answer

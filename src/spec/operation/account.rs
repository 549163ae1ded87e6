//! Operations of the Account API.

use super::{CachePolicy, Effect, Endpoint, operations};
use crate::spec::Cost;
use crate::spec::limits::ACCOUNT_TIMEOUT_MS;
use crate::spec::request::Parameters;
use crate::spec::request::account::{explanation, influencers, mentions, reports, sentiment, trends, usage, webhooks};

/// Default values of an entry.
const USUAL: Endpoint = Endpoint {
    method: "GET",
    plan: "starter",
    timeout_ms: ACCOUNT_TIMEOUT_MS,
    caching: CachePolicy::Minute,
    ..Endpoint::DATA
};

operations! {
    /// An operation of the Account API.
    AccountOperation of Parameters, like USUAL;
    /// Mentions of the account's brands, paginated.
    Mentions: "mentions", "/v1/mentions", mentions::LIST => ListPage<MentionAnswer>, Page, {
        tool: Some("mentions"),
        description: "Mentions of the account's brands, page by page",
        caching: CachePolicy::Revalidated,
    }
    /// A single mention.
    Mention: "mention", "/v1/mentions/:id", mentions::ONE => RelatedMention, Resource, {
        tool: Some("mention"),
        description: "One mention",
    }
    /// Number of mentions by platform, brand, topic and component.
    MentionStats: "mention-stats", "/v1/mentions/stats", mentions::STATS => MentionStats, Analysis, {
        tool: Some("mentions_stats"),
        description: "Counts of mentions by platform, brand, topic and component",
    }
    /// Sentiment of the mentions.
    Sentiment: "sentiment", "/v1/sentiment", sentiment::SUMMARY => SentimentSummary, Analysis, {
        tool: Some("sentiment"),
        description: "The tone of mentions",
    }
    /// Sentiment of the mentions per period.
    SentimentTimeline: "sentiment-timeline", "/v1/sentiment/timeline",
    sentiment::TIMELINE => SentimentTimeline, Timeline, {
        tool: Some("sentiment_timeline"),
        description: "The tone of mentions, period by period",
    }
    /// Sentiment of the mentions by platform, language or region.
    SentimentBreakdown: "sentiment-breakdown", "/v1/sentiment/breakdown",
    sentiment::BREAKDOWN => SentimentBreakdown, Analysis, {
        tool: Some("sentiment_breakdown"),
        description: "The tone of mentions by platform, language or region",
    }
    /// Creators who mention the account's brands.
    Influencers: "influencers", "/v1/influencers", influencers::LIST => ListPage<InfluencerSummary>, Page, {
        tool: Some("influencers"),
        plan: "professional",
        description: "Creators who mention the account's brands",
        caching: CachePolicy::Revalidated,
    }
    /// A single creator.
    Influencer: "influencer", "/v1/influencers/:id", influencers::ONE => InfluencerDetails, Resource, {
        tool: Some("influencer"),
        plan: "professional",
        description: "One creator",
    }
    /// Mentions by a creator.
    InfluencerMentions: "influencer-mentions", "/v1/influencers/:id/mentions",
    influencers::MENTIONS => ListPage<MentionAnswer>, Page, {
        tool: Some("influencer_mentions"),
        plan: "professional",
        description: "Mentions by one creator, page by page",
        caching: CachePolicy::Revalidated,
    }
    /// Topics with their trends.
    Trends: "trends", "/v1/trends", trends::LIST => Trends, Analysis, {
        tool: Some("trends"),
        plan: "professional",
        description: "Topics and how they move",
    }
    /// Emerging topics.
    EmergingTrends: "emerging-trends", "/v1/trends/emerging", trends::EMERGING => EmergingTrends, Analysis, {
        tool: Some("emerging_trends"),
        plan: "professional",
        description: "Topics that come up",
    }
    /// Topics of several brands or periods.
    TrendComparison: "trend-comparison", "/v1/trends/compare", trends::COMPARISON => TrendComparison, Columns, {
        tool: Some("compare_trends"),
        plan: "professional",
        description: "Topics of brands or periods side by side",
    }
    /// Parts of a change in the number of mentions.
    ExplainChange: "explain-change", "/v1/_ext/explain-change",
    explanation::EXPLANATION => ChangeExplanation, Analysis, {
        tool: Some("explain_change"),
        plan: "professional",
        description: "Why a day or week has more or fewer mentions than usual",
    }
    /// Creation of a report.
    CreateReport: "create-report", "/v1/reports", reports::NONE => ReportDetails, Report, {
        tool: Some("create_report"),
        method: "POST",
        plan: "professional",
        description: "Have a report made",
        caching: CachePolicy::Never,
        effect: Effect::Accepts,
        body: Some(reports::BODY),
    }
    /// Status of a report.
    Report: "report", "/v1/reports/:id", reports::ONE => ReportDetails, Free, {
        tool: Some("report"),
        plan: "professional",
        description: "One report, and how far it is",
        caching: CachePolicy::Revalidated,
    }
    /// A file of a report.
    DownloadReport: "download-report", "/v1/reports/:id/download", reports::FILE => ReportFile, Free, {
        plan: "professional",
        description: "A file of a report, PDF or CSV",
        caching: CachePolicy::Hour,
    }
    /// Creation of a webhook.
    CreateWebhook: "create-webhook", "/v1/webhooks", webhooks::NONE => WebhookDetails, Free, {
        tool: Some("create_webhook"),
        method: "POST",
        plan: "professional",
        description: "Have events delivered to an address",
        caching: CachePolicy::Never,
        effect: Effect::Creates,
        body: Some(webhooks::BODY),
    }
    /// Webhooks of the account, paginated.
    Webhooks: "webhooks", "/v1/webhooks", webhooks::LIST => ListPage<WebhookDetails>, Free, {
        tool: Some("webhooks"),
        plan: "professional",
        description: "The account's webhooks, page by page",
        caching: CachePolicy::Revalidated,
    }
    /// Deletion of a webhook.
    DeleteWebhook: "delete-webhook", "/v1/webhooks/:id", webhooks::ONE => NoContent, Free, {
        tool: Some("delete_webhook"),
        method: "DELETE",
        plan: "professional",
        description: "Remove a webhook",
        caching: CachePolicy::Never,
        effect: Effect::Removes,
    }
    /// The account and its limits.
    Account: "account", "/v1/account", usage::ACCOUNT => AccountDetails, Free, {
        tool: Some("account"),
        description: "The account itself",
        caching: CachePolicy::Never,
    }
    /// Usage of the account.
    AccountUsage: "account-usage", "/v1/account/usage", usage::USAGE => AccountUsage, Free, {
        tool: Some("account_usage"),
        description: "What the account has used",
        caching: CachePolicy::Never,
    }
}

//! The questions of the Account API.

/// A question of the Account API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountOperation {
    /// Mentions of the account's brands, page by page.
    Mentions,
    /// One of them.
    Mention,
    /// How many there are, by platform, brand, topic and component.
    MentionStats,
    /// Their tone.
    Sentiment,
    /// Their tone, period by period.
    SentimentTimeline,
    /// Their tone by platform, language or region.
    SentimentBreakdown,
    /// Creators who mention the account's brands.
    Influencers,
    /// One of them.
    Influencer,
    /// The mentions of one of them.
    InfluencerMentions,
    /// Topics and how they move.
    Trends,
    /// Topics that come up.
    EmergingTrends,
    /// Topics of brands or periods side by side.
    TrendComparison,
    /// The account itself.
    Account,
    /// What the account has used.
    AccountUsage,
}

/// What a caller needs to know to reach a question.
#[derive(Debug)]
pub struct AccountAccess {
    /// Name in the package.
    pub name: &'static str,
    /// Path; `:id` stands for the id of a resource.
    pub path: &'static str,
    /// The smallest plan that it is part of.
    pub plan: &'static str,
    /// One line for people.
    pub description: &'static str,
    /// The cost rule, in words of the request.
    pub cost: &'static str,
}

const STARTER: &str = "starter";
const PROFESSIONAL: &str = "professional";
const LIST: &str = "5 + limit/10, rounded up";

const fn access(
    name: &'static str,
    path: &'static str,
    plan: &'static str,
    cost: &'static str,
    description: &'static str,
) -> AccountAccess {
    AccountAccess { name, path, plan, description, cost }
}

impl AccountOperation {
    /// All of them, in the order in which they are described.
    pub const ALL: [Self; 14] = [
        Self::Mentions,
        Self::Mention,
        Self::MentionStats,
        Self::Sentiment,
        Self::SentimentTimeline,
        Self::SentimentBreakdown,
        Self::Influencers,
        Self::Influencer,
        Self::InfluencerMentions,
        Self::Trends,
        Self::EmergingTrends,
        Self::TrendComparison,
        Self::Account,
        Self::AccountUsage,
    ];

    /// Their names, in the same order.
    #[cfg(feature = "edge")]
    pub const NAMES: &'static [&'static str] = &[
        "mentions",
        "mention",
        "mention-stats",
        "sentiment",
        "sentiment-timeline",
        "sentiment-breakdown",
        "influencers",
        "influencer",
        "influencer-mentions",
        "trends",
        "emerging-trends",
        "trend-comparison",
        "account",
        "account-usage",
    ];

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| operation.access().name == name)
    }

    /// Method and path, as usage and messages name it.
    #[cfg(feature = "edge")]
    pub fn endpoint(self) -> String {
        format!("GET {}", self.access().path)
    }

    /// How to reach it and what it costs.
    pub const fn access(self) -> AccountAccess {
        match self {
            Self::Mentions => {
                access("mentions", "/v1/mentions", STARTER, LIST, "Mentions of the account's brands, page by page")
            }
            Self::Mention => access("mention", "/v1/mentions/:id", STARTER, "5", "One mention"),
            Self::MentionStats => access(
                "mention-stats",
                "/v1/mentions/stats",
                STARTER,
                "10",
                "Counts of mentions by platform, brand, topic and component",
            ),
            Self::Sentiment => access("sentiment", "/v1/sentiment", STARTER, "10", "The tone of mentions"),
            Self::SentimentTimeline => access(
                "sentiment-timeline",
                "/v1/sentiment/timeline",
                STARTER,
                "10 + points/10, rounded up",
                "The tone of mentions, period by period",
            ),
            Self::SentimentBreakdown => access(
                "sentiment-breakdown",
                "/v1/sentiment/breakdown",
                STARTER,
                "10",
                "The tone of mentions by platform, language or region",
            ),
            Self::Influencers => access(
                "influencers",
                "/v1/influencers",
                PROFESSIONAL,
                LIST,
                "Creators who mention the account's brands",
            ),
            Self::Influencer => access("influencer", "/v1/influencers/:id", PROFESSIONAL, "5", "One creator"),
            Self::InfluencerMentions => access(
                "influencer-mentions",
                "/v1/influencers/:id/mentions",
                PROFESSIONAL,
                LIST,
                "Mentions by one creator, page by page",
            ),
            Self::Trends => access("trends", "/v1/trends", PROFESSIONAL, "10", "Topics and how they move"),
            Self::EmergingTrends => {
                access("emerging-trends", "/v1/trends/emerging", PROFESSIONAL, "10", "Topics that come up")
            }
            Self::TrendComparison => access(
                "trend-comparison",
                "/v1/trends/compare",
                PROFESSIONAL,
                "10*series",
                "Topics of brands or periods side by side",
            ),
            Self::Account => access("account", "/v1/account", STARTER, "0", "The account itself"),
            Self::AccountUsage => {
                access("account-usage", "/v1/account/usage", STARTER, "0", "What the account has used")
            }
        }
    }
}

#[cfg(all(test, feature = "edge"))]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_of_all() {
        assert_eq!(AccountOperation::ALL.map(|operation| operation.access().name), *AccountOperation::NAMES);
    }
}

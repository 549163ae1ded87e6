//! Questions of the Account API, read once: what each asks, with its canonical address and its cost.

pub mod cursor;
pub mod forced;
pub mod id;
mod window;

use crate::base::date::{Date, Window, seconds_of_time};
use crate::guard::Guard;
use crate::guard::account::{check, cost, each_part, period, put_address, value_of};
use crate::guard::problem::Problems;
use crate::spec::AccountOperation;
use crate::spec::answer::AppliedFilters;
use crate::spec::request::account::choice::{
    BreakdownBy, BreakdownSort, CompareBy, Direction, InfluencerSort, ListOrder, MentionSort, TimelineInterval,
    TrendSort, UsageGroup, UsageInterval,
};
use crate::spec::request::{Presence, Type, parameters};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::str::FromStr;

pub use window::window_of;

/// A question of the Account API that passed every guardrail.
#[derive(Debug, Clone, PartialEq)]
pub struct AccountRequest {
    /// What is asked.
    pub operation: AccountOperation,
    /// Its canonical address: defaults filled in, parameters in the order of their names.
    pub address: String,
    /// What it costs.
    pub cost: u32,
    /// The id in its path; empty where there is none.
    pub id: String,
    /// Which mentions it is about.
    pub scope: Scope,
    /// What else it says.
    pub ask: Ask,
}

/// Which mentions a question is about. What it does not say leaves all of them.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(missing_docs, reason = "the fields are the parameters of these names")]
pub struct Scope {
    pub brand: Choice,
    pub platform: Choice,
    pub language: Choice,
    pub region: Choice,
    pub sentiment: Choice,
    pub topic: Choice,
    pub component: Choice,
    pub category: Choice,
    pub channel: Choice,
    pub influencer: Choice,
    pub min_views: Option<i64>,
    pub q: Option<String>,
    pub from: Option<Date>,
    pub to: Option<Date>,
}

/// Included and excluded values of a parameter, in canonical order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choice(Vec<String>);

/// What a question asks of the mentions that it is about.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the variants are the operations, their members the parameters of these names")]
pub enum Ask {
    Mentions(MentionList),
    Mention,
    MentionStats { top: usize },
    Sentiment,
    SentimentTimeline { interval: TimelineInterval },
    SentimentBreakdown { by: BreakdownBy, sort: BreakdownSort, limit: usize },
    Influencers(InfluencerList),
    Influencer,
    InfluencerMentions(MentionList),
    Trends { window_days: Option<i64>, sort: TrendSort, direction: Option<Direction>, limit: usize },
    EmergingTrends(Emerging),
    TrendComparison(Comparison),
    Account,
    AccountUsage { interval: UsageInterval, group_by: Vec<UsageGroup> },
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the parameters of these names")]
pub struct Page {
    pub order: ListOrder,
    pub limit: usize,
    pub cursor: Option<String>,
}

/// What is asked of a list of mentions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MentionList {
    /// What they are sorted by.
    pub sort: MentionSort,
    /// Seconds since 1970 after which they became known.
    pub indexed_after: Option<i64>,
    /// The page.
    pub page: Page,
}

/// What is asked of a list of influencers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the parameters of these names")]
pub struct InfluencerList {
    pub country: Choice,
    pub min_subscribers: Option<u64>,
    pub max_subscribers: Option<u64>,
    pub min_mentions: Option<u64>,
    pub sort: InfluencerSort,
    pub page: Page,
}

/// What is asked of topics that come up.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the fields are the parameters of these names")]
pub struct Emerging {
    pub window_days: Option<i64>,
    pub min_support: u64,
    pub min_videos: u64,
    pub min_channels: u64,
    pub min_z: f64,
    pub max_baseline_share_pct: f64,
    pub limit: usize,
}

/// What is compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Brands or periods.
    pub by: CompareBy,
    /// The brands that are named, in the order of the question.
    pub brands: Vec<String>,
    /// The periods that are named, in the order of time.
    pub periods: Vec<Window>,
    /// The topics that are named.
    pub topics: Vec<String>,
    /// How many topics there are where none is named.
    pub limit: usize,
}

impl AccountRequest {
    /// Reads and checks the query of an address, without its question mark. Where the path names a resource, its id is
    /// the parameter `id`.
    ///
    /// # Errors
    /// Every violation, up to [`crate::spec::limits::MAX_VIOLATIONS`].
    pub fn parse(operation: AccountOperation, query: &[u8]) -> Result<Self, Problems> {
        Guard::check_query(query, |guard| {
            check(guard, operation);
            if guard.noted() > 0 {
                return None;
            }
            put_address(guard, operation);
            let address = String::from_utf8(guard.out.as_bytes().to_vec()).ok()?;
            let cost = cost(guard, operation);
            let mut given = Given { guard, operation };
            let (id, scope, ask) = (given.one("id").unwrap_or_default(), Scope::of(&mut given), Ask::of(&mut given)?);
            Some(Self { operation, address, cost, id, scope, ask })
        })
    }

    /// Days of its window, where it says them.
    pub fn window_days(&self) -> Option<i64> {
        match &self.ask {
            Ask::Trends { window_days, .. } => *window_days,
            Ask::EmergingTrends(emerging) => emerging.window_days,
            _ => None,
        }
    }
}

impl Scope {
    fn of(given: &mut Given<'_>) -> Self {
        Self {
            brand: given.choice("brand"),
            platform: given.choice("platform"),
            language: given.choice("language"),
            region: given.choice("region"),
            sentiment: given.choice("sentiment"),
            topic: given.choice("topic"),
            component: given.choice("component"),
            category: given.choice("category"),
            channel: given.choice("channel"),
            influencer: given.choice("influencer"),
            min_views: given.parsed("min_views"),
            q: given.one("q"),
            from: given.date("from"),
            to: given.date("to"),
        }
    }

    /// The filters besides brand and window, as answers repeat them.
    pub fn filters(&self) -> AppliedFilters {
        let texts = |choice: &Choice| (!choice.is_empty()).then(|| choice.0.clone());
        AppliedFilters {
            category: texts(&self.category),
            channel: texts(&self.channel),
            component: texts(&self.component),
            influencer: texts(&self.influencer),
            language: texts(&self.language),
            min_views: self.min_views,
            platform: texts(&self.platform),
            q: self.q.clone(),
            region: texts(&self.region),
            sentiment: texts(&self.sentiment),
            topic: texts(&self.topic),
        }
    }
}

impl Choice {
    /// Values of which one must be there; none when all may be.
    pub fn included(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str).filter(|value| !value.starts_with('-'))
    }

    /// Values of which none may be there.
    pub fn excluded(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|value| value.strip_prefix('-'))
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Ask {
    fn of(given: &mut Given<'_>) -> Option<Self> {
        Some(match given.operation {
            AccountOperation::Mentions => Self::Mentions(MentionList::of(given)?),
            AccountOperation::Mention => Self::Mention,
            AccountOperation::MentionStats => Self::MentionStats { top: given.parsed("top")? },
            AccountOperation::Sentiment => Self::Sentiment,
            AccountOperation::SentimentTimeline => Self::SentimentTimeline { interval: given.parsed("interval")? },
            AccountOperation::SentimentBreakdown => Self::SentimentBreakdown {
                by: given.parsed("by")?,
                sort: given.parsed("sort")?,
                limit: given.parsed("limit")?,
            },
            AccountOperation::Influencers => Self::Influencers(InfluencerList {
                country: given.choice("country"),
                min_subscribers: given.parsed("min_subscribers"),
                max_subscribers: given.parsed("max_subscribers"),
                min_mentions: given.parsed("min_mentions"),
                sort: given.parsed("sort")?,
                page: Page::of(given)?,
            }),
            AccountOperation::Influencer => Self::Influencer,
            AccountOperation::InfluencerMentions => Self::InfluencerMentions(MentionList::of(given)?),
            AccountOperation::Trends => Self::Trends {
                window_days: given.parsed("window_days"),
                sort: given.parsed("sort")?,
                direction: given.parsed("direction"),
                limit: given.parsed("limit")?,
            },
            AccountOperation::EmergingTrends => Self::EmergingTrends(Emerging {
                window_days: given.parsed("window_days"),
                min_support: given.parsed("min_support")?,
                min_videos: given.parsed("min_videos")?,
                min_channels: given.parsed("min_channels")?,
                min_z: given.parsed("min_z")?,
                max_baseline_share_pct: given.parsed("max_baseline_share_pct")?,
                limit: given.parsed("limit")?,
            }),
            AccountOperation::TrendComparison => Self::TrendComparison(Comparison {
                by: given.parsed("by")?,
                brands: given.all("brand"),
                periods: given
                    .all("period")
                    .iter()
                    .filter_map(|text| period(text.as_bytes()))
                    .map(period_window)
                    .collect(),
                topics: given.all("topics"),
                limit: given.parsed("limit")?,
            }),
            AccountOperation::Account => Self::Account,
            AccountOperation::AccountUsage => Self::AccountUsage {
                interval: given.parsed("interval")?,
                group_by: given.all("group_by").iter().filter_map(|name| name.parse().ok()).collect(),
            },
        })
    }
}

fn period_window((from, to): (Date, Date)) -> Window {
    Window { from, to }
}

impl Page {
    fn of(given: &mut Given<'_>) -> Option<Self> {
        Some(Self { order: given.parsed("order")?, limit: given.parsed("limit")?, cursor: given.one("cursor") })
    }
}

impl MentionList {
    fn of(given: &mut Given<'_>) -> Option<Self> {
        Some(Self {
            sort: given.parsed("sort")?,
            indexed_after: given.one("indexed_after").as_deref().and_then(seconds_of_time),
            page: Page::of(given)?,
        })
    }
}

/// The parameters of a question that passed.
struct Given<'g> {
    guard: &'g mut Guard,
    operation: AccountOperation,
}

impl Given<'_> {
    /// The values of a parameter, or its default: in canonical order, each once.
    fn all(&mut self, name: &str) -> Vec<String> {
        let Some(known) = parameters(self.operation.takes()).find(|known| known.name == name) else {
            return Vec::new();
        };
        let mut values = Vec::new();
        match (value_of(self.guard, name), known.member.takes.counts()) {
            (None, _) => {
                if let Presence::Default(value) = known.member.presence {
                    values.push(value.to_owned());
                }
            }
            (Some(value), None) => values.push(self.guard.str(value).to_owned()),
            (Some(_), Some(_)) => {
                each_part(self.guard, name, &mut |guard, part| values.push(guard.str(part).to_owned()));
                if !matches!(known.member.takes, Type::Columns) {
                    values.sort_unstable();
                    values.dedup();
                }
            }
        }
        values
    }

    fn one(&mut self, name: &str) -> Option<String> {
        self.all(name).pop()
    }

    fn parsed<T: FromStr>(&mut self, name: &str) -> Option<T> {
        self.one(name)?.parse().ok()
    }

    fn date(&mut self, name: &str) -> Option<Date> {
        self.one(name).and_then(Date::parse)
    }

    fn choice(&mut self, name: &str) -> Choice {
        Choice(self.all(name))
    }
}

/// The query of a question that was asked at a path, with the id that the path names, if it does, as the parameter `id`.
pub fn whole_query(operation: AccountOperation, path: &str, query: &str) -> String {
    let position = operation.endpoint().path.split('/').position(|segment| segment == ":id");
    let Some(id) = position.and_then(|position| path.split('/').nth(position)) else { return query.to_owned() };
    // What a path may hold plainly means something else in a query.
    let id = percent_decode_str(id).decode_utf8_lossy();
    format!("id={}&{query}", utf8_percent_encode(&id, NON_ALPHANUMERIC))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_in_a_path_is_one_parameter_whatever_it_holds() {
        let query = |path, query| whole_query(AccountOperation::InfluencerMentions, path, query);
        assert_eq!(query("/v1/influencers/inf_1/mentions", "limit=7"), "id=inf%5F1&limit=7");
        assert_eq!(query("/v1/influencers/a&b=+%26%/mentions", ""), "id=a%26b%3D%2B%26%25&");
        assert_eq!(whole_query(AccountOperation::Mentions, "/v1/mentions", "limit=7"), "limit=7");
    }
}

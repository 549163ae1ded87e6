//! The typed parameters of the Account API's operations.

use super::Choice;
use crate::base::date::{Date, Window, seconds_of_time};
use crate::guard::account::period;
use crate::spec::AccountOperation;
use crate::spec::answer::{AppliedFilters, FilterValue};
use crate::spec::request::Type;
use crate::spec::request::account::choice::{
    BreakdownBy, BreakdownSort, CompareBy, Direction, ExplainedInterval, InfluencerSort, ListOrder, MentionSort,
    ReportFormat, TimelineInterval, TrendSort, UsageGroup, UsageInterval, WebhookStatus,
};
use crate::spec::request::account::mention_filter::MentionFilter;
use std::str::FromStr;

/// The values of each parameter of a checked request, or the default.
pub(super) struct Values(pub(super) Vec<(&'static str, Vec<String>)>);

/// The parameters that select mentions. An operation without them selects all.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Selection {
    /// Brands of the account, by id or label.
    pub brands: Choice,
    /// Filters by attributes.
    pub filters: MentionFilters,
    /// The first day.
    pub from: Option<Date>,
    /// The last day.
    pub to: Option<Date>,
    /// The length in days of a window without a first day.
    pub window_days: Option<i64>,
    /// Mentions indexed after this time, in seconds since 1970.
    pub indexed_after: Option<i64>,
}

/// The filters by attributes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MentionFilters {
    /// Filters by values, in the order of [`MentionFilter::ALL`].
    pub choices: Vec<(MentionFilter, Choice)>,
    /// The minimum number of views.
    pub min_views: Option<i64>,
    /// A full-text query.
    pub q: Option<String>,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListParameters {
    /// The direction of the sort.
    pub order: ListOrder,
    /// The maximum number of items.
    pub limit: usize,
    /// The cursor of the previous page.
    pub cursor: Option<String>,
}

/// The parameters that only some operations have.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the variants are the operations, the fields their parameters")]
pub enum AccountParameters {
    /// A list of mentions, of one creator if the request has an id.
    Mentions {
        sort: MentionSort,
        list: ListParameters,
    },
    MentionStats {
        top: usize,
    },
    SentimentTimeline {
        interval: TimelineInterval,
    },
    SentimentBreakdown {
        by: BreakdownBy,
        sort: BreakdownSort,
        limit: usize,
    },
    Influencers {
        sort: InfluencerSort,
        filters: InfluencerFilters,
        list: ListParameters,
    },
    Trends {
        sort: TrendSort,
        direction: Option<Direction>,
        limit: usize,
    },
    EmergingTrends {
        criteria: EmergingParameters,
        limit: usize,
    },
    TrendComparison(ComparisonParameters),
    ExplainChange(ExplanationParameters),
    DownloadReport {
        format: Option<ReportFormat>,
        part: Option<u32>,
        byte_order_mark: bool,
    },
    Webhooks {
        status: Option<WebhookStatus>,
        limit: u32,
        cursor: Option<String>,
    },
    AccountUsage {
        interval: UsageInterval,
        group_by: Vec<UsageGroup>,
    },
    /// The operation has no other parameters.
    None,
}

/// The filters of creators.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the fields are the parameters")]
pub struct InfluencerFilters {
    pub country: Choice,
    pub min_subscribers: Option<u64>,
    pub max_subscribers: Option<u64>,
    pub min_mentions: Option<u64>,
}

/// The minima of emerging topics.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(missing_docs, reason = "the fields are the parameters")]
pub struct EmergingParameters {
    pub min_support: u64,
    pub min_videos: u64,
    pub min_channels: u64,
    pub min_z: f64,
    pub max_baseline_share_pct: f64,
}

/// The parameters of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonParameters {
    /// The kind of the columns.
    pub by: CompareBy,
    /// The compared brands, by id or label, in the order of the request.
    pub brands: Vec<String>,
    /// The compared periods, in order of time.
    pub periods: Vec<Window>,
    /// The compared topics. If there are none, the most frequent ones are compared.
    pub topics: Vec<String>,
    /// The maximum number of topics.
    pub limit: usize,
}

/// The parameters of an explained change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExplanationParameters {
    /// A day of the period. Without it, the period is the last one of the dataset.
    pub date: Option<Date>,
    /// The length of the period.
    pub interval: ExplainedInterval,
    /// The maximum number of listed parts per attribute.
    pub limit: usize,
}

impl MentionFilters {
    /// Returns the filters as answers repeat them.
    pub fn applied(&self) -> AppliedFilters {
        AppliedFilters::collect(|filter| match filter {
            MentionFilter::MinViews => self.min_views.map(FilterValue::Count),
            MentionFilter::Q => self.q.clone().map(FilterValue::Text),
            filter => {
                let (_, choice) = self.choices.iter().find(|(known, _)| *known == filter)?;
                Some(FilterValue::Names(choice.values().to_vec()))
            }
        })
    }
}

impl Values {
    fn all(&self, name: &str) -> &[String] {
        self.0.iter().find(|(known, _)| *known == name).map_or(&[], |(_, values)| values)
    }

    fn one(&self, name: &str) -> Option<&str> {
        self.all(name).first().map(String::as_str)
    }

    fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.one(name)?.parse().ok()
    }

    fn date(&self, name: &str) -> Option<Date> {
        self.one(name).and_then(Date::parse)
    }

    fn choice(&self, name: &str) -> Choice {
        Choice(self.all(name).to_vec())
    }

    fn list(&self) -> Option<ListParameters> {
        let cursor = self.one("cursor").map(str::to_owned);
        Some(ListParameters { order: self.parsed("order")?, limit: self.parsed("limit")?, cursor })
    }

    pub(super) fn id(&self) -> String {
        self.one("id").unwrap_or_default().to_owned()
    }

    pub(super) fn selection(&self) -> Selection {
        let is_choice = |filter: &MentionFilter| matches!(filter.takes(), Type::AnyOf(_) | Type::AnyNames);
        let choices = MentionFilter::ALL.into_iter().filter(is_choice);
        let choices = choices.map(|filter| (filter, self.choice(filter.name())));
        Selection {
            brands: self.choice("brand"),
            filters: MentionFilters {
                choices: choices.filter(|(_, choice)| !choice.is_empty()).collect(),
                min_views: self.parsed(MentionFilter::MinViews.name()),
                q: self.one(MentionFilter::Q.name()).map(str::to_owned),
            },
            from: self.date("from"),
            to: self.date("to"),
            window_days: self.parsed("window_days"),
            indexed_after: self.one("indexed_after").and_then(seconds_of_time),
        }
    }

    /// Returns the other parameters of an operation. `None` if a parameter with a default has no value of its type,
    /// which the checks exclude.
    pub(super) fn parameters(&self, operation: AccountOperation) -> Option<AccountParameters> {
        Some(match operation {
            AccountOperation::Mentions | AccountOperation::InfluencerMentions => {
                AccountParameters::Mentions { sort: self.parsed("sort")?, list: self.list()? }
            }
            AccountOperation::MentionStats => AccountParameters::MentionStats { top: self.parsed("top")? },
            AccountOperation::SentimentTimeline => {
                AccountParameters::SentimentTimeline { interval: self.parsed("interval")? }
            }
            AccountOperation::SentimentBreakdown => AccountParameters::SentimentBreakdown {
                by: self.parsed("by")?,
                sort: self.parsed("sort")?,
                limit: self.parsed("limit")?,
            },
            AccountOperation::Influencers => AccountParameters::Influencers {
                sort: self.parsed("sort")?,
                filters: InfluencerFilters {
                    country: self.choice("country"),
                    min_subscribers: self.parsed("min_subscribers"),
                    max_subscribers: self.parsed("max_subscribers"),
                    min_mentions: self.parsed("min_mentions"),
                },
                list: self.list()?,
            },
            AccountOperation::Trends => AccountParameters::Trends {
                sort: self.parsed("sort")?,
                direction: self.parsed("direction"),
                limit: self.parsed("limit")?,
            },
            AccountOperation::EmergingTrends => AccountParameters::EmergingTrends {
                criteria: EmergingParameters {
                    min_support: self.parsed("min_support")?,
                    min_videos: self.parsed("min_videos")?,
                    min_channels: self.parsed("min_channels")?,
                    min_z: self.parsed("min_z")?,
                    max_baseline_share_pct: self.parsed("max_baseline_share_pct")?,
                },
                limit: self.parsed("limit")?,
            },
            AccountOperation::TrendComparison => AccountParameters::TrendComparison(ComparisonParameters {
                by: self.parsed("by")?,
                brands: self.all("brand").to_vec(),
                periods: self.periods(),
                topics: self.all("topics").to_vec(),
                limit: self.parsed("limit")?,
            }),
            AccountOperation::ExplainChange => AccountParameters::ExplainChange(ExplanationParameters {
                date: self.date("date"),
                interval: self.parsed("interval")?,
                limit: self.parsed("limit")?,
            }),
            AccountOperation::DownloadReport => AccountParameters::DownloadReport {
                format: self.parsed("format"),
                part: self.parsed("part"),
                byte_order_mark: self.one("bom") == Some("1"),
            },
            AccountOperation::Webhooks => AccountParameters::Webhooks {
                status: self.parsed("status"),
                limit: self.parsed("limit")?,
                cursor: self.one("cursor").map(str::to_owned),
            },
            AccountOperation::AccountUsage => AccountParameters::AccountUsage {
                interval: self.parsed("interval")?,
                group_by: self.all("group_by").iter().filter_map(|name| name.parse().ok()).collect(),
            },
            AccountOperation::Mention
            | AccountOperation::Sentiment
            | AccountOperation::Influencer
            | AccountOperation::CreateReport
            | AccountOperation::Report
            | AccountOperation::CreateWebhook
            | AccountOperation::DeleteWebhook
            | AccountOperation::Account => AccountParameters::None,
        })
    }

    /// Returns the windows of a comparison in order of time.
    fn periods(&self) -> Vec<Window> {
        let window = |text: &String| period(text.as_bytes()).map(|(from, to)| Window { from, to });
        self.all("period").iter().filter_map(window).collect()
    }
}

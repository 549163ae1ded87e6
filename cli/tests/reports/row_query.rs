//! Derives the query of a report's CSV row from the row alone.

use overheard::base::date::Date;
use overheard::report::csv::CsvRow;
use overheard::spec::AccountOperation;
use overheard::spec::request::account::choice::ReportKind;
use overheard_sqlite::reports::{ReportWithAnswers, Service};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The queries of rows. Each query runs once.
pub struct RowQueries<'a> {
    service: &'a Service,
    report: &'a ReportWithAnswers,
    known: RefCell<BTreeMap<String, Value>>,
}

/// The metrics of totals, and their locations in the endpoint's answer.
const OF_STATS: &[(&str, &str)] = &[
    ("mentions", "/totals/mentions"),
    ("occurrences", "/totals/occurrences"),
    ("unique_videos", "/totals/unique_videos"),
    ("unique_channels", "/totals/unique_channels"),
    ("views", "/totals/views"),
    ("likes", "/totals/likes"),
    ("comments", "/totals/comments"),
    ("estimated_value_usd", "/totals/estimated_value_usd"),
    ("average_sentiment", "/totals/average_sentiment"),
    ("mentions_per_day", "/per_day"),
    ("mentions_change_pct", "/change_pct/mentions"),
    ("unique_videos_change_pct", "/change_pct/unique_videos"),
    ("views_change_pct", "/change_pct/views"),
    ("scored_mentions", "/_meta/known/scored_mentions"),
    ("views_known_videos", "/_meta/known/views"),
    ("likes_known_videos", "/_meta/known/likes"),
    ("comments_known_videos", "/_meta/known/comments"),
];
/// The same for an entry of a list, with the number of known values.
const OF_ENTRY: &[(&str, &str)] = &[
    ("scored_mentions", "/known/scored_mentions"),
    ("unique_videos", "/known/videos"),
    ("views_known_videos", "/known/views"),
];
/// The locations of topic values that are not members of the topic.
const OF_TOPIC: &[(&str, &str)] = &[
    ("mentions", "/volume"),
    ("scored_mentions", "/known/scored_mentions"),
    ("share_growth_pct", "/standing/share_growth_pct"),
    ("supported", "/standing/supported"),
    ("emerging", "/standing/emerging"),
];
const OF_SENTIMENT: &[(&str, &str)] = &[
    ("average", "/average"),
    ("reach_weighted_average", "/reach_weighted_average"),
    ("net_sentiment", "/net_sentiment"),
    ("scored_mentions", "/scored_mentions"),
    ("weighted_mentions", "/_meta/known/weighted_mentions"),
    ("positive", "/counts/positive"),
    ("neutral", "/counts/neutral"),
    ("negative", "/counts/negative"),
    ("unknown", "/counts/unknown"),
    ("positive_pct", "/percentages/positive"),
    ("neutral_pct", "/percentages/neutral"),
    ("negative_pct", "/percentages/negative"),
    ("average_change", "/change/average"),
    ("net_sentiment_change", "/change/net_sentiment"),
];
const OF_CREATOR: &[(&str, &str)] = &[
    ("channel", "/channel/name"),
    ("platform", "/channel/platform"),
    ("country", "/country"),
    ("subscriber_count", "/subscriber_count"),
    ("engagement_rate_viewers", "/engagement_rate_viewers"),
    ("mentions", "/brand_stats/mentions"),
    ("unique_videos", "/brand_stats/unique_videos"),
    ("views", "/brand_stats/views"),
    ("average_sentiment", "/brand_stats/average_sentiment"),
    ("share_of_brand_mentions_pct", "/brand_stats/share_of_brand_mentions_pct"),
    ("first_mention", "/brand_stats/first_mention"),
    ("last_mention", "/brand_stats/last_mention"),
    ("influence_score", "/influence_score"),
    ("scored_mentions", "/known/scored_mentions"),
    ("views_known_videos", "/known/views"),
];

/// Returns the location of a metric.
fn location(locations: &[(&str, &str)], metric: &str) -> String {
    let found = locations.iter().find(|(name, _)| *name == metric);
    found.unwrap_or_else(|| panic!("no endpoint has {metric}")).1.to_owned()
}

/// Returns the location of a metric: the listed one, or the member of that name.
fn location_or_member(locations: &[(&str, &str)], metric: &str) -> String {
    let found = locations.iter().find(|(name, _)| *name == metric);
    found.map_or_else(|| format!("/{metric}"), |(_, location)| (*location).to_owned())
}

/// Returns an entry of an answer's list, with the number of known values.
fn entry(answer: &Value, list: &str, member: &str, key: &str) -> Option<Value> {
    let at = answer[list].as_array().unwrap().iter().position(|item| item[member] == key)?;
    let mut entry = answer[list][at].clone();
    entry["known"] = answer["_meta"]["known_by"][at].clone();
    entry["standing"] = answer["_meta"]["topics"][at].clone();
    entry["scored"] = answer["_meta"]["scored_by_topic"][at].clone();
    Some(entry)
}

/// Returns a number of an answer or an entry, or null for a sum without known values.
fn number(row: &CsvRow, value: &Value, known: &Value, location: &str) -> Value {
    let is_sum = ["views", "likes", "comments"].contains(&row.metric);
    if is_sum && known[row.metric] == 0 && known["videos"] != 0 {
        return Value::Null;
    }
    value.pointer(location).unwrap_or_else(|| panic!("{row:?}: {value}")).clone()
}

impl<'a> RowQueries<'a> {
    pub fn new(service: &'a Service, report: &'a ReportWithAnswers) -> Self {
        Self { service, report, known: RefCell::default() }
    }

    fn ask(&self, operation: AccountOperation, more: &str) -> Value {
        let request = &self.report.request;
        let mut query = format!("from={}&to={}", request.window.from, request.window.to);
        for (name, value) in &request.filters {
            if more.contains(&format!("&{name}=")) {
                continue;
            }
            let values = match value {
                Value::Array(values) => values.iter().map(|value| value.as_str().unwrap().to_owned()).collect(),
                value => vec![value.to_string()],
            };
            values.iter().for_each(|value| query.push_str(&format!("&{name}={}", encoded(value))));
        }
        query.push_str(more);
        let key = format!("{operation:?}?{query}");
        self.known.borrow_mut().entry(key).or_insert_with(|| self.service.query(operation, &query)).clone()
    }

    /// Returns the parameters for the brands of a row.
    fn brand(&self, brand: &str) -> String {
        let labels = self.service.labels(&self.report.request);
        let labels = if brand == "all" { labels } else { vec![brand] };
        if labels.len() <= 20 {
            return labels.iter().map(|label| format!("&brand={}", encoded(label))).collect();
        }
        let others = self.service.brands.iter().filter(|brand| !labels.contains(&brand.label.as_str()));
        others.map(|brand| format!("&brand=-{}", encoded(&brand.label))).collect()
    }

    /// Returns the endpoint's value for a row.
    pub fn value(&self, row: &CsvRow) -> Value {
        use AccountOperation as Operation;
        let CsvRow { section, brand, dimension, key, metric, .. } = row;
        let (kind, all, own) = (self.report.request.kind, self.brand("all"), self.brand(brand));
        let labels = self.service.labels(&self.report.request);
        let by = |answer: Value, list: &str, member: &str, key: &str| {
            entry(&answer, list, member, key).unwrap_or_else(|| panic!("{row:?} is nowhere in {answer}"))
        };
        let at = |value: Value, location: &str| number(row, &value, &value["_meta"]["known"], location);
        let of = |entry: Value, location: &str| number(row, &entry, &entry["known"], location);
        let is_voice = metric.ends_with("_sov");
        match (*dimension, *section) {
            ("total", "share") if is_voice => {
                let answer = self.ask(Operation::TrendComparison, &format!("&by=brand{all}"));
                by(answer, "share_of_voice", "key", brand)[metric].clone()
            }
            ("total", "share") => {
                let answer = self.ask(Operation::MentionStats, &all);
                // Brands without mentions are not listed.
                by(answer, "by_brand", "key", brand)[metric].clone()
            }
            ("total", "volume") => at(self.ask(Operation::MentionStats, &own), &location(OF_STATS, metric)),
            ("total", _) => at(self.ask(Operation::Sentiment, &own), &location(OF_SENTIMENT, metric)),
            ("platform", "volume") => {
                let entry = by(self.ask(Operation::MentionStats, &own), "by_platform", "key", key);
                of(entry, &location_or_member(OF_ENTRY, metric))
            }
            ("platform", _) if kind == ReportKind::ShareOfVoice => {
                let answer = self.ask(Operation::MentionStats, &format!("{all}&platform={key}"));
                by(answer, "by_brand", "key", brand)[metric].clone()
            }
            ("platform" | "language" | "region", _) => {
                let answer = self.ask(Operation::SentimentBreakdown, &format!("{own}&by={dimension}&limit=20"));
                match key.as_str() {
                    "other" | "unknown" => answer[key.as_str()][metric].clone(),
                    key => of(by(answer, "data", "key", key), &location_or_member(OF_ENTRY, metric)),
                }
            }
            ("window", _) => {
                let window = self.report.request.window;
                let (first, last) = self.service.dates;
                Value::Bool(window.contains(last.add_days(3)) || window.from < first || window.to > last)
            }
            ("timeline", _) => {
                let point = by(self.ask(Operation::SentimentTimeline, &own), "data", "period", key);
                let day = |name: &str| Date::parse(point[name].as_str().unwrap()).unwrap();
                if *metric == "partial" {
                    let (first, last) = self.service.dates;
                    return Value::Bool(point["partial"] == true || day("start") < first || day("end") > last);
                }
                of(point, &location_or_member(OF_ENTRY, metric))
            }
            ("positive_topic" | "negative_topic", _) => {
                let answer = self.ask(Operation::Sentiment, &own);
                let list = dimension.trim_end_matches("_topic");
                by(answer["drivers"].clone(), list, "topic", key)["count"].clone()
            }
            ("topic", _) if kind == ReportKind::ShareOfVoice && (2..=5).contains(&labels.len()) => {
                let answer = self.ask(Operation::TrendComparison, &format!("&by=brand&limit=50{all}"));
                let column = answer["columns"].as_array().unwrap().iter().position(|column| column["key"] == **brand);
                let metric = match *metric {
                    "mentions" => "volume",
                    "scored_mentions" => "scored",
                    metric => metric,
                };
                by(answer, "rows", "topic", key)[metric][column.unwrap()].clone()
            }
            ("topic" | "emerging_topic", _) => {
                let operation = if *dimension == "topic" { Operation::Trends } else { Operation::EmergingTrends };
                let direction = if ["rising", "falling"].contains(section) && *dimension == "topic" {
                    format!("&direction={section}")
                } else {
                    String::new()
                };
                let answer = self.ask(operation, &format!("{own}{direction}&limit=50"));
                of(by(answer, "data", "topic", key), &location_or_member(OF_TOPIC, metric))
            }
            ("influencer", section) => {
                let sort = match section {
                    "by_mentions" => "mentions",
                    "by_views" => "views",
                    _ => "influence_score",
                };
                let answer = self.ask(Operation::Influencers, &format!("{own}&limit=100&sort={sort}"));
                of(by(answer, "data", "id", key), &location(OF_CREATOR, metric))
            }
            _ => panic!("no query for the row: {row:?}"),
        }
    }
}

fn encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

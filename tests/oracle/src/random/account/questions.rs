//! The special parameters of each operation.

use super::Maker;
use crate::account::{influencer_id, mention_id};
use crate::catalogue::OracleIndex;
use crate::date::add_days;
use crate::random::random_record;
use rand::seq::SliceRandom;
use serde_json::json;
use std::collections::BTreeSet;

/// The sort fields of mentions.
const SORTS: [&str; 4] = ["upload_date", "indexed_at", "views", "sentiment_score"];

/// Largest number of periods in a timeline.
const POINTS: i64 = 400;

impl Maker<'_> {
    pub(super) fn ask(&mut self, operation: &str) {
        match operation {
            "mention" => return self.put_mention(),
            "trend-comparison" => return self.compare(),
            "explain-change" => return self.explain(),
            "influencer" => {}
            "trends" | "emerging-trends" if self.chance(0.2) => self.put_early_window(),
            // Few mentions have few emerging topics.
            "emerging-trends" if self.chance(0.6) => {}
            _ => self.put_filters(operation != "influencer-mentions"),
        }
        if !self.parameters.contains_key("from") {
            self.put_brands();
            self.put_window();
        }
        match operation {
            "mentions" => self.list_mentions(),
            "mention-stats" => self.put_one_of("top", &[1, 3, 5, 20]),
            "sentiment" => {}
            "sentiment-timeline" => self.put_interval(),
            "sentiment-breakdown" => {
                self.put_one_of("by", &["platform", "language", "region", "region"]);
                self.put_one_of("limit", &[1, 2, 3, 10, 50]);
                self.put_one_of("sort", &["mentions", "average", "net_sentiment"]);
            }
            "influencers" => self.list_influencers(),
            "influencer" => self.put_influencer(),
            "influencer-mentions" => {
                self.put_influencer();
                self.list_mentions();
            }
            "trends" => {
                self.put_length();
                self.put_one_of("sort", &["volume", "score", "growth", "z_score"]);
                self.put_one_of("limit", &[1, 5, 20, 50]);
                if self.chance(0.3) {
                    self.put_one_of("direction", &["new", "rising", "stable", "falling", "unknown"]);
                }
            }
            "emerging-trends" => self.put_criteria(),
            _ => panic!("no operation is named '{operation}'"),
        }
    }

    fn put_order(&mut self, sorts: &[&str]) {
        self.put_one_of("sort", sorts);
        self.put_one_of("order", &["asc", "desc"]);
        self.put_one_of("limit", &[1, 10, 25, 100]);
    }

    fn list_mentions(&mut self) {
        self.put_order(&SORTS);
        if self.chance(0.15) {
            let time = self.some_mention().indexed_at.clone();
            self.put("indexed_after", json!(time));
        }
    }

    fn list_influencers(&mut self) {
        self.put_order(&[
            "mentions",
            "views",
            "subscriber_count",
            "engagement_rate",
            "sentiment",
            "influence_score",
            "influence_score",
        ]);
        let subscribers = |maker: &mut Self| {
            let key = maker.some_mention().influencer?;
            maker.account.creators[key].number("subscriber_count").filter(|count| *count < f64::from(u32::MAX))
        };
        let limits = [subscribers(self), subscribers(self)].map(|count| count.unwrap_or(10_000.0) as i64);
        if self.chance(0.2) {
            self.put("min_subscribers", json!(limits[0].min(limits[1])));
        }
        if self.chance(0.2) {
            self.put("max_subscribers", json!(limits[0].max(limits[1])));
        }
        if self.chance(0.2) {
            self.put_one_of("min_mentions", &[0, 1, 2, 5]);
        }
        if self.chance(0.25) {
            let creators = &self.account.creators;
            self.put_choice("country", |mention, _| {
                let creator = mention.influencer.map(|key| &creators[key]);
                creator.and_then(|creator| creator.text("country")).map(String::from).into_iter().collect()
            });
        }
    }

    /// Adds a visible mention, or sometimes one that is not visible.
    fn put_mention(&mut self) {
        let other = random_record(self.oracle, OracleIndex::BusinessIdeas, self.rng);
        let record = if self.chance(0.9) { self.anchor.record } else { other };
        self.put("id", json!(mention_id(&record.id)));
    }

    fn put_influencer(&mut self) {
        let other = random_record(self.oracle, OracleIndex::BusinessIdeas, self.rng);
        let key = if self.chance(0.95) { self.anchor.influencer } else { other.string("channel_uid") };
        self.put("id", json!(influencer_id(key.unwrap_or("nobody"))));
    }

    fn put_interval(&mut self) {
        let by_day = self.days().is_none_or(|days| days <= POINTS);
        let intervals = ["auto", "week", "month", if by_day { "day" } else { "auto" }];
        self.put_one_of("interval", &intervals);
    }

    fn put_length(&mut self) {
        if !self.parameters.contains_key("from") && self.chance(0.5) {
            self.put_one_of("window_days", &[7, 14, 30, 90, 180]);
        }
    }

    /// Adds criteria that are mostly weaker than the defaults, so that more topics qualify.
    fn put_criteria(&mut self) {
        self.put_length();
        self.put_one_of("min_support", &[1, 2, 3, 5]);
        self.put_one_of("min_videos", &[1, 1, 2, 3]);
        self.put_one_of("min_channels", &[1, 1, 2, 3]);
        self.put_one_of("min_z", &[0.0, 0.0, 0.5, 1.0, 2.5]);
        self.put_one_of("max_baseline_share_pct", &[0.5, 2.0, 5.0, 100.0]);
        self.put_one_of("limit", &[1, 10, 50]);
    }

    /// Adds a day around the anchor, or sometimes none. It may be near the beginning of the dataset.
    fn explain(&mut self) {
        if self.chance(0.7) {
            self.put_filters(true);
        }
        self.put_brands();
        if self.chance(0.85) {
            let ahead = self.choose(&[0, 0, 0, 1, 5, 20]);
            let date = if self.chance(0.8) { self.anchor.date } else { self.early_date() };
            self.put("date", json!(add_days(date, ahead)));
        }
        self.put_one_of("interval", &["day", "week"]);
        self.put_one_of("limit", &[1, 2, 5, 20]);
    }

    fn compare(&mut self) {
        self.put_filters(true);
        let by = if self.account.brands.len() < 2 { "period" } else { self.choose(&["brand", "period"]) };
        self.put("by", json!(by));
        if by == "brand" {
            let mut positions: Vec<usize> = (0..self.account.brands.len()).collect();
            positions.shuffle(self.rng);
            positions.truncate(self.choose(&[2, 2, 3, 5]));
            let names = positions.into_iter().map(|position| self.brand_name(position)).collect();
            self.put_list("brand", names);
            self.put_window();
        } else {
            if self.chance(0.5) {
                let position = self.choose(&self.anchor.brands);
                let name = self.brand_name(position);
                self.put_list("brand", BTreeSet::from([name]));
            }
            if self.chance(0.5) { self.put_periods() } else { self.put_window() }
        }
        if self.chance(0.3) {
            self.put_choice("topics", |mention, _| {
                mention.record.strings("topics").into_iter().map(String::from).collect()
            });
        } else {
            self.put_one_of("limit", &[1, 5, 10, 50]);
        }
    }

    /// Adds consecutive periods of one length, or arbitrary ones.
    fn put_periods(&mut self) {
        let (from, to) = self.window();
        let mut periods = BTreeSet::from([format!("{from}..{to}")]);
        let (is_even, days) = (self.chance(0.5), self.number(1..=60));
        let count = self.choose(&[2, 2, 3, 4]);
        let mut last = if is_even { add_days(&from, days - 1) } else { to };
        if is_even {
            periods = BTreeSet::from([format!("{from}..{last}")]);
        }
        while periods.len() < count {
            let gap = if is_even { 1 } else { self.number(-60..=30) };
            let from = add_days(&last, gap);
            last = add_days(&from, if is_even { days - 1 } else { self.number(0..=90) });
            periods.insert(format!("{from}..{last}"));
        }
        self.put_list("period", periods);
    }
}

//! The parts of a change in the number of mentions.

use super::creators::newest;
use super::mention::OracleMention;
use super::meta::meta;
use super::periods::periods;
use super::query_context::OracleContext;
use super::window::OracleWindow;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Days before the period that it is compared with.
const DAYS: i64 = 28;

/// A part with the parts of mentions that it has, as numerators of a common denominator.
#[derive(Clone, Copy, Default)]
struct Part {
    now: i128,
    before: i128,
}

/// The period, and all that its numbers are computed from.
struct Change<'a> {
    now: Vec<&'a OracleMention<'a>>,
    before: Vec<&'a OracleMention<'a>>,
    /// Number of periods before.
    periods: i128,
    /// The common denominator of the parts of mentions.
    denominator: i128,
    limit: usize,
}

/// Returns the answer of explained change.
pub fn explanation(context: &OracleContext) -> Value {
    let parameters = context.parameters;
    let interval = parameters.text("interval").unwrap_or("day");
    let last = context.account.dates.map_or(context.today, |(_, last)| last.min(context.today));
    let date = parameters.text("date").unwrap_or(last);
    let period = periods(interval, &OracleWindow::new(date, date)).remove(0);
    let mut before: Vec<OracleWindow> = Vec::new();
    for _ in 0..DAYS / period.days.days() {
        let earlier = before.last().unwrap_or(&period.days).before();
        match context.account.dates {
            Some((first, _)) if earlier.from.as_str() >= first => before.push(earlier),
            _ => break,
        }
    }
    let now = context.within(&period.days);
    let sizes = context.mentions.iter().map(|mention| topics(mention).len().max(1) as i128);
    let change = Change {
        before: before.iter().flat_map(|window| context.within(window)).collect(),
        periods: before.len() as i128,
        denominator: sizes.fold(1, least_common_multiple),
        limit: parameters.limit(5),
        now,
    };
    let whole = change.whole();
    let numbers = change.numbers(&[whole]).remove(0);
    let platforms = change.dimension(|mention| vec![mention.record.string("platform")], |_| None);
    let creators = change.dimension(
        |mention| vec![mention.influencer_id.as_deref()],
        |mentions| {
            let newest = newest(mentions.iter().map(|mention| mention.record)).expect("a mention");
            Some(json!({"name": newest.string("channel_name"), "platform": newest.string("platform")}))
        },
    );
    let videos = change.dimension(|mention| vec![Some(mention.video.id.as_str())], |_| None);
    let topics = change.dimension(
        |mention| {
            let topics = topics(mention);
            if topics.is_empty() { vec![None] } else { topics.into_iter().map(Some).collect() }
        },
        |_| None,
    );
    let compared = match before.len() {
        0 => ", without earlier periods to compare with".to_owned(),
        _ => compared(numbers["change"].as_f64().expect("a number")),
    };
    let main = [("video", &videos), ("creator", &creators), ("topic", &topics), ("platform", &platforms)]
        .into_iter()
        .find_map(|(name, dimension)| {
            let parts = dimension["data"].as_array().expect("a list").iter();
            let shares = parts.filter(|part| !part["key"].is_null()).filter_map(|part| part["share_pct"].as_f64());
            let largest = shares.max_by(f64::total_cmp).filter(|share| *share >= 50.0)?;
            Some(format!("; {largest} % of the difference are from one {name}"))
        })
        .filter(|_| !before.is_empty());
    let count = change.now.len();
    let summary = format!(
        "{count} mention{} {} {}{compared}{}.",
        if count == 1 { "" } else { "s" },
        if interval == "day" { "on" } else { "in" },
        period.name,
        main.unwrap_or_default(),
    );
    json!({
        "object": "change_explanation",
        "interval": interval,
        "period": period.name,
        "summary": summary,
        "mentions": count,
        "baseline": match before.len() {
            0 => Value::Null,
            periods => json!({"periods": periods, "mean": numbers["baseline"]}),
        },
        "change": numbers["change"],
        "platforms": platforms,
        "creators": creators,
        "videos": videos,
        "topics": topics,
        "meta": meta(context, &period.days, count),
    })
}

fn compared(change: f64) -> String {
    match change {
        0.0 => ", as many as usual".to_owned(),
        more if more > 0.0 => format!(", {more} more than usual"),
        fewer => format!(", {} fewer than usual", -fewer),
    }
}

fn topics<'a>(mention: &OracleMention<'a>) -> BTreeSet<&'a str> {
    mention.record.strings("topics").into_iter().collect()
}

fn least_common_multiple(a: i128, b: i128) -> i128 {
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a / divisor * b
}

impl<'a> Change<'a> {
    fn whole(&self) -> Part {
        let [now, before] = [&self.now, &self.before].map(|mentions| mentions.len() as i128 * self.denominator);
        Part { now, before }
    }

    /// Returns the difference to the mean, as a numerator of the denominator times the periods.
    fn difference(&self, part: Part) -> i128 {
        part.now * self.periods.max(1) - part.before
    }

    /// Returns the parts by the keys of mentions. `channel` returns the channel of a known part's mentions.
    fn dimension<'k>(
        &'k self,
        keys: impl Fn(&'k OracleMention<'a>) -> Vec<Option<&'k str>>,
        channel: impl Fn(&[&'a OracleMention<'a>]) -> Option<Value>,
    ) -> Value {
        let mut parts: BTreeMap<Option<&str>, (Part, Vec<&'a OracleMention<'a>>)> = BTreeMap::new();
        for (mentions, is_now) in [(&self.now, true), (&self.before, false)] {
            for mention in mentions {
                let keys = keys(mention);
                let portion = self.denominator / keys.len() as i128;
                for key in keys {
                    let (part, own) = parts.entry(key).or_default();
                    *if is_now { &mut part.now } else { &mut part.before } += portion;
                    own.push(mention);
                }
            }
        }
        let mut parts: Vec<_> = parts.into_iter().collect();
        // The sort is stable, so ties stay sorted by key.
        parts.sort_by_key(|(_, (part, _))| std::cmp::Reverse(self.difference(*part).abs()));
        let rest = parts.split_off(self.limit.min(parts.len()));
        let other = rest.iter().fold(Part::default(), |sum, (_, (part, _))| Part {
            now: sum.now + part.now,
            before: sum.before + part.before,
        });
        let listed: Vec<Part> = parts.iter().map(|(_, (part, _))| *part).chain([other]).collect();
        let mut numbers = self.numbers(&listed);
        let other = numbers.pop();
        for ((key, (_, mentions)), numbers) in parts.iter().zip(&mut numbers) {
            numbers["key"] = json!(key);
            if let Some(channel) = key.and_then(|_| channel(mentions)) {
                numbers["channel"] = channel;
            }
        }
        json!({"data": numbers, "other": other})
    }

    /// Returns the rounded numbers of parts.
    fn numbers(&self, parts: &[Part]) -> Vec<Value> {
        let periods = self.periods.max(1);
        let mentions = rounded(parts.iter().map(|part| part.now).collect(), self.denominator);
        let baseline = rounded(parts.iter().map(|part| part.before).collect(), self.denominator * periods);
        let differences = || parts.iter().map(|part| self.difference(*part));
        let whole: i128 = differences().sum();
        let shares = match whole {
            0 => vec![None; parts.len()],
            _ => {
                let percents = differences().map(|difference| 100 * difference * whole.signum()).collect();
                rounded(percents, whole.abs()).into_iter().map(Some).collect()
            }
        };
        let rows = mentions.into_iter().zip(baseline).zip(shares);
        rows.map(|((mentions, baseline), share)| {
            json!({
                "mentions": decimal(mentions),
                "baseline": (self.periods > 0).then(|| decimal(baseline)),
                "change": decimal(mentions - baseline),
                "share_pct": share.map(decimal),
            })
        })
        .collect()
    }
}

fn decimal(hundredths: i128) -> f64 {
    hundredths as f64 / 100.0
}

/// Returns fractions in hundredths. All but the last hundredths are cut off; then, as long as the sum is too small, the
/// first of those that lost most gets one.
fn rounded(numerators: Vec<i128>, denominator: i128) -> Vec<i128> {
    let sum: i128 = 100 * numerators.iter().sum::<i128>();
    let half = if sum < 0 { -denominator } else { denominator };
    let target = (2 * sum + half) / (2 * denominator);
    let mut lost: Vec<i128> = numerators.iter().map(|numerator| (100 * numerator).rem_euclid(denominator)).collect();
    let mut cut: Vec<i128> =
        numerators.iter().zip(&lost).map(|(numerator, lost)| (100 * numerator - lost) / denominator).collect();
    while cut.iter().sum::<i128>() < target {
        let most = *lost.iter().max().expect("a fraction");
        let first = lost.iter().position(|lost| *lost == most).expect("the largest");
        cut[first] += 1;
        lost[first] = -1;
    }
    cut
}

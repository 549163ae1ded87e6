//! Compares topics of brands, or of windows.

use super::counts::{average, by_value, change, known, of_brand, percent, sum_of, videos};
use super::mention::OracleMention;
use super::meta::meta;
use super::query_context::{OracleContext, positions};
use super::reply::OracleProblem;
use super::sentiment_sums::SentimentSums;
use super::window::{OracleWindow, window};
use crate::number::{optional, round};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// One side of a comparison.
struct Column<'a> {
    key: String,
    brand: Option<usize>,
    window: OracleWindow,
    mentions: Vec<&'a OracleMention<'a>>,
    topics: BTreeMap<&'a str, Vec<&'a OracleMention<'a>>>,
}

impl<'a> Column<'a> {
    fn new(
        key: String,
        brand: Option<usize>,
        window: &OracleWindow,
        mentions: Vec<&'a OracleMention<'a>>,
    ) -> Column<'a> {
        let topics = by_value(&mentions, "topics");
        Column { key, brand, window: window.clone(), mentions, topics }
    }

    fn volume(&self, topic: &str) -> usize {
        self.topics.get(topic).map_or(0, Vec::len)
    }

    fn per_day(&self, count: usize) -> f64 {
        round(count as f64 / self.window.days() as f64, 2)
    }
}

/// Returns the answer of trend comparison.
pub fn comparison(context: &OracleContext) -> Result<Value, OracleProblem> {
    let by = context.parameters.text("by").expect("by");
    let columns = if by == "brand" { brands(context)? } else { periods(context)? };
    let lengths: BTreeSet<i64> = columns.iter().map(|column| column.window.days()).collect();
    let is_uneven = lengths.len() > 1;

    let described = columns.iter().map(|column| {
        let mut entry = json!({
            "key": column.key,
            "brand_id": column.brand.map(|brand| &context.account.brands[brand].id),
            "from": column.window.from,
            "to": column.window.to,
            "mentions": column.mentions.len(),
            "views": sum_of(&column.mentions, "views"),
            "average_sentiment": average(&column.mentions),
        });
        if is_uneven {
            entry["per_day"] = json!(column.per_day(column.mentions.len()));
        }
        entry
    });
    let topics = topics(context, &columns);
    let scored_of = |topic: &&str| -> Vec<i64> {
        columns.iter().map(|column| column.topics.get(topic).map_or(0, |own| SentimentSums::of(own).scored)).collect()
    };
    let basis = json!({
        "known_by": columns.iter().map(|column| known(&column.mentions)).collect::<Vec<Value>>(),
        "scored_by_topic": topics.iter().map(scored_of).collect::<Vec<_>>(),
    });
    let rows = topics.into_iter().map(|topic| row(topic, &columns, is_uneven));

    let first = columns.iter().map(|column| &column.window.from).min().expect("columns");
    let last = columns.iter().map(|column| &column.window.to).max().expect("columns");
    let mentions = columns.iter().map(|column| column.mentions.len()).sum();
    let mut meta = meta(context, &OracleWindow::new(first, last), mentions);
    let is_running = columns.iter().any(|column| column.window.holds(context.today));
    meta["partial_periods"] = if is_running { json!([context.today]) } else { json!([]) };
    Ok(json!({
        "object": "trend_comparison",
        "by": by,
        "columns": described.collect::<Vec<Value>>(),
        "share_of_voice": voices(&columns),
        "rows": rows.collect::<Vec<Value>>(),
        "meta": meta,
        "_meta": basis,
    }))
}

/// Returns a column for each brand, in the order of the query.
fn brands<'a>(context: &OracleContext<'a>) -> Result<Vec<Column<'a>>, OracleProblem> {
    let window = window(context)?;
    let mentions = context.within(&window);
    let brands = positions(context.account, &context.parameters.list("brand"))?;
    let columns = brands.into_iter().map(|brand| {
        let label = context.account.brands[brand].label.clone();
        Column::new(label, Some(brand), &window, of_brand(&mentions, brand))
    });
    Ok(columns.collect())
}

/// Returns a column for each window, in the order of the query. The default is the window and the previous one.
fn periods<'a>(context: &OracleContext<'a>) -> Result<Vec<Column<'a>>, OracleProblem> {
    let given = context.parameters.list("period");
    let windows: Vec<OracleWindow> = if given.is_empty() {
        let window = window(context)?;
        vec![window.before(), window]
    } else {
        let ends = given.iter().map(|period| period.split_once("..").expect("two dates"));
        ends.map(|(from, to)| OracleWindow::new(from, to)).collect()
    };
    let brand = if let [brand] = context.brands.as_slice() { Some(*brand) } else { None };
    let columns = windows.iter().map(|window| {
        let key = format!("{}..{}", window.from, window.to);
        Column::new(key, brand, window, context.within(window))
    });
    Ok(columns.collect())
}

/// Returns the requested topics, or those with the most mentions in all columns together.
fn topics<'a>(context: &'a OracleContext, columns: &[Column<'a>]) -> Vec<&'a str> {
    let given = context.parameters.list("topics");
    if !given.is_empty() {
        return given;
    }
    let names: BTreeSet<&str> = columns.iter().flat_map(|column| column.topics.keys()).copied().collect();
    let mut names: Vec<&str> = names.into_iter().collect();
    // The sort is stable, so topics with equal counts stay sorted by name.
    names.sort_by_key(|name| std::cmp::Reverse(columns.iter().map(|column| column.volume(name)).sum::<usize>()));
    names.truncate(context.parameters.limit(10));
    names
}

fn row(topic: &str, columns: &[Column], is_uneven: bool) -> Value {
    let volumes: Vec<usize> = columns.iter().map(|column| column.volume(topic)).collect();
    let cells = || columns.iter().zip(&volumes);
    let shares = cells().map(|(column, volume)| percent(*volume as i64, column.mentions.len() as i64));
    let averages = columns.iter().map(|column| column.topics.get(topic).map_or(Value::Null, |m| average(m)));
    let delta = change(volumes[volumes.len() - 1] as f64, volumes[0] as f64);
    let mut row = json!({
        "topic": topic,
        "volume": volumes,
        "share_pct": shares.collect::<Vec<f64>>(),
        "average_sentiment": averages.collect::<Vec<Value>>(),
        "delta_pct": optional(delta),
    });
    if is_uneven {
        row["per_day"] = cells().map(|(column, volume)| column.per_day(*volume)).collect();
    }
    row
}

/// Returns the share of each column in the sum over all columns.
fn voices(columns: &[Column]) -> Value {
    let parts = |measure: fn(&Column) -> i64| -> Vec<f64> {
        let whole = columns.iter().map(measure).sum();
        columns.iter().map(|column| percent(measure(column), whole)).collect()
    };
    let mentions = parts(|column| column.mentions.len() as i64);
    let volume = parts(|column| videos(&column.mentions).len() as i64);
    let reach = parts(|column| sum_of(&column.mentions, "views"));
    let voices = columns.iter().enumerate().map(|(at, column)| {
        json!({"key": column.key, "mention_sov": mentions[at], "volume_sov": volume[at], "reach_sov": reach[at]})
    });
    voices.collect()
}

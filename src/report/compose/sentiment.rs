//! Sections about tone.

use super::answers::{decimal, is_unsure, items, scored, text, whole};
use super::page::{
    CsvKey, ReportDraft, TableMetric, add_row, bars, by_mentions, lines, partial_note, parts, period_cell, periods,
    resting_on, statement, table,
};
use super::volume::timelines;
use super::words::{self, cell, difference, percent};
use crate::base::order;
use crate::report::content::{Chart, ChartKind, Section, Sentence};
use crate::report::questions::QuestionSubject;
use serde_json::Value;

const TONE: &[TableMetric] = &[
    ("/scored_mentions", "scored_mentions", "Scored", cell),
    ("/average", "average", "Average tone", cell),
    ("/net_sentiment", "net_sentiment", "Net sentiment", cell),
    ("/counts/positive", "positive", "Positive", cell),
    ("/counts/neutral", "neutral", "Neutral", cell),
    ("/counts/negative", "negative", "Negative", cell),
    ("/counts/unknown", "unknown", "Not rated", cell),
    ("/change/average", "average_change", "Change of average", difference),
];
const FURTHER: &[TableMetric] = &[
    ("/reach_weighted_average", "reach_weighted_average", "", cell),
    ("/_meta/known/weighted_mentions", "weighted_mentions", "", cell),
    ("/change/net_sentiment", "net_sentiment_change", "", cell),
    ("/percentages/positive", "positive_pct", "", cell),
    ("/percentages/neutral", "neutral_pct", "", cell),
    ("/percentages/negative", "negative_pct", "", cell),
];
const POINT: &[TableMetric] = &[
    ("/mentions", "mentions", "Mentions", cell),
    ("/_known/scored_mentions", "scored_mentions", "Scored", cell),
    ("/average", "average", "Average tone", cell),
    ("/net_sentiment", "net_sentiment", "Net sentiment", cell),
];
const PART: &[TableMetric] = &[
    ("/mentions", "mentions", "Mentions", cell),
    ("/share_pct", "share_pct", "Share of mentions", percent),
    ("/_known/scored_mentions", "scored_mentions", "Scored", cell),
    ("/average", "average", "Average tone", cell),
    ("/net_sentiment", "net_sentiment", "Net sentiment", cell),
];
const REST: &[TableMetric] =
    &[("/mentions", "mentions", "Mentions", cell), ("/share_pct", "share_pct", "Share", percent)];
const DRIVER: &[TableMetric] = &[("/count", "mentions", "Mentions", cell)];
/// The number of topics that a sentence names, for positive and for negative mentions each.
const DRIVERS_TOLD: usize = 2;

/// Composes tone by brand, tone over time, and its topics.
pub fn overview(page: &mut ReportDraft<'_>, section: &'static str) -> Section {
    let mut overview = by_brand(page, section);
    let over_time = timelines(page, section, POINT);
    overview.charts.push(lines(page, "Average tone over time", "average tone, -1 to 1", &over_time, "/average"));
    overview.tables.push(periods(page, "Average tone by period", &over_time, "/average", cell));
    overview.tables.extend(drivers(page, section).tables);
    overview
}

/// Composes tone by brand.
pub fn by_brand(page: &mut ReportDraft<'_>, section: &'static str) -> Section {
    let mut brands = table("Tone by brand", "Brand", TONE);
    for whose in page.whose() {
        let (label, tone) = (page.label(whose), page.of(QuestionSubject::Sentiment, whose));
        add_row(&mut brands, if whose.is_none() { "All" } else { label }, tone, TONE);
        let of = CsvKey { section, brand: label, dimension: "total", key: "all" };
        page.record(&of, tone, TONE);
        page.record(&of, tone, FURTHER);
    }
    let tone = page.of(QuestionSubject::Sentiment, None);
    let by_brand = by_mentions(page.each(QuestionSubject::Sentiment), "/meta/mentions");
    Section {
        title: "Sentiment".to_owned(),
        reading: extremes(page).unwrap_or_else(|| split(tone)),
        charts: vec![labels("Positive, neutral and negative mentions", &by_brand)],
        tables: vec![brands],
    }
}

/// Creates the chart of positive, neutral and negative mentions, as shares of rated mentions.
fn labels(title: &str, of: &[(&str, &Value)]) -> Chart {
    let label = |place: &'static str| move |tone: &Value| decimal(tone, place);
    let labels = [
        ("positive", label("/counts/positive")),
        ("neutral", label("/counts/neutral")),
        ("negative", label("/counts/negative")),
    ];
    parts(ChartKind::Shares, title, "share of rated mentions", of, &labels)
}

/// Writes the sentence about the shares of positive, neutral and negative mentions.
fn split(tone: &Value) -> Sentence {
    if labelled(tone) == 0 {
        return statement("No mention of this period has a tone.", false);
    }
    let percentage = |label: &str| percent(tone.pointer(&format!("/percentages/{label}")));
    let text = format!(
        "Of the {}, {} are positive, {} neutral and {} negative.",
        words::count(labelled(tone), "rated mention", "rated mentions"),
        percentage("positive"),
        percentage("neutral"),
        percentage("negative")
    );
    resting_on(labelled(tone), text)
}

/// Returns the number of rated mentions.
fn labelled(tone: &Value) -> u64 {
    ["/counts/positive", "/counts/neutral", "/counts/negative"].map(|place| whole(tone, place)).iter().sum()
}

/// Writes the sentence about the brands with the best and the worst tone.
pub fn extremes(page: &ReportDraft<'_>) -> Option<Sentence> {
    let mut brands = page.each(QuestionSubject::Sentiment);
    brands.retain(|(_, tone)| decimal(tone, "/average").is_some());
    let average = |tone: &Value| decimal(tone, "/average").unwrap_or_default();
    order::sort_by(&mut brands, |(_, one), (_, other)| average(other).total_cmp(&average(one)));
    let [(best, highest), .., (worst, lowest)] = brands.as_slice() else { return None };
    if average(highest) == average(lowest) {
        let text = format!("All brands with a tone have the same average: {}.", cell(highest.pointer("/average")));
        return Some(resting_on(scored(highest).min(scored(lowest)), text));
    }
    let says = |tone: &Value| format!("an average of {}", cell(tone.pointer("/average")));
    let (best, worst) = (words::name(best), words::name(worst));
    let text = format!("{best} has the best tone, with {}; {worst} the worst, with {}.", says(highest), says(lowest));
    Some(resting_on(scored(highest).min(scored(lowest)), text))
}

/// Composes tone over time.
pub fn timeline(page: &mut ReportDraft<'_>, section: &'static str) -> Section {
    let over_time = timelines(page, section, POINT);
    let all = page.of(QuestionSubject::Timeline, None);
    let points = items(all, "/data");
    let mut by_period = table("Tone by period", "Period", POINT);
    points.iter().for_each(|point| add_row(&mut by_period, &period_cell(page, point), point, POINT));
    by_period.note = partial_note(page, points);
    let mut told: Vec<&Value> = points.iter().filter(|point| decimal(point, "/average").is_some()).collect();
    let average = |point: &&Value| decimal(point, "/average").unwrap_or_default();
    order::sort_by(&mut told, |one, other| average(other).total_cmp(&average(one)));
    let says = |point: &Value| {
        format!(
            "{} ({} over {})",
            words::during(text(point, "/period")),
            cell(point.pointer("/average")),
            words::count(scored(point), "scored mention", "scored mentions")
        )
    };
    let reading = match told.as_slice() {
        [] => statement("No mention of this period has a tone.", false),
        [only] => resting_on(scored(only), format!("There is a tone {} alone.", says(only))),
        [best, .., worst] => resting_on(
            scored(best).min(scored(worst)),
            format!("The tone was best {} and worst {}.", says(best), says(worst)),
        ),
    };
    let mut tables = vec![by_period];
    if page.context.brands.len() > 1 {
        tables.push(periods(page, "Average tone by brand", &over_time, "/average", cell));
    }
    Section {
        title: "Over time".to_owned(),
        reading,
        charts: vec![
            lines(page, "Average tone over time", "average tone, -1 to 1", &over_time, "/average"),
            lines(page, "Mentions over time", "mentions", &over_time, "/mentions"),
        ],
        tables,
    }
}

/// Composes tone by platform, language or region.
pub fn breakdown(page: &mut ReportDraft<'_>, section: &'static str, by: &'static str) -> Section {
    let answer = page.of(QuestionSubject::Breakdown(by), None);
    let brand = page.label(None);
    let mut told = table(format!("Tone by {by}"), words::heading(by), PART);
    let shown: Vec<(&str, &Value)> =
        items(answer, "/data").iter().map(|part| (words::part(text(part, "/key")), part)).collect();
    let is_low = |part: &Value| part.get("low_confidence") == Some(&Value::Bool(true));
    for (name, part) in &shown {
        add_row(&mut told, &if is_low(part) { format!("{name} *") } else { (*name).to_owned() }, part, PART);
        page.record(&CsvKey { section, brand, dimension: by, key: text(part, "/key") }, part, PART);
    }
    for rest in ["other", "unknown"] {
        let numbers = answer.get(rest).unwrap_or(&Value::Null);
        if whole(numbers, "/mentions") > 0 {
            add_row(&mut told, words::heading(rest), numbers, PART);
            page.record(&CsvKey { section, brand, dimension: by, key: rest }, numbers, REST);
        }
    }
    let any_low = shown.iter().any(|(_, part)| is_low(part));
    told.note = any_low.then(|| "* Low confidence: fewer than 20 mentions.".to_owned());
    let reading = match shown.first() {
        Some((name, part)) => {
            let tone = part.get("average").filter(|average| average.is_number());
            let tone = tone.map_or_else(String::new, |_| {
                let of = words::count(scored(part), "scored mention", "scored mentions");
                format!(" and an average tone of {} over {of}", cell(part.get("average")))
            });
            let mentions = words::count(whole(part, "/mentions"), "mention", "mentions");
            let has = if by == "platform" {
                format!("{name} has")
            } else {
                format!("The most frequent {by} is {name}, with")
            };
            statement(format!("{has} {mentions} ({}){tone}.", percent(part.get("share_pct"))), is_low(part))
        }
        None if whole(answer, "/unknown/mentions") > 0 => {
            statement(format!("The {by} of these mentions is not known."), is_unsure(answer))
        }
        None => statement("Nothing was said in this period.", false),
    };
    Section {
        title: format!("By {by}"),
        reading,
        charts: vec![labels(&format!("Positive, neutral and negative mentions by {by}"), &shown)],
        tables: vec![told],
    }
}

/// Composes the topics of positive and of negative mentions.
pub fn drivers(page: &mut ReportDraft<'_>, section: &'static str) -> Section {
    let tone = page.of(QuestionSubject::Sentiment, None);
    let brand = page.label(None);
    let (mut tables, mut charts) = (Vec::new(), Vec::new());
    for (place, dimension, title) in [
        ("/drivers/positive", "positive_topic", "Topics of positive mentions"),
        ("/drivers/negative", "negative_topic", "Topics of negative mentions"),
    ] {
        let topics: Vec<(&str, &Value)> =
            items(tone, place).iter().map(|topic| (text(topic, "/topic"), topic)).collect();
        let mut listed = table(title, "Topic", DRIVER);
        for (key, topic) in &topics {
            add_row(&mut listed, key, topic, DRIVER);
            page.record(&CsvKey { section, brand, dimension, key }, topic, DRIVER);
        }
        charts.push(bars(title, "mentions", &topics, "/count"));
        tables.push(listed);
    }
    let reading = about(tone).unwrap_or_else(|| statement("No positive or negative mention has a topic.", false));
    Section { title: "Drivers".to_owned(), reading, charts, tables }
}

/// Writes the sentence about the topics of positive and negative mentions.
pub fn about(tone: &Value) -> Option<Sentence> {
    let topics = |place: &str| {
        let told = items(tone, place).iter().take(DRIVERS_TOLD);
        let told: Vec<String> = told
            .map(|topic| format!("{} ({})", words::quoted(text(topic, "/topic")), cell(topic.pointer("/count"))))
            .collect();
        words::names(&told)
    };
    let (positive, negative) = (topics("/drivers/positive"), topics("/drivers/negative"));
    let [of_positive, of_negative] = ["/counts/positive", "/counts/negative"].map(|place| whole(tone, place));
    let statement = match (positive.is_empty(), negative.is_empty()) {
        (false, false) => resting_on(
            of_positive.min(of_negative),
            format!("Positive mentions are most often about {positive}, negative ones about {negative}."),
        ),
        (false, true) => resting_on(of_positive, format!("Positive mentions are most often about {positive}.")),
        (true, false) => resting_on(of_negative, format!("Negative mentions are most often about {negative}.")),
        (true, true) => return None,
    };
    Some(statement)
}

/// Writes the sentence about tone and its change.
pub fn reading(page: &ReportDraft<'_>, tone: &Value) -> Sentence {
    if labelled(tone) == 0 {
        return statement("No mention of this period has a tone.", false);
    }
    let average = match tone.pointer("/average") {
        Some(Value::Number(average)) => format!("The average tone is {}", words::number(average)),
        _ => "The mentions have labels, but no scores".to_owned(),
    };
    let before = page.before();
    let moved = page.change(tone, "/change/average").map_or_else(String::new, |moved| match moved.as_f64() {
        Some(0.0) => format!(", the same as in {before}"),
        Some(_) => {
            let text = cell(Some(moved));
            match text.strip_prefix('-') {
                Some(size) => format!(", {size} lower than in {before}"),
                None => format!(", {text} higher than in {before}"),
            }
        }
        None => String::new(),
    });
    let [positive, neutral, negative] =
        ["positive", "neutral", "negative"].map(|label| cell(tone.pointer(&format!("/counts/{label}"))));
    let net = cell(tone.pointer("/net_sentiment"));
    let said = format!("{positive} positive, {neutral} neutral, {negative} negative (net sentiment {net})");
    resting_on(labelled(tone), format!("{average}{moved}: {said}."))
}

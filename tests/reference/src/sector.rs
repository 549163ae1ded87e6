//! Share of voice: the mentions that count for each brand, and their sums.
//!
//! Terms are matched with the dictionaries of names first, so that the cost of matching does not depend on the number
//! of mentions. The mentions of the found names are then counted in one pass.

use super::from_rows;
use overheard::base::date::Month;
use overheard::base::matching::names_brand;
use overheard::base::text::{name_form, name_tokens, tokens};
use overheard::guard::request::{Brand, SectorRequest};
use overheard::query::answer::{BrandMonth, Outcome, share_of_voice};
use overheard::spec::answer::sector::TopicCount;
use overheard::spec::limits::TOP_TOPICS;
use overheard::sql::{Row, Sql, Statement, Store, StoreError, exactly};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
struct TokenRow {
    brand_name: String,
}

#[derive(Deserialize)]
struct TermRow {
    field: String,
    value: String,
    norm: String,
}

#[derive(Deserialize)]
struct MonthRow {
    brand: usize,
    month: String,
    unique_videos: u64,
    mentions: u64,
    views: Option<u64>,
    viewed: u64,
    scored: u64,
    score: Option<i64>,
}

#[derive(Deserialize)]
struct TopicRow {
    brand: usize,
    month: String,
    topic: String,
    mentions: u64,
}

/// A name that counts for a brand: the brand's position in the request, the column that holds it, and the name.
type Wanted = (usize, &'static str, String);

pub(super) async fn answer<S: Store>(store: &S, request: &SectorRequest) -> Result<Outcome, StoreError> {
    let [names, items] = exactly(store.batch(vec![names(request), items(request)]).await?)?;
    let wanted = wanted(&request.brands, &from_rows(names)?, &from_rows(items)?);
    let [months, topics] = if wanted.is_empty() {
        [Vec::new(), Vec::new()]
    } else {
        let counted = Counted { request, wanted: &wanted };
        exactly(store.batch(vec![counted.months(), counted.topics()]).await?)?
    };
    Ok(share_of_voice(request, months_of_brands(request, months, topics)?))
}

/// Selects brand names that share a token with a term.
fn names(request: &SectorRequest) -> Statement {
    let words: BTreeSet<String> = terms(request).flat_map(|term| name_tokens(term)).collect();
    let words: Vec<String> = words.into_iter().collect();
    let mut sql = Sql::new("SELECT DISTINCT brand_name FROM reference_brand_token WHERE token IN ");
    sql.bind_list(&words);
    sql.finish()
}

/// Selects components and topics that equal a term, token by token.
fn items(request: &SectorRequest) -> Statement {
    let norms: BTreeSet<String> = terms(request).map(|term| name_form(term)).collect();
    let norms: Vec<String> = norms.into_iter().collect();
    let mut sql = Sql::new("SELECT field, value, norm FROM reference_term WHERE norm IN ");
    sql.bind_list(&norms);
    sql.push(" AND field IN ('mention.components', 'mention.topics')");
    sql.finish()
}

fn terms(request: &SectorRequest) -> impl Iterator<Item = &String> {
    request.brands.iter().flat_map(|brand| &brand.terms)
}

fn wanted(brands: &[Brand], names: &[TokenRow], items: &[TermRow]) -> Vec<Wanted> {
    let names: Vec<(&String, Vec<String>)> =
        names.iter().map(|row| (&row.brand_name, name_tokens(&row.brand_name))).collect();
    let mut wanted: BTreeSet<Wanted> = BTreeSet::new();
    for (position, brand) in brands.iter().enumerate() {
        for term in brand.terms.iter().map(|term| name_tokens(term)) {
            for (name, name_tokens) in &names {
                if names_brand(&term, name_tokens, brand.exact) {
                    wanted.insert((position, "brand_name", (*name).clone()));
                }
            }
            let norm = term.join(" ");
            for item in items.iter().filter(|item| item.norm == norm) {
                let column = if item.field == "mention.components" { "components" } else { "topics" };
                wanted.insert((position, column, item.value.clone()));
            }
        }
    }
    wanted.into_iter().collect()
}

/// The mentions that count, once per brand, however many of its names they have.
struct Counted<'a> {
    request: &'a SectorRequest,
    wanted: &'a [Wanted],
}

impl Counted<'_> {
    /// Appends `WITH … counted(brand, num)`: the brand's position and the mention.
    fn push(&self, sql: &mut Sql) {
        let (from, to) = (self.request.from_date.to_string(), self.request.to_date.to_string());
        sql.push(
            "WITH wanted AS MATERIALIZED (SELECT json_extract(value, '$[0]') AS brand, json_extract(value, '$[1]') AS field, \
             json_extract(value, '$[2]') AS name FROM json_each(",
        );
        sql.bind(serde_json::json!(self.wanted).to_string());
        sql.push(")), span AS (SELECT ").bind(from).push(" AS first, ").bind(to).push(" AS last), ");
        for (table, contexts) in [
            ("context AS", self.contexts(|brand| &brand.must_context)),
            (")), excluded AS", self.contexts(|brand| &brand.must_not_context)),
        ] {
            sql.push(&format!(
                "{table} MATERIALIZED (SELECT json_extract(value, '$[0]') AS brand, \
                 json_extract(value, '$[1]') AS entry, json_extract(value, '$[2]') AS token FROM json_each("
            ));
            sql.bind(serde_json::json!(contexts).to_string());
        }
        let in_span = "d.upload_date BETWEEN (SELECT first FROM span) AND (SELECT last FROM span)";
        sql.push(&format!(
            ")), named AS MATERIALIZED (\
             SELECT wanted.brand, d.num FROM wanted CROSS JOIN reference_mention AS d ON d.brand_name = wanted.name \
             WHERE wanted.field = 'brand_name' AND {in_span}"
        ));
        for field in ["components", "topics"] {
            sql.push(&format!(
                " UNION SELECT wanted.brand, d.num FROM wanted CROSS JOIN reference_mention_{field} AS item ON item.value = wanted.name \
                 CROSS JOIN reference_mention AS d ON d.num = item.num WHERE wanted.field = '{field}' AND {in_span}"
            ));
        }
        let texts: Vec<String> =
            ["d.search_context", "d.search_components", "d.search_topics", "v.search_title", "v.search_tags"]
                .iter()
                .map(|column| format!("' ' || {column} || ' '"))
                .collect();
        let texts = texts.join(" || ");
        // A context is satisfied if none of its tokens is missing.
        let satisfied = |table: &str| {
            format!(
                "EXISTS (SELECT 1 FROM {table} AS entry WHERE entry.brand = named.brand AND NOT EXISTS (\
                 SELECT 1 FROM {table} AS word WHERE word.brand = entry.brand AND word.entry = entry.entry \
                 AND instr({texts}, ' ' || word.token || ' ') = 0))"
            )
        };
        let (required, excluded) = (satisfied("context"), satisfied("excluded"));
        sql.push(&format!(
            "), counted AS (\
             SELECT brand, num FROM named WHERE brand NOT IN (SELECT brand FROM context UNION SELECT brand FROM excluded) \
             UNION ALL \
             SELECT named.brand, named.num FROM named JOIN reference_mention AS d ON d.num = named.num \
             JOIN reference_video AS v ON v.video_id = d.video_id \
             WHERE (named.brand IN (SELECT brand FROM context) OR named.brand IN (SELECT brand FROM excluded)) \
             AND (named.brand NOT IN (SELECT brand FROM context) OR {required}) AND NOT {excluded})"
        ));
    }

    /// Returns the brand position, entry position and token of every entry of a list of the brands.
    fn contexts(&self, list: fn(&Brand) -> &Vec<String>) -> Vec<(usize, usize, String)> {
        let mut contexts = Vec::new();
        for (brand_position, brand) in self.request.brands.iter().enumerate() {
            for (entry_position, entry) in list(brand).iter().enumerate() {
                let tokens = tokens(entry).into_iter();
                contexts.extend(tokens.map(|token| (brand_position, entry_position, token)));
            }
        }
        contexts
    }

    /// Selects videos, occurrences, views and scores per brand and month. A video belongs to one month, so months add
    /// up.
    fn months(&self) -> Statement {
        let mut sql = Sql::default();
        self.push(&mut sql);
        sql.push(
            ", per_video AS (SELECT counted.brand AS brand, d.video_id AS video_id, \
             substr(min(d.upload_date), 1, 7) AS month, sum(d.occurrences) AS mentions, \
             count(d.sentiment_score) AS scored, sum(d.sentiment_score) AS score \
             FROM counted JOIN reference_mention AS d ON d.num = counted.num GROUP BY counted.brand, d.video_id) \
             SELECT p.brand AS brand, p.month AS month, count(*) AS unique_videos, sum(p.mentions) AS mentions, \
             sum(v.views) AS views, count(v.views) AS viewed, sum(p.scored) AS scored, sum(p.score) AS score \
             FROM per_video AS p JOIN reference_video AS v ON v.video_id = p.video_id GROUP BY p.brand, p.month",
        );
        sql.finish()
    }

    /// Selects the most frequent topics per brand and month.
    fn topics(&self) -> Statement {
        let mut sql = Sql::default();
        self.push(&mut sql);
        sql.push(&format!(
            ", per_topic AS (SELECT counted.brand AS brand, substr(d.upload_date, 1, 7) AS month, \
             topic.value AS topic, count(*) AS mentions FROM counted JOIN reference_mention AS d ON d.num = counted.num \
             JOIN json_each(d.topics) AS topic GROUP BY 1, 2, 3), \
             ranked AS (SELECT *, row_number() OVER (PARTITION BY brand, month ORDER BY mentions DESC, topic) AS rank \
             FROM per_topic) \
             SELECT brand, month, topic, mentions FROM ranked WHERE rank <= {TOP_TOPICS} ORDER BY brand, month, rank"
        ));
        sql.finish()
    }
}

/// Converts the rows to each brand's months.
fn months_of_brands(
    request: &SectorRequest,
    months: Vec<Row>,
    topics: Vec<Row>,
) -> Result<Vec<Vec<BrandMonth>>, StoreError> {
    let mut of_month: BTreeMap<(usize, String), BrandMonth> = BTreeMap::new();
    for row in from_rows::<MonthRow>(months)? {
        let month = BrandMonth {
            videos: row.unique_videos,
            mentions: row.mentions,
            views: row.views.unwrap_or(0),
            viewed: row.viewed,
            scored: row.scored,
            score: row.score.unwrap_or(0),
            top_topics: Vec::new(),
        };
        of_month.insert((row.brand, row.month), month);
    }
    for row in from_rows::<TopicRow>(topics)? {
        let month = of_month.entry((row.brand, row.month)).or_default();
        month.top_topics.push(TopicCount { topic: row.topic, count: row.mentions });
    }
    let calendar: Vec<Month> = Month::range(request.from_date.month(), request.to_date.month()).collect();
    let mut month = |brand: usize, month: &Month| of_month.remove(&(brand, month.to_string())).unwrap_or_default();
    let brands = 0..request.brands.len();
    Ok(brands.map(|brand| calendar.iter().map(|of_brand| month(brand, of_brand)).collect()).collect())
}

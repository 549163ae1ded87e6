//! Answers as tables: their columns, rows, cells and file names, and the choice of a format.

use overheard::guard::request::Request;
use overheard::guard::request::account::AccountRequest;
use overheard::service::accept::Representation;
use overheard::service::envelope::Form;
use overheard::spec::{AccountOperation, Index, Operation};
use overheard::table::csv::cell;
use overheard::table::{AnswerTable, TableFormat, file_name};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const CSV: TableFormat = TableFormat::Csv { has_header: true };

fn raw(answer: &Value) -> Box<RawValue> {
    RawValue::from_string(answer.to_string()).unwrap()
}

fn text(table: &AnswerTable, answer: &Value, format: TableFormat) -> String {
    String::from_utf8(table.write(&raw(answer), format).unwrap()).unwrap()
}

/// Returns the tables of all operations, with their names. A search has one per index.
fn tables() -> Vec<(String, AnswerTable)> {
    let of_index = |operation: Operation, index: Index| {
        AnswerTable::of_data(operation, Some(index)).map(|table| (operation.endpoint().name.to_owned(), table))
    };
    let data = Operation::ALL.into_iter().flat_map(|operation| match operation {
        Operation::Search => Index::ALL.into_iter().filter_map(|index| of_index(operation, index)).collect(),
        _ => Vec::from_iter(of_index(operation, Index::Info)),
    });
    let account = AccountOperation::ALL.into_iter().filter_map(|operation| {
        AnswerTable::of_account(operation).map(|table| (operation.endpoint().name.to_owned(), table))
    });
    data.chain(account).collect()
}

#[test]
fn every_list_and_series_is_a_table_with_distinct_columns() {
    let tables = tables();
    let names: Vec<&str> = tables.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "aggregate",
            "search",
            "search",
            "search",
            "creators",
            "co-mentions",
            "sector",
            "mentions",
            "mention-stats",
            "sentiment",
            "sentiment-timeline",
            "sentiment-breakdown",
            "influencers",
            "influencer-mentions",
            "trends",
            "emerging-trends",
            "trend-comparison",
            "explain-change",
            "webhooks",
            "account-usage"
        ]
    );
    for (name, table) in &tables {
        let columns = table.column_names();
        assert_eq!(columns.iter().collect::<BTreeSet<_>>().len(), columns.len(), "{name}: {columns:?}");
        let header = text(table, &json!({}), CSV);
        assert_eq!(header, format!("{}\r\n", columns.join(",")), "{name}");
        assert_eq!(text(table, &json!({}), TableFormat::Csv { has_header: false }), "", "{name}");
        assert_eq!(text(table, &json!({}), TableFormat::Ndjson), "", "{name}");
    }
}

/// These names are published: reports of mentions have had them first.
#[test]
fn mentions_have_the_columns_of_their_report() {
    let names = "id,brand_id,brand,platform,category,components,topics,sentiment,sentiment_score,estimated_value_usd,\
                 context,occurrences,language,region,upload_date,indexed_at,video_id,video_title,video_views,video_likes,\
                 video_comments,video_duration,channel,influencer_id";
    for operation in [AccountOperation::Mentions, AccountOperation::InfluencerMentions] {
        assert_eq!(AnswerTable::of_account(operation).unwrap().column_names().join(","), names);
    }
}

#[test]
fn the_references_list_the_columns_of_every_table() {
    let references = [include_str!("../../docs/data-api.md"), include_str!("../../docs/account-api.md")];
    let missing: Vec<String> = tables()
        .into_iter()
        .map(|(name, table)| (name, as_code(&table.column_names())))
        .filter(|(_, columns)| !references.iter().any(|reference| reference.contains(columns)))
        .map(|(name, columns)| format!("{name}: {columns}"))
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Returns names as the references list them.
fn as_code(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_row_is_an_item_and_a_line_is_its_json() {
    let table = AnswerTable::of_account(AccountOperation::Mentions).unwrap();
    let mention = json!({"object": "mention", "id": "men_1", "brand": null, "components": ["retinol", "spf"],
        "sentiment": {"label": "negative", "score": -1}, "context": "=1+1", "video": {"title": "a, \"b\""},
        "channel": {"name": "Ana", "influencer_id": "inf_1"}});
    let answer = json!({"object": "list", "data": [mention, {"id": "men_2"}], "has_more": false});
    let csv = text(&table, &answer, CSV);
    let mut rows = csv.split("\r\n").skip(1);
    assert_eq!(rows.next(), Some("men_1,,,,,retinol; spf,,negative,-1,,'=1+1,,,,,,,\"a, \"\"b\"\"\",,,,,Ana,inf_1"));
    assert_eq!(rows.next(), Some("men_2,,,,,,,,,,,,,,,,,,,,,,,"));
    assert_eq!((rows.next(), rows.next()), (Some(""), None));
    assert_eq!(text(&table, &answer, TableFormat::Ndjson), format!("{mention}\n{{\"id\":\"men_2\"}}\n"));
}

#[test]
fn share_of_voice_is_a_row_per_brand_month_and_measure() {
    let table = AnswerTable::of_data(Operation::Sector, None).unwrap();
    let month = |month: &str, sentiment: Value| json!({"month": month, "mentions": 3, "sentiment": sentiment, "top_topics": [{"topic": "price", "count": 1}]});
    let answer = json!({"brands": [
        {"label": "A, B", "coverage": "ok", "series": [month("2026-01", json!(-0.5)), month("2026-02", Value::Null)]},
        {"label": "C", "series": []},
    ]});
    let csv = "brand,month,measure,value\r\n\"A, B\",2026-01,mentions,3\r\n\"A, B\",2026-01,sentiment,-0.5\r\n\
               \"A, B\",2026-02,mentions,3\r\n\"A, B\",2026-02,sentiment,\r\n";
    assert_eq!(text(&table, &answer, CSV), csv);
    let lines = text(&table, &answer, TableFormat::Ndjson);
    assert_eq!(lines.lines().next(), Some(r#"{"brand":"A, B","month":"2026-01","measure":"mentions","value":3}"#));
    assert_eq!(lines.lines().count(), 4);
}

#[test]
fn an_explained_change_is_a_row_per_part() {
    let table = AnswerTable::of_account(AccountOperation::ExplainChange).unwrap();
    let part = |key: Value, mentions: Value| json!({"key": key, "mentions": mentions, "baseline": null, "change": mentions, "share_pct": 50});
    let mut creator = part(json!("inf_1"), json!(1));
    creator["channel"] = json!({"name": "glow-up", "platform": "tiktok"});
    let answer = json!({"object": "change_explanation", "summary": "2 mentions", "baseline": {"periods": 28, "mean": 1},
        "creators": {"data": [creator], "other": part(json!(null), json!(1))},
        "topics": {"data": [part(json!("price"), json!(1.5)), part(json!(null), json!(0.5))], "other": part(json!(null), json!(0))},
        "meta": {"from": "2026-10-20"}});
    let csv = "dimension,key,channel,mentions,baseline,change,share_pct\r\n\
               creators,inf_1,glow-up,1,,1,50\r\n\
               creators_other,,,1,,1,50\r\n\
               topics,price,,1.5,,1.5,50\r\n\
               topics,,,0.5,,0.5,50\r\n\
               topics_other,,,0,,0,50\r\n";
    assert_eq!(text(&table, &answer, CSV), csv);
}

#[test]
fn a_comparison_is_a_row_per_topic_and_column() {
    let table = AnswerTable::of_account(AccountOperation::TrendComparison).unwrap();
    let answer = json!({"columns": [{"key": "A"}, {"key": "B"}], "rows": [
        {"topic": "price", "volume": [1, 2], "share_pct": [0.5, 1], "average_sentiment": [null, 0.1], "delta_pct": 100}]});
    let csv = "topic,column,volume,share_pct,average_sentiment,delta_pct,per_day\r\n\
               price,A,1,0.5,,100,\r\nprice,B,2,1,0.1,100,\r\n";
    assert_eq!(text(&table, &answer, CSV), csv);
}

#[test]
fn an_answer_of_measures_is_a_row_per_measure() {
    let table = AnswerTable::of_account(AccountOperation::Sentiment).unwrap();
    let answer = json!({"object": "sentiment", "average": 0.5, "counts": {"positive": 2}, "change": {"average": null},
        "drivers": {"positive": [{"topic": "-x", "count": 2}], "negative": []}, "meta": {"mentions": 9}});
    let csv = "dimension,key,measure,value\r\ntotal,,average,0.5\r\ntotal,,counts_positive,2\r\n\
               total,,change_average,\r\ndrivers_positive,'-x,count,2\r\n";
    assert_eq!(text(&table, &answer, CSV), csv);
    assert_eq!(cell(&json!("-x")), "'-x");
}

#[test]
fn a_file_is_named_after_its_question() {
    let name = |operation, body: Value| {
        let request = Request::parse(operation, body.to_string().as_bytes()).unwrap();
        file_name::of_request(&request, &raw(&json!({})), CSV)
    };
    let aggregate = json!({"index": "siv_business_ideas", "group_by": "brand_name",
        "filters": {"upload_date": {"gte": "2026-01-01", "lte": "2026-01-31"}}});
    assert_eq!(
        name(Operation::Aggregate, aggregate),
        "aggregate_siv-business-ideas_brand-name_2026-01-01_2026-01-31.csv"
    );
    assert_eq!(name(Operation::Search, json!({"index": "siv_info"})), "search_siv-info.csv");
    assert_eq!(name(Operation::Creators, json!({})), "creators.csv");
    let sector = json!({"brands": [{"label": "Crème & Co", "terms": ["x"]}, {"label": "日本", "terms": ["y"]}],
        "from_date": "2026-01-01", "to_date": "2026-02-28"});
    let request = Request::parse(Operation::Sector, sector.to_string().as_bytes()).unwrap();
    let answer = json!({"brands": [], "meta": {"from": "2026-01-01", "to": "2026-02-28", "caps": {}}});
    let named = file_name::of_request(&request, &raw(&answer), TableFormat::Ndjson);
    assert_eq!(named, "sector_creme-co_2026-01-01_2026-02-28.ndjson");
    let account = |operation, query: &str, answer: Value| {
        let request = AccountRequest::parse(operation, query.as_bytes()).unwrap();
        file_name::of_account(&request, &raw(&answer), CSV)
    };
    let page = json!({"object": "list", "data": []});
    let query = "brand=Velunara,-Other&from=2026-01-01&to=2026-01-31";
    assert_eq!(account(AccountOperation::Mentions, query, page), "mentions_velunara_2026-01-01_2026-01-31.csv");
    let resolved = json!({"meta": {"from": "2026-03-01", "to": "2026-03-30"}});
    assert_eq!(account(AccountOperation::Trends, "", resolved), "trends_2026-03-01_2026-03-30.csv");
}

#[test]
fn a_table_is_sent_if_accept_names_and_prefers_it() {
    let chosen = |accept: &str| match Representation::negotiate(Some(accept), None, true) {
        Some(Representation::Json(_)) => "json",
        Some(Representation::Table(TableFormat::Csv { has_header: true })) => "csv",
        Some(Representation::Table(TableFormat::Csv { has_header: false })) => "csv without header",
        Some(Representation::Table(TableFormat::Ndjson)) => "ndjson",
        None => "nothing",
    };
    let cases = [
        ("text/csv", "csv"),
        ("Text/CSV; charset=utf-8", "csv"),
        ("text/csv;header=present", "csv"),
        ("text/csv;header=absent", "csv without header"),
        ("application/x-ndjson", "ndjson"),
        ("text/csv, application/json", "csv"),
        ("application/json, text/csv", "json"),
        ("application/json;q=0.5, text/csv;q=0.6", "csv"),
        ("application/json;q=0.6, text/csv;q=0.5", "json"),
        ("application/x-ndjson, text/csv", "ndjson"),
        ("text/csv, application/json;profile=\"flat\"", "csv"),
        ("text/csv, */*", "csv"),
        ("*/*, text/csv", "csv"),
        ("text/csv;q=0.5, */*", "json"),
        ("text/csv;q=0", "nothing"),
        ("text/csv;q=0, application/x-ndjson;q=0.001", "ndjson"),
        // Wildcards mean JSON.
        ("*/*", "json"),
        ("", "json"),
        ("application/*", "json"),
        ("text/*", "nothing"),
        ("application/json;q=0, */*", "nothing"),
        ("application/json;q=0.1, */*", "json"),
        ("text/html, application/xhtml+xml, */*;q=0.8", "json"),
        ("text/html", "nothing"),
    ];
    for (accept, expected) in cases {
        assert_eq!(chosen(accept), expected, "{accept}");
        // Without tables, JSON or nothing is left.
        let without = Representation::negotiate(Some(accept), None, false);
        let is_json = Form::Flat.is_accepted(Some(accept));
        assert_eq!(matches!(without, Some(Representation::Json(_))), is_json, "{accept}");
        assert_eq!(without.is_none(), !is_json, "{accept}");
    }
    assert!(matches!(Representation::negotiate(None, None, true), Some(Representation::Json(_))));
    for default in [Form::Flat, Form::Wrapped] {
        for accept in
            [None, Some("*/*"), Some("application/json;profile=wrapped"), Some("application/json;profile=flat")]
        {
            let found = Representation::negotiate(accept, Some(default), true);
            assert_eq!(found, Form::negotiate(accept, default).map(Representation::Json), "{accept:?}");
        }
    }
    let named = "text/csv, application/json;profile=wrapped;q=0.9";
    assert_eq!(Representation::negotiate(Some(named), Some(Form::Flat), true), Some(Representation::Table(CSV)));
}

//! A dataset with aliases answers as one whose records have the names, whether a record comes first or the alias.

use super::{answers_are_those_of_the_reference, stages};
use overheard::segment::BrandAliases;
use overheard::spec::Index;
use overheard_sqlite::increments::{self, JsonLines, RecordSet, changed};
use overheard_sqlite::questions::{checked, compare};
use overheard_sqlite::{SqliteDatabase, documents, packed, reference};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const MENTIONS: u64 = 2_000;
const QUESTIONS: u64 = 12;
/// The name that no record has.
const NEW_NAME: &str = "Newly Named";

/// The brands of the records, those with the most mentions first.
fn brands(lines: &JsonLines) -> Vec<String> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for (_, line) in lines.iter().filter(|(index, _)| *index == Index::BusinessIdeas) {
        let mention: Value = serde_json::from_str(line).unwrap();
        *counts.entry(mention["brand_name"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    let mut brands: Vec<_> = counts.into_iter().collect();
    brands.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    brands.into_iter().map(|(brand, _)| brand).collect()
}

/// Changes the brands of mentions.
fn with_brands(lines: &JsonLines, brand: impl Fn(&str, usize) -> Option<String>) -> JsonLines {
    let change = |(nth, (index, line)): (usize, &(Index, String))| {
        let document: Value = serde_json::from_str(line).unwrap();
        let other = document["brand_name"].as_str().and_then(|own| brand(own, nth));
        (*index, other.map_or_else(|| line.clone(), |other| changed(&document, json!({"brand_name": other}))))
    };
    lines.iter().enumerate().map(change).collect()
}

#[test]
fn aliases_are_answered_for_their_names() {
    let stages = stages(MENTIONS);
    let most = brands(&stages[0]);
    let [first, second, third] = [&most[0], &most[1], &most[2]];
    let aliases = BrandAliases::new(
        [
            ("Qqx First", first.as_str()),
            ("Qqy", "Qqz Second"),
            ("Qqz Second", second),
            (third, NEW_NAME),
            ("Qqw", NEW_NAME),
        ]
        .map(|(alias, name)| (alias.to_owned(), name.to_owned())),
    );
    let aliases = aliases.unwrap();
    // A part of the records of the first brands has another spelling.
    let spelled = |own: &str, nth: usize| {
        let other = match (own, nth % 3) {
            (own, 0) if own == first => "Qqx First",
            (own, 0) if own == second => "Qqy",
            (own, 1) if own == second => "Qqz Second",
            _ => return None,
        };
        Some(other.to_owned())
    };
    let named = |own: &str, _: usize| aliases.name_of(own).map(str::to_owned);

    let database = SqliteDatabase::migrated();
    let (mut records, mut of_reference) = (RecordSet::default(), RecordSet::default());
    for (nth, stage) in stages.iter().enumerate() {
        let stage = with_brands(stage, spelled);
        records.add(&stage);
        of_reference.add(&with_brands(&stage, named));
        if nth == 0 {
            packed::publish_packed(&database, packed::pack_with(documents::rows(records.lines()), &aliases));
        } else {
            let rows = records.changes(&stage);
            assert!(!increments::add(&database, rows.clone()), "other aliases need a full import");
            assert!(increments::add_with(&database, rows, &aliases), "stage {nth} is added");
        }
        let content = packed::pack_with(documents::rows(records.lines()), &aliases).content;
        assert_eq!(packed::state(&database).served.unwrap().version, content.version, "stage {nth}");
        let failures = answers_are_those_of_the_reference(&database, &of_reference, QUESTIONS, nth as u64);
        assert!(failures.is_empty(), "{} answers differ:\n{}", failures.len(), failures.join("\n"));
    }

    let by_reference = reference::of(of_reference.lines());
    let filters = |brand: &str| json!({"brand_name": [brand, "Nobody"]});
    let brand = |term: &str| json!([{"label": "B", "terms": [term]}]);
    for (alias, name) in [("Qqx First", first.as_str()), ("Qqy", second), (third, NEW_NAME), ("Qqw", NEW_NAME)] {
        let requests = |asked: &str| {
            [
                (
                    "aggregate",
                    json!({"index": "siv_business_ideas", "group_by": "category", "filters": filters(asked)}),
                ),
                ("search", json!({"index": "siv_business_ideas", "filters": filters(asked)})),
                ("co-mentions", json!({"values": [asked, most[3]], "group_by": "channel_name"})),
                ("sector", json!({"brands": brand(asked), "from_date": "2025-01-01", "to_date": "2026-12-31"})),
            ]
        };
        for ((operation, request), (_, by_name)) in requests(alias).into_iter().zip(requests(name)) {
            // Other brands may have words of these names.
            if operation == "sector" && alias != "Qqw" {
                continue;
            }
            let (_, mut outcome) = packed::answer(&database, None, &checked(operation, &request)).unwrap();
            if operation != "sector" {
                let hint = format!("brand_name '{alias}' is an alias: answered for '{name}'");
                assert_eq!(outcome.hints, [hint], "{operation} {request}");
            }
            outcome.hints.clear();
            let mut expected = reference::answer(&by_reference, &checked(operation, &by_name));
            expected.hints.clear();
            compare(operation, &request, &expected, &outcome).unwrap();
        }
    }
}

use crate::Dataset;
use overheard_oracle::Oracle;
use serde_json::{Value, json};

/// Returns an oracle over texts whose expected scores were computed by SQLite 3.40:
///
/// ```sql
/// CREATE VIRTUAL TABLE v USING fts5(title, description, tags);
/// INSERT INTO v VALUES ('night routine for dry skin', 'a retinol serum at night', 'skincare sep retinol'), …;
/// SELECT rowid, printf('%.15g', -bm25(v)) FROM v WHERE v MATCH '"night" AND "retinol serum"' ORDER BY rank, rowid;
/// ```
fn shelf() -> Oracle {
    let mut dataset = Dataset::default();
    for (id, title, description, tags) in [
        ("01", "Night routine for dry skin", "A retinol serum, at night", vec!["skincare", "retinol"]),
        ("02", "Retinol serum retinol cream", "", vec!["serum"]),
        ("03", "Five phones compared", "no serum here", vec!["tech", "phones", "review"]),
        ("04", "Dry skin", "", vec![]),
        ("05", "Serum retinol", "The dry serum. RETINOL serum!", vec!["night", "routine"]),
        ("06", "Holiday", "", vec!["travel"]),
        ("07", "Cooking", "pasta at night", vec!["food"]),
        ("08", "Garden tour", "", vec!["plants", "green"]),
        ("09", "Chess opening", "the Italian game", vec!["chess"]),
        ("10", "Running shoes", "review of shoes", vec!["sport", "shoes"]),
    ] {
        dataset.video(id, json!({"title": title, "description": description, "tags": tags}));
    }
    dataset.oracle()
}

fn ranking(q: &str) -> Vec<(String, f64)> {
    let expected = shelf().expect("search", &json!({"index": "siv_info", "q": q}), "raw");
    let rows = expected.answer["results"].as_array().unwrap().iter();
    let ranking = expected.ranking.unwrap();
    assert!(rows.zip(&ranking).all(|(row, ranked)| *row == ranked.row), "the results are not the best ranked");
    ranking.into_iter().map(|ranked| (ranked.id, ranked.score)).collect()
}

#[test]
fn scores_are_those_of_sqlite() {
    for (q, expected) in [
        ("retinol", vec![("02", 1.12847256325176), ("05", 0.920437883422471), ("01", 0.828767566740779)]),
        ("\"retinol serum\"", vec![("02", 0.850412139831284), ("05", 0.634327745181889), ("01", 0.550413736755084)]),
        ("night \"retinol serum\"", vec![("01", 1.37918130349586), ("05", 1.26865549036378)]),
        (
            "serum serum",
            vec![
                ("02", 1.08895294003961),
                ("05", 1.04537382045269),
                ("03", 0.582510828484382),
                ("01", 0.531137996966896),
            ],
        ),
        // Not 05: a phrase does not span two tags.
        ("\"night routine\"", vec![("01", 1.33304681126631)]),
        ("shoes", vec![("10", 2.78479891688284)]),
        // Skin and skincare count as one word.
        ("ski*", vec![("04", 1.71631302208468), ("01", 1.33075985703504)]),
        ("ski* retinol", vec![("01", 2.15952742377582)]),
    ] {
        let found = ranking(q);
        assert_eq!(found.len(), expected.len(), "{q}: {found:?}");
        for ((id, score), (expected_id, expected_score)) in found.iter().zip(expected) {
            assert_eq!(id, expected_id, "{q}");
            assert!((score - expected_score).abs() < 1e-14, "{q}: {score} {expected_score}");
        }
    }
}

#[test]
fn overlapping_phrases_count_and_common_words_hardly_weigh() {
    let titles = |titles: &[&str]| {
        let mut dataset = Dataset::default();
        for (number, title) in titles.iter().enumerate() {
            dataset.video(&number.to_string(), json!({"title": title}));
        }
        dataset.oracle()
    };
    let scores = |oracle: &Oracle, q: &str| -> Vec<f64> {
        let expected = oracle.expect("search", &json!({"index": "siv_info", "q": q}), "raw");
        expected.ranking.unwrap().iter().map(|ranked| ranked.score).collect()
    };
    let tea = titles(&["tea", "tea time", "tea for two", "coffee"]);
    for (score, expected) in scores(&tea, "tea").iter().zip([1.21259842519685e-06, 9.4478527607362e-07, 7.73869e-07]) {
        assert!((score - expected).abs() < 1e-11, "{score} {expected}");
    }
    let ha = titles(&["tea", "tea time", "tea for two", "coffee", "ha ha ha", "x", "y", "z", "w"]);
    assert!((scores(&ha, "\"ha ha\"")[0] - 1.89117566392756).abs() < 1e-14);
}

fn matched(texts: Value, q: &str) -> Value {
    let mut dataset = Dataset::default();
    dataset.video("v", texts);
    dataset.answer("search", json!({"index": "siv_info", "q": q}))["matched_documents"].clone()
}

#[test]
fn spelling_does_not_matter() {
    for (title, q) in [
        ("L'ORÉAL Paris", "l'oreal"),
        ("L'ORÉAL Paris", "Loréal's"),
        ("l’oréal", "L'OREAL"),
        ("Straße", "STRASSE"),
        ("e\u{301}clair", "éclair"),
        ("ｆｕｌｌ width", "full"),
        ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"),
        ("İstanbul", "istanbul"),
        ("#kbeauty!", "KBeauty"),
        ("無印良品", "無印良品"),
        ("ｶﾞﾗｽ", "ガラス"),
        ("ガラス", "カラス"),
    ] {
        let expected = if ["Loréal's", "カラス"].contains(&q) { 0 } else { 1 };
        assert_eq!(matched(json!({"title": title}), q), expected, "{title} {q}");
    }
}

#[test]
fn every_word_and_phrase_is_required() {
    let texts =
        json!({"title": "Night cream review", "description": "for dry skin", "tags": ["retinol serum", "skin care"]});
    for (q, expected) in [
        ("night skin", 1),
        ("night oil", 0),
        ("cream night", 1),
        ("\"night cream\"", 1),
        ("\"cream night\"", 0),
        ("\"review for\"", 0),
        ("\"serum skin\"", 0),
        ("\"skin care\" retinol", 1),
        ("night AND cream", 1),
        ("oil OR (dry cream)", 1),
        ("night -oil", 1),
        ("night -\"night cream\"", 0),
        ("night NOT (oil OR dry)", 0),
        ("retinol\"night cream\"dry", 1),
        ("\"\" dry", 1),
        ("night OR oil", 1),
        ("night or oil", 0),
        ("nigh*", 1),
        ("nights*", 0),
        ("oil OR dry-cre*", 1),
        ("night -ski*", 0),
        ("nigh*t", 0),
        ("title:night", 0),
    ] {
        assert_eq!(matched(texts.clone(), q), expected, "{q}");
    }
}

#[test]
fn words_of_more_than_twenty_thousand_documents_give_the_newest() {
    let mut dataset = Dataset::default();
    for number in 0..20_001 {
        let more = if number == 7 { "common other" } else { "common" };
        let date = if number == 5 { "2026-02-01" } else { "2026-01-01" };
        dataset.video(&format!("{number:05}"), json!({"title": more, "upload_date": date}));
    }
    let oracle = dataset.oracle();
    let first = |q: &str| {
        let expected = oracle.expect("search", &json!({"index": "siv_info", "q": q}), "raw");
        (expected.answer["results"][0]["video_id"].clone(), expected.ranking.is_some())
    };
    assert_eq!(first("common"), (json!("00005"), false));
    assert_eq!(first("common other"), (json!("00007"), true));
    assert_eq!(first("\"common other\""), (json!("00007"), true));
}

#[test]
fn columns_of_a_mention() {
    let mut dataset = Dataset::default();
    let more = json!({"context": "named in a title", "topics": ["glass skin"], "components": ["snail mucin"]});
    dataset.video("v", json!({"title": "unrelated"})).mention("m", "v", "COSRX", more);
    for (q, expected) in [("cosrx", 1), ("glass cosrx", 1), ("mucin title", 1), ("unrelated", 0), ("\"skin cosrx\"", 0)]
    {
        let answer = dataset.answer("search", json!({"index": "siv_business_ideas", "q": q}));
        assert_eq!(answer["matched_documents"], expected, "{q}");
    }
}

//! Shares of voice from a few rows.

use super::rows::{Rows, manifest};
use overheard::base::date::Date;
use overheard::query::answer::Answer;
use overheard::segment::{
    ChunkKind, Column, Dictionary, Lists, MISSING, MonthSize, RecordBatch, RollupDay, RollupOf, RollupTopic, pack,
    pack_days, pack_topics,
};
use overheard::spec::answer::sector::SectorAnswer;
use overheard::spec::{Index, Operation};
use serde_json::{Value, json};

const SERUM: i64 = 4_096;
const PRICE: i64 = 8_192;
const BRANDS: [(i64, &str); 2] = [(4_096, "aurelia"), (8_192, "aurelia skin")];

fn day(text: &str) -> i64 {
    Date::parse(text).unwrap().day()
}

/// A mention: number, brand, day, video, views, score, occurrences, topics.
type Mention = (i64, usize, &'static str, i64, i64, i64, i64, &'static [i64]);

/// Both brands share video 2; the first is in January and February, the second in February.
const MENTIONS: [Mention; 4] = [
    (1, 0, "2025-01-10", 1, 100, 500_000, 1, &[SERUM]),
    (2, 0, "2025-01-20", 3, MISSING, MISSING, 2, &[PRICE]),
    (3, 0, "2025-02-05", 2, 50, 250_000, 1, &[SERUM, PRICE]),
    (4, 1, "2025-02-05", 2, 50, -250_000, 4, &[SERUM]),
];

fn chunk(id: i64, mentions: &[&Mention]) -> Value {
    let mut topics = Lists::default();
    mentions.iter().for_each(|mention| topics.push(mention.7.iter().copied()));
    let column = |value: fn(&Mention) -> i64| mentions.iter().map(|mention| value(mention)).collect::<Vec<_>>();
    let documents = RecordBatch::new(mentions.len())
        .with_numbers(Column::NUMBER, column(|mention| mention.0))
        .with_numbers(Column::BRAND_NAME, column(|mention| BRANDS[mention.1].0))
        .with_numbers(Column::DAY, column(|mention| day(mention.2)))
        .with_numbers(Column::VIDEO, column(|mention| mention.3))
        .with_numbers(Column::VIEWS, column(|mention| mention.4))
        .with_numbers(Column::SENTIMENT_SCORE, column(|mention| mention.5))
        .with_numbers(Column::OCCURRENCES, column(|mention| mention.6))
        .with_lists(Column::TOPICS, topics);
    let mut row = json!({"id": id, "n": mentions.len()});
    for (column, text) in documents.pack() {
        row[column.name()] = text.into();
    }
    row
}

fn rollup(id: i64, brands: &[usize]) -> Value {
    let of_brands = || MENTIONS.iter().filter(|mention| brands.contains(&mention.1));
    let known = |value: i64| if value == MISSING { 0 } else { value };
    let mut days: Vec<RollupDay> = Vec::new();
    for mention in of_brands() {
        let of_mention = RollupDay {
            day: day(mention.2),
            occurrences: mention.6,
            videos: 1,
            views: known(mention.4),
            viewed: i64::from(mention.4 != MISSING),
            scored: i64::from(mention.5 != MISSING),
            score: known(mention.5),
        };
        match days.last_mut().filter(|last| last.day == of_mention.day) {
            // No two videos are of the same day.
            Some(last) => {
                last.occurrences += of_mention.occurrences;
                last.scored += of_mention.scored;
                last.score += of_mention.score;
            }
            None => days.push(of_mention),
        }
    }
    let month = |mention: &Mention| Date::parse(mention.2).unwrap().month().number();
    let topics = of_brands().flat_map(|mention| mention.7.iter().map(move |topic| (month(mention), *topic)));
    let topics = topics.map(|(month, topic)| RollupTopic { month, topic, mentions: 1 });
    json!({"id": id, "days": pack_days(&days), "topics": pack_topics(&topics.collect::<Vec<_>>())})
}

fn dataset() -> Rows {
    let month = |text: &str, documents| MonthSize { month: Date::parse(text).unwrap().month().number(), documents };
    let manifest = manifest(4, vec![month("2025-01-01", 2), month("2025-02-01", 2)], None);
    let brands: Vec<Value> = BRANDS.iter().map(|(number, name)| json!([number, name, 3])).collect();
    // A word that both names contain, which names neither brand.
    let either: Vec<Value> = BRANDS.iter().map(|(number, name)| json!([number, format!("{name} either"), 3])).collect();
    let own = BRANDS.map(|(number, _)| RollupOf::Brand.id(number, 0));
    let both = RollupOf::Term.id(BRANDS[0].0, 0);
    let term = |key: &str, body: Value| json!({"key": key, "body": body.to_string()});
    let of = |kind: ChunkKind, key: i64, counts: fn(&Mention) -> bool| {
        chunk(kind.id(key, 0), &MENTIONS.iter().filter(|mention| counts(mention)).collect::<Vec<_>>())
    };
    let index = Index::BusinessIdeas;
    let (brand, topic) = (ChunkKind::Value(index, Column::BRAND_NAME), ChunkKind::Value(index, Column::TOPICS));
    // A statement contains the ids of the rows that it reads.
    let with_id = |rows: Rows, kind: ChunkKind, key: i64, row: Value| {
        let (first, last) = (kind.id(key, 0), kind.last_id(key));
        let one = format!("Integer({first}), Integer({last})");
        rows.with(&one, vec![row.clone()]).with(&format!("({first}, {last})"), vec![row])
    };
    let word = |numbers: &[i64]| {
        let packed = pack(numbers);
        json!({"word": "vvitamin", "documents": numbers.len(), "chunks": 1, "n": numbers.len(), "numbers": packed})
    };
    let rows = Rows::of(&manifest)
        .with(r#"Text("aurelia")"#, vec![term("aurelia", json!({"brands": brands}))])
        .with(r#"Text("price")"#, vec![term("price", json!({"topics": [[PRICE, 2]]}))])
        .with(r#"Text("either")"#, vec![term("either", json!({"brands": either}))])
        .with(&own[0].to_string(), vec![rollup(own[0], &[0])])
        .with(&own[1].to_string(), vec![rollup(own[1], &[1])])
        .with(&both.to_string(), vec![rollup(both, &[0, 1])])
        .with("vvitamin", vec![word(&[2])])
        .with(
            "names_1",
            vec![json!({"id": Dictionary::Names(index, Column::TOPICS).id(0), "body": r#"["serum","price"]"#})],
        );
    let rows = with_id(rows, brand, BRANDS[0].0, of(brand, BRANDS[0].0, |mention| mention.1 == 0));
    let rows = with_id(rows, brand, BRANDS[1].0, of(brand, BRANDS[1].0, |mention| mention.1 == 1));
    let month = |mention: &Mention| Date::parse(mention.2).unwrap().month().number();
    let (by_month, january) = (ChunkKind::Month(index), month(&MENTIONS[0]));
    let in_january: Vec<&Mention> = MENTIONS.iter().filter(|mention| month(mention) == january).collect();
    let rows = with_id(rows, by_month, january, chunk(by_month.id(january, 0), &in_january));
    with_id(rows, topic, PRICE, of(topic, PRICE, |mention| mention.7.contains(&PRICE)))
}

fn ask(brands: Value, from: &str, to: &str) -> SectorAnswer {
    let body = json!({"brands": brands, "from_date": from, "to_date": to});
    match dataset().answer(Operation::Sector, &body).answer {
        Answer::Sector(answer) => answer,
        other => panic!("{other:?}"),
    }
}

/// Videos, mentions, views, sentiment and topics.
type Figures<'a> = (u64, u64, u64, Option<f64>, Vec<(&'a str, u64)>);

/// Returns the figures of each month of the first brand.
fn months(answer: &SectorAnswer) -> Vec<Figures<'_>> {
    let months = answer.brands[0].series.iter().map(|month| {
        let topics = month.top_topics.iter().map(|topic| (topic.topic.as_str(), topic.count)).collect();
        (month.unique_videos, month.mentions, month.views, month.sentiment.map(|score| score.value()), topics)
    });
    months.collect()
}

#[test]
fn a_brand_is_its_days() {
    let answer = ask(json!([{"label": "A", "terms": ["aurelia skin"]}]), "2025-01-01", "2025-02-28");
    assert_eq!(months(&answer), [(0, 0, 0, None, vec![]), (1, 4, 50, Some(-0.25), vec![("serum", 1)])]);
}

#[test]
fn brands_share_videos_and_their_mentions_add_up() {
    for term in ["aurelia", "either"] {
        let answer = ask(json!([{"label": "A", "terms": [term]}]), "2025-01-01", "2025-02-28");
        let january = (2, 3, 100, Some(0.5), vec![("serum", 1), ("price", 1)]);
        assert_eq!(months(&answer), [january, (1, 5, 50, Some(0.0), vec![("serum", 2), ("price", 1)])], "{term}");
    }
}

#[test]
fn a_rollup_may_be_all_of_one_brand_and_part_of_another() {
    let brands = json!([{"label": "A", "terms": ["aurelia skin"]}, {"label": "B", "terms": ["either"]}]);
    let answer = ask(brands, "2025-01-01", "2025-02-28");
    assert_eq!(months(&answer)[1], (1, 4, 50, Some(-0.25), vec![("serum", 1)]));
    assert_eq!(answer.brands[1].series[1].mentions, 5);
}

#[test]
fn only_days_inside_count_in_months_that_are_cut() {
    for term in ["aurelia", "either"] {
        let answer = ask(json!([{"label": "A", "terms": [term]}]), "2025-01-15", "2025-02-28");
        assert_eq!(months(&answer)[0], (1, 2, 0, None, vec![("price", 1)]), "{term}");
    }
}

#[test]
fn a_mention_counts_once_whatever_led_to_it() {
    let answer = ask(json!([{"label": "A", "terms": ["aurelia", "price"]}]), "2025-01-01", "2025-02-28");
    assert_eq!(months(&answer)[1], (1, 5, 50, Some(0.0), vec![("serum", 2), ("price", 1)]));
}

#[test]
fn context_is_in_the_mention_or_in_its_video() {
    let brand = json!([{"label": "A", "terms": ["price"], "must_context": ["vitamin"]}]);
    let answer = ask(brand, "2025-01-01", "2025-02-28");
    let with_vitamin = (1, 1, 50, Some(0.25), vec![("serum", 1), ("price", 1)]);
    assert_eq!(months(&answer), [(0, 0, 0, None, vec![]), with_vitamin.clone()]);
    // The mention with the word is the one that does not count if the word is excluded.
    let excluding = |word: &str| {
        let brand = json!([{"label": "A", "terms": ["price"], "must_not_context": [word]}]);
        let all = ask(brand, "2025-01-01", "2025-02-28");
        months(&all).iter().map(|month| month.0).collect::<Vec<_>>()
    };
    assert_eq!((excluding("vitamin"), excluding("unheard")), (vec![1, 0], vec![1, 1]));
}

#[test]
fn brands_of_equal_meaning_are_counted_once_and_answered_each() {
    let brand = |label: &str, terms: &[&str], context: &[&str]| json!({"label": label, "terms": terms, "must_context": context});
    let brands = json!([
        brand("A", &["price", "aurelia"], &["vitamin", "night cream"]),
        brand("B", &["aurelia"], &[]),
        brand("C", &["Aurelia!", "PRICE", "price"], &["cream night night", "VITAMIN", "vitamin cream"]),
    ]);
    let answer = ask(brands, "2025-01-01", "2025-02-28");
    let of = |at: usize| {
        let brand = &answer.brands[at];
        let series: Vec<_> =
            brand.series.iter().map(|month| (month.unique_videos, month.mentions, month.views)).collect();
        (brand.label.as_str(), brand.totals.unique_videos, series)
    };
    assert_eq!(of(0), ("A", 1, vec![(0, 0, 0), (1, 5, 50)]));
    assert_eq!(of(1), ("B", 3, vec![(2, 3, 100), (1, 5, 50)]));
    assert_eq!(of(2), ("C", 1, vec![(0, 0, 0), (1, 5, 50)]));
}

//! Compares the described shapes with real answers: every written member is described, and no other.

use overheard::base::number::Number;
use overheard::service::envelope::Meta;
use overheard::spec::answer::aggregate::{AggregateAnswer, Bucket};
use overheard::spec::answer::co_mentions::{CoMention, CoMentionsAnswer};
use overheard::spec::answer::creators::CreatorsAnswer;
use overheard::spec::answer::described::{META, answer_schema, described};
use overheard::spec::answer::search::{Document, SearchAnswer};
use overheard::spec::answer::sector::{BrandAnswer, Caps, SectorAnswer, SectorMeta, SectorMonth, TopicCount, Totals};
use overheard::spec::answer::{
    Basis, HasShape, KnownCounts, PresenceCondition, Property, Shape, TopicStanding, ValueType,
};
use overheard::spec::request::account::choice::Coverage;
use overheard::spec::{AccountOperation, Field, Index, Kind, Operation, Unit};
use serde::Serialize;
use serde_json::{Value, json};

/// An answer, its kind, and true if it has a metric.
struct Example {
    operation: Operation,
    index: Option<Index>,
    has_metric: bool,
    answer: Value,
}

fn example(operation: Operation, index: Option<Index>, has_metric: bool, answer: impl Serialize) -> Example {
    Example { operation, index, has_metric, answer: serde_json::to_value(answer).unwrap() }
}

fn number(value: f64) -> Number {
    Number::rounded(value, 3)
}

fn aggregate(creators: Option<u64>, metric: Option<Option<Number>>) -> AggregateAnswer {
    let metric_type = metric.map(|_| "avg:sentiment_score".to_owned());
    let bucket = Bucket { key: "Velunara".to_owned(), count: 3, creators, metric, metric_type };
    AggregateAnswer { matched_documents: 5, matched_creators: creators, buckets: vec![bucket] }
}

/// Returns a record of an index, with all values or with all optional ones missing.
fn document(index: Index, is_known: bool) -> Document {
    let value = |field: &Field| match field.kind {
        _ if !is_known && !field.required && !field.multi => Value::Null,
        Kind::Text if field.multi => json!(["serum"]),
        Kind::Text | Kind::Prose(_) | Kind::Date | Kind::Time => json!("It is shown."),
        Kind::Number(Unit::Count) => json!(5),
        Kind::Number(_) => json!(number(0.5)),
        Kind::Shares => json!({"18-24": 0.25, "65+": 1}),
    };
    Document::new(index, |field| Ok::<_, ()>(value(field))).unwrap()
}

fn search(index: Index, results: Vec<Document>) -> Example {
    let matched_creators = (index == Index::ContentCreator).then_some(1);
    let answer = SearchAnswer { index: index.name().to_owned(), matched_documents: 2, matched_creators, results };
    example(Operation::Search, Some(index), false, answer)
}

fn sector() -> SectorAnswer {
    let month = |sentiment| SectorMonth {
        month: "2026-01".to_owned(),
        unique_videos: 3,
        mentions: 4,
        views: 5,
        sentiment,
        volume_sov: number(45.0),
        reach_sov: number(47.44),
        top_topics: vec![TopicCount { topic: "price".to_owned(), count: 2 }],
    };
    let brand = BrandAnswer {
        label: "Velunara".to_owned(),
        coverage: Coverage::Low,
        low_confidence: true,
        totals: Totals { unique_videos: 3, views: 5 },
        series: vec![month(Some(number(0.4))), month(None)],
    };
    let meta = SectorMeta { from: "2026-01-01".to_owned(), to: "2026-02-28".to_owned(), caps: Caps::PUBLISHED };
    SectorAnswer { brands: vec![brand], meta }
}

/// Returns answers of every kind, with all values and with all optional ones missing.
fn examples() -> Vec<Example> {
    let of = |index, creators, metric: Option<Option<Number>>| {
        example(Operation::Aggregate, Some(index), metric.is_some(), aggregate(creators, metric))
    };
    let creators = |results| CreatorsAnswer { matched_creators: 1, matched_documents: 2, results };
    let together = CoMention { key: "yt_1".to_owned(), total_mentions: 3, matched_values: 2 };
    let mut examples = vec![
        of(Index::Info, None, None),
        of(Index::BusinessIdeas, None, Some(Some(number(0.5)))),
        of(Index::BusinessIdeas, None, Some(None)),
        of(Index::ContentCreator, Some(2), Some(Some(number(1.0)))),
        example(Operation::CoMentions, None, false, CoMentionsAnswer { results: vec![together] }),
        example(Operation::Sector, None, false, sector()),
    ];
    for is_known in [true, false] {
        examples.extend(Index::ALL.map(|index| search(index, vec![document(index, is_known)])));
        examples.push(example(
            Operation::Creators,
            Some(Index::ContentCreator),
            false,
            creators(vec![document(Index::ContentCreator, is_known)]),
        ));
    }
    examples
}

impl Example {
    fn is_present(&self, member: &Property) -> bool {
        match member.present {
            PresenceCondition::Always => true,
            PresenceCondition::OnCreators => self.index == Some(Index::ContentCreator),
            PresenceCondition::WithMetric => self.has_metric,
            PresenceCondition::Sometimes | PresenceCondition::Flattened => {
                panic!("{} of an answer may be missing for no reason", member.name)
            }
        }
    }

    fn assert_object(&self, shape: &Shape, value: &Value, path: &str) {
        let described: Vec<&str> =
            shape.members.iter().filter(|member| self.is_present(member)).map(|member| member.name).collect();
        let written: Vec<&String> = value.as_object().unwrap_or_else(|| panic!("{path} is no object")).keys().collect();
        assert_eq!(written, described, "{path}");
        for member in shape.members {
            let Some(value) = value.get(member.name) else { continue };
            let path = format!("{path}/{}", member.name);
            if value.is_null() {
                assert!(member.nullable, "{path} is null");
            } else {
                self.assert_holds(member.value_type, value, &path);
            }
        }
    }

    fn assert_holds(&self, value_type: ValueType, value: &Value, path: &str) {
        match value_type {
            ValueType::Text | ValueType::Date => assert!(value.is_string(), "{path}"),
            ValueType::OneOf(texts) => assert!(texts.iter().any(|text| value == text), "{path}"),
            ValueType::Decimal => assert!(value.is_number(), "{path}"),
            ValueType::Whole => assert!(value.is_u64(), "{path}"),
            ValueType::Flag => assert!(value.is_boolean(), "{path}"),
            ValueType::Numbers => assert!(value.as_object().unwrap().values().all(Value::is_number), "{path}"),
            ValueType::Texts => assert!(value.as_object().unwrap().values().all(Value::is_string), "{path}"),
            ValueType::Object(shape) => self.assert_object(shape, value, path),
            ValueType::Document(index) => self.assert_object(&index.or(self.index).unwrap().document(), value, path),
            ValueType::List(value_type, _) => {
                for item in value.as_array().unwrap_or_else(|| panic!("{path} is no list")) {
                    self.assert_holds(*value_type, item, path);
                }
            }
        }
    }
}

#[test]
fn answers_have_what_is_described_and_nothing_else() {
    for example in examples() {
        example.assert_object(&example.operation.answer(), &example.answer, example.operation.endpoint().name);
    }
}

#[test]
fn every_nullable_member_is_null_somewhere() {
    let texts: Vec<String> = examples().iter().map(|example| example.answer.to_string()).collect();
    let mut shapes: Vec<Shape> = Index::ALL.into_iter().map(Index::document).collect();
    shapes.extend([Bucket::SHAPE, SectorMonth::SHAPE]);
    for member in shapes.iter().flat_map(|shape| shape.members).filter(|member| member.nullable) {
        let null = format!("\"{}\":null", member.name);
        assert!(texts.iter().any(|text| text.contains(&null)), "{null}");
    }
}

/// Returns a basis with all of its members.
fn basis() -> Basis {
    let known = KnownCounts { videos: Some(2), views: Some(1), ..KnownCounts::default() };
    Basis {
        known: Some(known.clone()),
        known_by: Some(vec![known]),
        scored_by_topic: Some(vec![vec![1, 0]]),
        baseline_mentions: Some(vec![4, 5]),
        topics: Some(vec![TopicStanding { share_growth_pct: None, supported: true, emerging: false }]),
    }
}

#[test]
fn metadata_is_described() {
    let mut meta = Meta {
        request_id: "req_1".to_owned(),
        dataset_version: Some("ds_1".to_owned()),
        cost: 10,
        size_applied: Some(10),
        cache: "hit",
        rows_read: 0,
        took_ms: 3,
        ranking: Some(vec!["Velunara".to_owned()]),
        hints: vec!["a hint".to_owned()],
        warnings: Vec::new(),
        basis: basis(),
    };
    let names = |meta: &Meta| -> Vec<String> {
        serde_json::to_value(meta).unwrap().as_object().unwrap().keys().cloned().collect()
    };
    let described = |is: fn(&&Property) -> bool| -> Vec<&str> {
        META.members.iter().filter(is).map(|member| member.name).collect()
    };
    assert_eq!(names(&meta), described(|_| true));
    (meta.size_applied, meta.ranking, meta.basis) = (None, None, Basis::default());
    assert_eq!(names(&meta), described(|member| member.present == PresenceCondition::Always));
    for mut example in examples() {
        example.answer["_meta"] = serde_json::to_value(&meta).unwrap();
        let schema = answer_schema(example.operation);
        assert!(jsonschema::is_valid(&schema, &example.answer));
        example.answer["_meta"]["hints"] = json!(5);
        assert!(!jsonschema::is_valid(&schema, &example.answer));
    }
}

/// Returns every member of an answer with the object that contains it. Of a list, it uses the first item.
fn places(value: &Value, path: &str) -> Vec<(String, String)> {
    match value {
        Value::Array(items) => items.first().map(|item| places(item, &format!("{path}/0"))).unwrap_or_default(),
        Value::Object(members) if !path.ends_with("_distribution") => {
            let own = members.keys().map(|name| (path.to_owned(), name.clone()));
            own.chain(members.iter().flat_map(|(name, value)| places(value, &format!("{path}/{name}")))).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn schemas_take_every_answer_and_members_that_come_later() {
    for mut example in examples() {
        let validator = jsonschema::validator_for(&answer_schema(example.operation)).unwrap();
        assert!(validator.is_valid(&example.answer), "{}", example.answer);
        for (object, _) in places(&example.answer, "") {
            example.answer.pointer_mut(&object).unwrap()["later"] = json!({"a": [1]});
        }
        let errors: Vec<String> = validator.iter_errors(&example.answer).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
}

#[test]
fn schemas_demand_every_member_with_its_type() {
    for example in examples() {
        let validator = jsonschema::validator_for(&answer_schema(example.operation)).unwrap();
        for (object, name) in places(&example.answer, "") {
            let mut changed = example.answer.clone();
            let members = changed.pointer_mut(&object).unwrap().as_object_mut().unwrap();
            // Only the answer itself is examined: an aggregate does not include its index.
            let is_optional = ["metric", "metric_type", "creators"].contains(&name.as_str())
                || (example.operation == Operation::Aggregate && name == "matched_creators");
            let kept = members.remove(&name);
            assert_eq!(
                validator.is_valid(&Value::Object(changed.as_object().unwrap().clone())),
                is_optional,
                "{object}/{name}"
            );
            let wrong = if kept == Some(json!(true)) { json!("true") } else { json!(true) };
            changed.pointer_mut(&object).unwrap().as_object_mut().unwrap().insert(name.clone(), wrong);
            assert!(!validator.is_valid(&changed), "{object}/{name}");
        }
    }
}

#[test]
fn generators_are_told_every_shape() {
    let described = described();
    let names = |of: &str| -> Vec<String> { described[of].as_object().unwrap().keys().cloned().collect() };
    assert_eq!(names("operations"), ["aggregate", "search", "creators", "co-mentions", "sector"]);
    let no_json = ["download-report", "delete-webhook"];
    let account: Vec<&str> = AccountOperation::NAMES.iter().copied().filter(|name| !no_json.contains(name)).collect();
    assert_eq!(names("account"), account);
    assert_eq!(names("documents"), Index::NAMES);
    assert_eq!(
        described["operations"]["aggregate"][2]["holds"]["objects"][3],
        json!({"name": "metric", "holds": "number", "nullable": true, "present": "with_metric"})
    );
    let point = |member: usize| described["account"]["sentiment-timeline"][member].clone();
    let object = json!({"one_of": ["sentiment_timeline"]});
    assert_eq!(point(0), json!({"name": "object", "holds": object, "nullable": false, "present": "always"}));
    assert_eq!(point(1)["holds"], json!({"one_of": ["day", "week", "month"]}));
    let topic = described["account"]["trend-comparison"][4]["holds"]["objects"].clone();
    assert_eq!(topic[3]["holds"], json!({"list": "number", "nullable": true}));
    assert_eq!(described["meta"].as_array().unwrap().len(), META.members.len());
}

#[test]
fn the_schema_itself_is_any_object() {
    let schema = answer_schema(Operation::Schema);
    assert!(jsonschema::is_valid(&schema, &json!({"schema_version": "1.0.0"})));
    assert!(!jsonschema::is_valid(&schema, &json!([])));
}

//! The promises of [`DataBackend`].

use crate::DataFixture;
use crate::documents::{documents, request};
use overheard::query::answer::Outcome;
use overheard::query::{DataBackend, DatasetVersion, PendingAnswer, QueryError};
use overheard::spec::{Index, Operation};
use pollster::block_on;
use serde_json::{Value, json};

fn aggregate() -> Value {
    json!({"index": "siv_business_ideas", "group_by": "brand_name"})
}

fn body(outcome: &Outcome) -> Value {
    serde_json::to_value(&outcome.answer).expect("an answer is JSON")
}

/// Answers are those of the records.
pub fn each_operation_has_an_answer<F: DataFixture>() {
    let fixture = F::serving(&documents());
    let backend = fixture.open();
    let answer = |operation, question: Value| {
        body(&block_on(backend.answer(&request(operation, &question))).expect("there is an answer"))
    };
    let brands = answer(Operation::Aggregate, aggregate());
    let bucket = |bucket: &Value| (bucket["key"].clone(), bucket["count"].clone());
    let buckets: Vec<_> = brands["buckets"].as_array().expect("buckets").iter().map(bucket).collect();
    assert_eq!(
        buckets,
        [("Castorel", 20), ("Velunara", 3), ("Borealume", 2)].map(|(brand, count)| (json!(brand), json!(count)))
    );
    let found = answer(Operation::Search, json!({"index": "siv_info", "q": "serum v2"}));
    assert_eq!(found["matched_documents"], 1, "{found}");
    let creators = answer(Operation::Creators, json!({}));
    assert_eq!(creators["matched_documents"], 2, "{creators}");
    let together = json!({"field": "brand_name", "values": ["Velunara", "Borealume"], "group_by": "video_id"});
    let together = answer(Operation::CoMentions, together);
    assert_eq!(together["results"].as_array().map(Vec::len), Some(2), "{together}");
    let sector = json!({"brands": [{"label": "V", "terms": ["velunara"]}, {"label": "B", "terms": ["borealume"]}],
                        "from_date": "2026-01-01", "to_date": "2026-02-28"});
    let sector = answer(Operation::Sector, sector);
    let videos = |at: usize| sector["brands"][at]["totals"]["unique_videos"].clone();
    assert_eq!([videos(0), videos(1)], [json!(3), json!(2)], "{sector}");
}

/// A pending answer names the served version, and is the answer of [`DataBackend::answer`].
pub fn a_pending_answer_names_its_version<F: DataFixture>() {
    let fixture = F::serving(&documents());
    let (backend, question) = (fixture.open(), request(Operation::Aggregate, &aggregate()));
    block_on(async {
        let served = backend.served_version().await.expect("a version is served");
        for known in [None, Some(served.clone())] {
            let PendingAnswer { version, finish } = backend.begin(&question, known).await.expect("it begins");
            assert_eq!(version, served);
            assert_eq!(finish.await, backend.answer(&question).await);
        }
    });
}

/// A question about another version is refused at once or in the end; it never has an answer.
pub fn another_version_than_the_known_one_is_refused<F: DataFixture>() {
    let fixture = F::serving(&documents());
    let (backend, question) = (fixture.open(), request(Operation::Aggregate, &aggregate()));
    let served = block_on(backend.served_version()).expect("a version is served");
    let other = DatasetVersion { version: "ds_00000000".to_owned(), ..served };
    let answer = block_on(async { backend.begin(&question, Some(other)).await?.finish.await });
    assert_eq!(answer.err(), Some(QueryError::DatasetChanged));
}

/// An explanation takes at least one trip to the database.
pub fn an_explained_question_is_answered<F: DataFixture>() {
    let fixture = F::serving(&documents());
    let explained = block_on(fixture.open().explain(&request(Operation::Aggregate, &aggregate())));
    assert!(explained.expect("it is explained").trips > 0);
}

/// Near names are the most similar ones, with at most two wrong letters.
pub fn near_names_have_at_most_two_wrong_letters<F: DataFixture>() {
    let fixture = F::serving(&documents());
    let values = [("brand_name", "Velunarra"), ("brand_name", "Borealumes"), ("brand_name", "Nobody else")];
    let near = block_on(fixture.open().near_names(Index::BusinessIdeas, &values)).expect("names are read");
    assert_eq!(near, [vec!["Velunara".to_owned()], vec!["Borealume".to_owned()], Vec::new()]);
}

/// A filter by a value without records gets a hint with its other spelling.
pub fn values_without_records_get_hints<F: DataFixture>() {
    let fixture = F::serving(&documents());
    let question = json!({"index": "siv_business_ideas", "filters": {"brand_name": ["velunara"]}});
    let outcome = block_on(fixture.open().answer(&request(Operation::Search, &question))).expect("an answer");
    assert_eq!(outcome.hints, ["brand_name 'Velunara' exists; values are compared exactly"]);
}

/// A prefix finds the records with any word that begins with it.
pub fn prefixes_find_words_by_their_beginning<F: DataFixture>() {
    let fixture = F::serving(&documents());
    let backend = fixture.open();
    let found = |q: &str| {
        let question = request(Operation::Search, &json!({"index": "siv_info", "q": q}));
        let body = body(&block_on(backend.answer(&question)).expect("there is an answer"));
        (body["matched_documents"].clone(), body["results"][0]["video_id"].clone())
    };
    assert_eq!(found("SÉR*").0, 23);
    assert_eq!(found("seru* v2"), (1.into(), "v2".into()));
    assert_eq!(found("serums*").0, 0);
    assert_eq!(found("serums* OR test*").0, 23);
    assert_eq!(found("v1 -tes*").0, 0);
    assert_eq!(found("(v1 OR v3) -\"serum v1\" -chan*").0, 2, "channels are not searched");
}

/// A prefix of more than 500 words is refused.
pub fn a_prefix_of_too_many_words_is_refused<F: DataFixture>() {
    let mut words: Vec<String> = (0..500).map(|number| format!("word{number}")).collect();
    words.push("words".to_owned());
    let videos = words.chunks(50).enumerate().map(|(at, words)| {
        let (id, title) = (format!("v{at}"), words.join(" "));
        let video = json!({"video_id": id, "platform": "youtube", "upload_date": "2026-01-01", "title": title});
        (Index::Info, video.to_string())
    });
    let fixture = F::serving(&videos.collect());
    let backend = fixture.open();
    let answer = |q: &str| {
        let question = request(Operation::Search, &json!({"index": "siv_info", "q": q}));
        block_on(backend.answer(&question)).map(|outcome| body(&outcome)["matched_documents"].clone())
    };
    assert_eq!(answer("word2*"), Ok(json!(3)));
    let Err(QueryError::Invalid(problems)) = answer("word2* (words OR (word1 -wor*))") else {
        panic!("501 words are too many")
    };
    let violation = &problems.violations()[0];
    assert_eq!((violation.code.name(), violation.param.as_str()), ("limit_violation", "/q"));
    assert_eq!(violation.message, "q: more than 500 words begin with 'wor'. Write more of the word.");
}

/// Texts of scripts with and without blanks are found by their words.
pub fn texts_of_every_script_are_found<F: DataFixture>() {
    let languages: Vec<Value> =
        serde_json::from_str(include_str!("../../corpus/languages.json")).expect("the corpus is JSON");
    let member = |of: &Value, name: &str| of[name].as_array().expect("a list").clone();
    let id = |language: &Value, at: &Value| format!("{}{at}", language["language"].as_str().expect("a language"));
    let videos = languages.iter().flat_map(|language| {
        member(language, "texts").into_iter().enumerate().map(move |(at, title)| {
            let video = json!({"video_id": id(language, &at.into()), "platform": "youtube",
                               "upload_date": "2026-01-01", "title": title,
                               "channel_uid": "ch", "channel_name": language["language"]});
            (Index::Info, video.to_string())
        })
    });
    let fixture = F::serving(&videos.collect());
    let backend = fixture.open();
    for language in &languages {
        for query in member(language, "queries") {
            let filters = json!({"channel_name": language["language"]});
            let question = json!({"index": "siv_info", "q": query["q"], "filters": filters, "size": 50});
            let answer = block_on(backend.answer(&request(Operation::Search, &question))).expect("there is an answer");
            let mut found: Vec<Value> =
                member(&body(&answer), "results").iter().map(|video| video["video_id"].clone()).collect();
            found.sort_by_key(Value::to_string);
            let expected: Vec<_> = member(&query, "matches").iter().map(|at| json!(id(language, at))).collect();
            assert_eq!(found, expected, "{query}");
        }
    }
}

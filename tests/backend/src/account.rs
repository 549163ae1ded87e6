//! The promises of [`AccountBackend`].

use crate::BackendFixture;
use crate::documents::{brand, documents};
use crate::versions::{add_increment, import};
use overheard::base::date::Date;
use overheard::guard::request::MonitoredBrand;
use overheard::guard::request::account::AccountRequest;
use overheard::query::brand_preview::MentionGroup;
use overheard::query::{
    AccountBackend, AccountQuery, DataBackend, DatasetVersion, QueryError, ViewPreparation, Viewer,
};
use overheard::spec::AccountOperation;
use overheard::spec::limits::MAX_BRANDS;
use pollster::block_on;
use serde_json::Value;

/// Creates a database that serves the records, and returns the version.
fn serving<F: BackendFixture>() -> (F, DatasetVersion) {
    let fixture = F::empty();
    import(&fixture, "first", &documents());
    let served = block_on(fixture.open().served_version()).expect("a version is served");
    (fixture, served)
}

/// Asks for the totals of an account.
fn totals(backend: &impl AccountBackend, brands: &[MonitoredBrand], query: &str) -> Result<Value, QueryError> {
    let request = AccountRequest::parse(AccountOperation::MentionStats, query.as_bytes()).expect("it is valid");
    let today = Date::parse("2026-02-10").expect("a date");
    let viewer = Viewer { account: "acc_0123456789", brands };
    let question = AccountQuery { request: &request, viewer, today, secret: b"any" };
    let answer = block_on(backend.answer_account(question))?;
    Ok(answer.with_basis().expect("JSON"))
}

fn steps(preparation: &mut impl ViewPreparation, most: usize) -> usize {
    let mut steps = 0;
    while preparation.mentions().is_none() && steps < most {
        let before = preparation.progress();
        assert!(before.done <= before.of && before.percent() < 100, "{before:?}");
        block_on(preparation.advance()).expect("a step runs");
        assert!(preparation.progress().done >= before.done, "{before:?}");
        steps += 1;
    }
    steps
}

/// Before the view is prepared, a question says for which version it must be. Then it has an answer.
pub fn a_view_must_be_prepared_before_it_is_read<F: BackendFixture>() {
    let (fixture, served) = serving::<F>();
    let (backend, brands) = (fixture.open(), [brand("Velunara")]);
    assert_eq!(totals(&backend, &brands, ""), Err(QueryError::Unprepared(served.clone())));
    let mut preparation = block_on(backend.prepare(&brands, &served)).expect("it opens");
    assert!(steps(&mut preparation, usize::MAX) > 0);
    assert_eq!(preparation.mentions(), Some(3));
    assert_eq!(preparation.progress().done, 3);
    let answer = totals(&backend, &brands, "from=2026-01-01&to=2026-02-10").expect("an answer");
    assert_eq!(answer["totals"]["mentions"], 3, "{answer}");
}

/// Another instance continues after the last step that was stored.
pub fn a_preparation_continues_in_another_instance<F: BackendFixture>() {
    let (fixture, served) = serving::<F>();
    let brands = [brand("Velunara"), brand("Borealume")];
    let mut all = 0;
    loop {
        let backend = fixture.open();
        let mut preparation = block_on(backend.prepare(&brands, &served)).expect("it opens");
        let one = steps(&mut preparation, 1);
        all += one;
        if one == 0 {
            break;
        }
        assert!(all < 100, "steps are stored");
    }
    assert!(all > 1);
    assert_eq!(
        totals(&fixture.open(), &brands, "from=2026-01-01&to=2026-02-10")
            .map(|answer| answer["totals"]["mentions"].clone()),
        Ok(5.into())
    );
}

/// A view that is prepared is not prepared again.
pub fn a_prepared_view_is_opened_as_it_is<F: BackendFixture>() {
    let (fixture, served) = serving::<F>();
    let (backend, brands) = (fixture.open(), [brand("Borealume")]);
    steps(&mut block_on(backend.prepare(&brands, &served)).expect("it opens"), usize::MAX);
    let mut again = block_on(backend.prepare(&brands, &served)).expect("it opens");
    assert_eq!(again.mentions(), Some(2));
    block_on(again.advance()).expect("nothing is left to do");
    assert_eq!(again.mentions(), Some(2));
}

/// Problems of a question come before those of the database.
pub fn an_invalid_question_is_refused_before_the_database_is_read<F: BackendFixture>() {
    let fixture = F::empty();
    let (backend, brands) = (fixture.open(), [brand("Velunara")]);
    assert!(matches!(totals(&backend, &brands, "brand=Nobody"), Err(QueryError::Invalid(_))));
    assert_eq!(totals(&backend, &brands, ""), Err(QueryError::NoDataset));
}

/// A view of a version that is not served is not prepared.
pub fn another_version_is_not_prepared<F: BackendFixture>() {
    let (fixture, served) = serving::<F>();
    let other = DatasetVersion { version: "ds_00000000".to_owned(), ..served };
    let (backend, brands) = (fixture.open(), [brand("Velunara")]);
    assert_eq!(block_on(backend.prepare(&brands, &other)).err(), Some(QueryError::DatasetChanged));
}

/// An account has a limited number of brands.
pub fn too_many_brands_are_refused<F: BackendFixture>() {
    let (fixture, served) = serving::<F>();
    let brands: Vec<MonitoredBrand> = (0..=MAX_BRANDS).map(|number| brand(&format!("brand{number}"))).collect();
    let backend = fixture.open();
    assert!(matches!(block_on(backend.prepare(&brands, &served)).err(), Some(QueryError::OverBudget(_))));
}

/// The dates are those of the first and the last mention.
pub fn the_dates_of_the_dataset_are_known<F: BackendFixture>() {
    let (fixture, served) = serving::<F>();
    let backend = fixture.open();
    let dates = ["2025-06-01", "2026-02-03"].map(|date| Date::parse(date).expect("a date"));
    assert_eq!(block_on(backend.served_dates()), Ok((served, Some((dates[0], dates[1])))));
    assert_eq!(block_on(backend.has_current_text()), Ok(true));
    assert_eq!(block_on(F::empty().open().served_dates()), Err(QueryError::NoDataset));
}

/// A prefix in `q` selects the mentions with a word that begins with it.
pub fn a_prefix_selects_mentions<F: BackendFixture>() {
    let (fixture, served) = serving::<F>();
    let (backend, brands) = (fixture.open(), [brand("Velunara")]);
    steps(&mut block_on(backend.prepare(&brands, &served)).expect("it opens"), usize::MAX);
    for (q, mentions) in [("pri*", 3), ("tex*%20-prices*", 3), ("tex*%20-pri*", 0), ("prices*", 0)] {
        let answer = totals(&backend, &brands, &format!("from=2026-01-01&to=2026-02-10&q={q}")).expect("an answer");
        assert_eq!(answer["totals"]["mentions"], mentions, "{q}: {answer}");
    }
}

/// Returns for each group of a preview the number of its mentions, and the videos of its examples.
fn preview(backend: &impl AccountBackend, brand: &MonitoredBrand) -> Vec<(u64, Vec<String>)> {
    let preview = block_on(backend.preview_brand(&brand.into())).expect("a preview");
    let entries = preview.must_context.iter().chain(&preview.must_not_context).map(|entry| &entry.group);
    let groups = [&preview.matches, &preview.near_misses].into_iter().chain(entries);
    let ids = |group: &MentionGroup| group.examples.iter().filter_map(|mention| mention.get("video_id")).collect();
    groups.map(|group| (group.mentions, ids(group))).collect()
}

/// A preview counts what an account with the brand would see, with the newest mentions as examples. Also after an
/// increment.
pub fn a_preview_groups_the_mentions_of_a_brand_by_context<F: BackendFixture>() {
    let (fixture, _) = serving::<F>();
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let group = |ids: &[&str]| (ids.len() as u64, ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>());
    let velunara = brand("Velunara");
    assert_eq!(preview(&fixture.open(), &velunara), [group(&["v3", "v2", "v1"]), group(&[])]);
    assert_eq!(preview(&fixture.open(), &brand("unheard")), [group(&[]), group(&[])]);
    let narrow = MonitoredBrand {
        must_context: texts(&["v1", "serum V2", "nothing"]),
        // The second entry is redundant in the brand, not in the preview.
        must_not_context: texts(&["v2", "v2 serum", "v3"]),
        ..velunara
    };
    let groups = |of_v2: &[&str]| {
        let of_v2 = group(of_v2);
        [group(&["v1"]), group(&["v3"]), group(&["v1"]), of_v2.clone(), group(&[]), of_v2.clone(), of_v2, group(&[])]
    };
    assert_eq!(preview(&fixture.open(), &narrow), groups(&["v2"]));
    add_increment(&fixture);
    assert_eq!(preview(&fixture.open(), &narrow), groups(&["v2", "v2"]));
}

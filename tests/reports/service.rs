//! An account of a dataset, which asks questions and has reports made.

use overheard::base::date::{Date, Window};
use overheard::guard::request::MonitoredBrand;
use overheard::guard::request::account::AccountRequest;
use overheard::guard::request::account::report::ReportRequest;
use overheard::query::Executor;
use overheard::query::columnar::{AccountFault, AccountQuestion, Columnar, Sizes, Viewer, served};
use overheard::report::compose::{Composed, Occasion, ReportAnswers, compose};
use overheard::report::questions::questions;
use overheard::spec::{AccountOperation, Index};
use overheard_sqlite::documents::{lines, rows};
use overheard_sqlite::{Database, packed, views};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

const SECRET: &[u8] = b"what cursors are signed with";
/// Questions of a report at most.
const FEW: usize = 100;

/// An account, and the dataset that it asks.
pub struct Service {
    database: Database,
    pub brands: Vec<MonitoredBrand>,
    /// The first and the last day of the dataset.
    pub dates: (Date, Date),
    pub mentions: Vec<Value>,
}

/// A report, and all that was answered for it.
pub struct Made {
    pub composed: Composed,
    pub request: ReportRequest,
    pub answers: Vec<Value>,
}

impl Service {
    /// Imports a folder, for an account that monitors some of its most frequent brands, or else those of some names.
    pub fn new(folder: &Path, frequent: usize, named: &[&str]) -> Self {
        let database = Database::migrated();
        packed::import(&database, rows(lines(folder)));
        let mentions: Vec<Value> = lines(folder)
            .filter(|(index, _)| *index == Index::BusinessIdeas)
            .map(|(_, line)| serde_json::from_str(&line).unwrap())
            .collect();
        let mut known: BTreeMap<&str, u64> = BTreeMap::new();
        for mention in &mentions {
            *known.entry(mention["brand_name"].as_str().unwrap()).or_default() += 1;
        }
        let mut by_count: Vec<(u64, &str)> = known.into_iter().map(|(name, count)| (count, name)).collect();
        by_count.sort_unstable_by(|one, other| other.cmp(one));
        let names = by_count.iter().take(frequent).map(|(_, name)| *name).chain(named.iter().copied());
        let brands = (1..).zip(names).map(|(number, name)| brand(number, name)).collect();
        let (dataset, dates) = pollster::block_on(served(&database)).unwrap();
        let service = Self { database, brands, dates: dates.unwrap(), mentions };
        views::prepare(&service.database, &service.brands, &dataset, Sizes::default()).unwrap();
        service
    }

    fn viewer(&self) -> Viewer<'_> {
        Viewer { account: "acc_0123456789", brands: &self.brands }
    }

    /// The answer to a question.
    pub fn ask(&self, request: &AccountRequest) -> Value {
        let today = self.dates.1.add_days(3);
        let question = AccountQuestion { request, viewer: self.viewer(), today, secret: SECRET };
        match pollster::block_on(Columnar::new(&self.database, None).answer(question)) {
            Ok(answer) => serde_json::from_str(answer.body.get()).unwrap(),
            Err(AccountFault::Question(problems)) => panic!("{}: {:?}", request.address, problems.violations()),
            Err(fault) => panic!("{}: {fault:?}", request.address),
        }
    }

    /// The answer to the question of an address.
    pub fn query(&self, operation: AccountOperation, query: &str) -> Value {
        let request = AccountRequest::parse(operation, query.as_bytes());
        self.ask(&request.unwrap_or_else(|problems| panic!("{query}: {:?}", problems.violations())))
    }

    /// Reads the body of a report; brands are named by their places, all of them by none.
    pub fn request(&self, kind: &str, window: Window, brands: &[usize], filters: Value) -> ReportRequest {
        let body = json!({"type": kind, "from": window.from, "to": window.to, "filters": filters});
        let mut request = ReportRequest::parse(body.to_string().as_bytes())
            .unwrap_or_else(|problems| panic!("{body}: {:?}", problems.violations()));
        let all: Vec<usize> = (0..self.brands.len()).collect();
        let places = if brands.is_empty() { &all } else { brands };
        request.brands = places.iter().map(|place| self.brands[*place].id.clone()).collect();
        request
    }

    /// The labels of a report's brands.
    pub fn labels(&self, request: &ReportRequest) -> Vec<&str> {
        let label = |id: &String| self.brands.iter().find(|brand| brand.id == *id).unwrap().label.as_str();
        request.brands.iter().map(label).collect()
    }

    /// Makes a report.
    pub fn make(&self, request: ReportRequest) -> Made {
        let asked = questions(&request, &self.brands).unwrap();
        assert!(asked.len() <= FEW, "{} questions", asked.len());
        let (mut answers, mut all) = (ReportAnswers::default(), Vec::new());
        for question in &asked {
            let answer = self.ask(&question.request);
            all.push(answer.clone());
            answers.add(question, answer);
        }
        let version = all[0]["meta"]["dataset_version"].as_str().unwrap().to_owned();
        let occasion = Occasion {
            request: &request,
            account: "Velunara GmbH",
            brands: &self.labels(&request),
            dataset_version: &version,
            dataset_dates: Some(self.dates),
        };
        let composed = compose(occasion, &answers);
        Made { composed, request, answers: all }
    }

    /// The window of so many days that ends with the dataset.
    pub fn last_days(&self, days: i64) -> Window {
        Window::ending(self.dates.1, days)
    }

    /// The most frequent value of a column of mentions.
    pub fn frequent(&self, column: &str) -> Option<String> {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for mention in &self.mentions {
            let values = mention[column].as_array().map_or_else(|| vec![&mention[column]], |all| all.iter().collect());
            values.into_iter().filter_map(Value::as_str).for_each(|value| *counts.entry(value).or_default() += 1);
        }
        let plain = counts.into_iter().filter(|(value, _)| !value.contains(',') && !value.starts_with('-'));
        plain.max_by_key(|(_, count)| *count).map(|(value, _)| value.to_owned())
    }
}

fn brand(number: usize, name: &str) -> MonitoredBrand {
    let id = format!("brd_{number:010}");
    MonitoredBrand { id, label: name.to_owned(), terms: vec![name.to_owned()], must_context: Vec::new(), exact: true }
}

//! An account with a dataset that sends queries and creates reports.
#![expect(clippy::unwrap_used, clippy::panic, clippy::missing_panics_doc, reason = "a panic here is a failed test")]

use crate::documents::{lines, rows};
use crate::{SqliteDatabase, packed, views};
use overheard::backend::columnar::{Columnar, ViewSizes};
use overheard::base::date::{Date, Window};
use overheard::guard::request::MonitoredBrand;
use overheard::guard::request::account::AccountRequest;
use overheard::guard::request::account::report::ReportRequest;
use overheard::query::{AccountBackend as _, AccountQuery, DataBackend as _, QueryError, Viewer};
use overheard::report::compose::{ComposedReport, ReportAnswers, ReportContext, compose};
use overheard::report::mentions::MentionEncoder;
use overheard::report::questions::{mentions, questions};
use overheard::spec::AccountOperation;
use overheard::spec::request::account::choice::ReportFormat;
use serde_json::value::to_raw_value;
use serde_json::{Value, json};
use std::path::Path;

const SECRET: &[u8] = b"what cursors are signed with";
/// Largest number of queries of a report.
const FEW: usize = 100;

/// An account with its dataset.
pub struct Service {
    database: SqliteDatabase,
    /// The monitored brands.
    pub brands: Vec<MonitoredBrand>,
    /// The first and the last day of the dataset.
    pub dates: (Date, Date),
}

/// A report with the answers that it is based on.
pub struct ReportWithAnswers {
    /// The content of the report.
    pub composed: ComposedReport,
    /// The request of the report.
    pub request: ReportRequest,
    /// All answers that it is based on.
    pub answers: Vec<Value>,
}

impl Service {
    /// Imports a folder, for an account that monitors some brands.
    pub fn new(folder: &Path, brands: Vec<MonitoredBrand>) -> Self {
        let database = SqliteDatabase::migrated();
        packed::import(&database, rows(lines(folder)));
        let (dataset, dates) = pollster::block_on(Columnar::new(&database).served_dates()).unwrap();
        let service = Self { database, brands, dates: dates.unwrap() };
        views::prepare(&service.database, &service.brands, &dataset, ViewSizes::default()).unwrap();
        service
    }

    fn viewer(&self) -> Viewer<'_> {
        Viewer { account: "acc_0123456789", brands: &self.brands }
    }

    /// Returns the answer to a request.
    pub fn ask(&self, request: &AccountRequest) -> Value {
        let today = self.dates.1.add_days(3);
        let question = AccountQuery { request, viewer: self.viewer(), today, secret: SECRET };
        match pollster::block_on(Columnar::new(&self.database).answer_account(question)) {
            Ok(answer) => answer.with_basis().unwrap(),
            Err(QueryError::Invalid(problems)) => panic!("{}: {:?}", request.address, problems.violations()),
            Err(fault) => panic!("{}: {fault:?}", request.address),
        }
    }

    /// Returns the answer to a query of an address.
    pub fn query(&self, operation: AccountOperation, query: &str) -> Value {
        let request = AccountRequest::parse(operation, query.as_bytes());
        self.ask(&request.unwrap_or_else(|problems| panic!("{query}: {:?}", problems.violations())))
    }

    /// Parses the body of a report. Brands are given by their positions; an empty list means all.
    pub fn request(&self, kind: &str, window: Window, brands: &[usize], filters: Value) -> ReportRequest {
        let body = json!({"type": kind, "from": window.from, "to": window.to, "filters": filters});
        let mut request = ReportRequest::parse(body.to_string().as_bytes())
            .unwrap_or_else(|problems| panic!("{body}: {:?}", problems.violations()));
        let all: Vec<usize> = (0..self.brands.len()).collect();
        let places = if brands.is_empty() { &all } else { brands };
        request.brands = places.iter().map(|place| self.brands[*place].id.clone()).collect();
        request
    }

    /// Returns the labels of a report's brands.
    pub fn labels(&self, request: &ReportRequest) -> Vec<&str> {
        let label = |id: &String| self.brands.iter().find(|brand| brand.id == *id).unwrap().label.as_str();
        request.brands.iter().map(label).collect()
    }

    /// Creates a report of the active version.
    pub fn make(&self, request: ReportRequest) -> ReportWithAnswers {
        let version = pollster::block_on(Columnar::new(&self.database).served_version()).unwrap().version;
        self.make_for("Velunara GmbH", &version, request)
    }

    /// Creates a report with the given account and version name.
    pub fn make_for(&self, account: &str, dataset_version: &str, request: ReportRequest) -> ReportWithAnswers {
        let asked = questions(&request, &self.brands).unwrap();
        assert!(asked.len() <= FEW, "{} questions", asked.len());
        let (mut answers, mut all) = (ReportAnswers::default(), Vec::new());
        for question in &asked {
            let answer = self.ask(&question.request);
            all.push(answer.clone());
            answers.add(question, answer);
        }
        let context = ReportContext {
            request: &request,
            account,
            brands: &self.labels(&request),
            dataset_version,
            dataset_dates: Some(self.dates),
        };
        let composed = compose(context, &answers);
        ReportWithAnswers { composed, request, answers: all }
    }

    /// Exports the mentions of a report in pages of so many rows.
    pub fn export(&self, request: &ReportRequest, format: ReportFormat, rows: usize) -> Vec<u8> {
        let mut next = Some(mentions(request, &self.brands).unwrap().in_pages_of(rows));
        let (mut encoder, mut bytes) = (MentionEncoder::new(format).unwrap(), Vec::new());
        while let Some(page) = next {
            let answer = self.ask(&page);
            for mention in answer["data"].as_array().unwrap() {
                encoder.add(&to_raw_value(mention).unwrap()).unwrap();
            }
            bytes.extend(encoder.take());
            next = answer["next_cursor"].as_str().map(|cursor| page.next(cursor));
        }
        bytes.extend(encoder.take());
        bytes
    }

    /// Returns the window of so many days up to the dataset's last day.
    pub fn last_days(&self, days: i64) -> Window {
        Window::ending(self.dates.1, days)
    }
}

/// Returns a brand with its name as the only term.
pub fn brand(number: usize, name: &str) -> MonitoredBrand {
    let id = format!("brd_{number:010}");
    MonitoredBrand {
        id,
        label: name.to_owned(),
        terms: vec![name.to_owned()],
        must_context: Vec::new(),
        must_not_context: Vec::new(),
        exact: true,
    }
}

//! An account of a dataset that grows.

use overheard::backend::columnar::{Columnar, ViewSizes};
use overheard::base::date::Date;
use overheard::guard::request::MonitoredBrand;
use overheard::guard::request::account::AccountRequest;
use overheard::guard::request::account::id::{IdKind, PublicId};
use overheard::query::{AccountBackend as _, AccountQuery, QueryError, Viewer};
use overheard::records::event::{EventAnswers, EventDraft, EventScan, EventScanContext, EventState, Subscriber};
use overheard::spec::answer::WebhookFilters;
use overheard::spec::request::account::choice::WebhookEvent;
use overheard::spec::{AccountOperation, Index};
use overheard::sql::{Row, Statement};
use overheard_sqlite::documents::{lines, rows};
use overheard_sqlite::increments::{self, JsonLines, RecordSet};
use overheard_sqlite::reports::brand;
use overheard_sqlite::{SqliteDatabase, packed, views};
use serde_json::Value;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::process::Command;
use std::sync::LazyLock;

pub const ACCOUNT: &str = "acc_0123456789";
const SECRET: &[u8] = b"what cursors are signed with";

/// The demo dataset as the command writes it.
static DEMO: LazyLock<JsonLines> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let written = Command::new(env!("CARGO_BIN_EXE_overheard")).arg("demo").arg(folder.path()).output().unwrap();
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    lines(folder.path()).collect()
});

pub struct Market {
    pub database: SqliteDatabase,
    pub brands: Vec<MonitoredBrand>,
    pub known: RecordSet,
    pub today: Date,
    looks: Cell<u32>,
}

/// The events of a scan.
pub struct ScanEvents {
    pub drafts: Vec<EventDraft>,
}

pub fn day(text: &str) -> Date {
    Date::parse(text).unwrap()
}

/// The documents of the demo dataset by day: videos and mentions of some days, and all creators.
pub fn demo(from: &str, to: &str) -> JsonLines {
    let is_of_days = |document: &Value| {
        let date = document["upload_date"].as_str();
        date.is_some_and(|date| date > from && date <= to)
    };
    let is_in = |(index, line): &&(Index, String)| {
        *index == Index::ContentCreator || is_of_days(&serde_json::from_str(line).unwrap())
    };
    DEMO.iter().filter(is_in).cloned().collect()
}

/// Returns the mentions in documents.
pub fn mentions(lines: &JsonLines) -> impl Iterator<Item = Value> {
    lines
        .iter()
        .filter(|(index, _)| *index == Index::BusinessIdeas)
        .map(|(_, line)| serde_json::from_str(line).unwrap())
}

/// A brand with several terms.
pub fn brand_of(number: usize, label: &str, terms: &[&str]) -> MonitoredBrand {
    MonitoredBrand { terms: terms.iter().map(|term| (*term).to_owned()).collect(), ..brand(number, label) }
}

pub fn subscriber(id: &str, filters: Value) -> Subscriber {
    let filters: WebhookFilters = serde_json::from_value(filters).unwrap();
    Subscriber {
        id: id.to_owned(),
        events: WebhookEvent::NAMES.iter().map(|name| name.parse().unwrap()).collect(),
        filters,
    }
}

pub fn public_id(mention: &Value) -> String {
    PublicId::of(IdKind::Mention, mention["mention_id"].as_str().unwrap()).to_string()
}

impl Market {
    /// Creates an account without a dataset.
    pub fn new(brands: Vec<MonitoredBrand>) -> Self {
        let (database, known, today) = (SqliteDatabase::migrated(), RecordSet::default(), day("2026-01-01"));
        Self { database, brands, known, today, looks: Cell::new(0) }
    }

    /// Adds documents incrementally, or repacks the dataset.
    pub fn add(&mut self, lines: &JsonLines) {
        let is_first = self.known.0.is_empty();
        self.known.add(lines);
        if is_first || !increments::add(&self.database, self.known.changes(lines)) {
            self.pack();
        }
        self.prepare();
    }

    /// Repacks all documents.
    pub fn pack(&self) {
        packed::import(&self.database, rows(self.known.lines()));
        self.prepare();
    }

    /// Prepares the view of the account.
    pub fn prepare(&self) {
        let dataset = views::served(&self.database);
        views::prepare(&self.database, &self.brands, &dataset, ViewSizes::default()).unwrap();
    }

    pub fn run(&self, statements: Vec<Statement>) -> Vec<Vec<Row>> {
        self.database.run(statements).unwrap()
    }

    pub fn event_state(&self) -> EventState {
        EventState::from_results(self.run(EventState::read(ACCOUNT))).unwrap()
    }

    /// Returns the time that many hours into the current day.
    pub fn now_ms(&self, hours: u64) -> u64 {
        (u64::try_from(self.today.seconds()).unwrap() + hours * 3_600) * 1_000
    }

    /// Scans for events that many hours into the current day, without emitting them.
    pub fn find_events(&self, state: &EventState, subscribers: &[Subscriber], hours: u64) -> EventScan {
        let (dataset, dates) = pollster::block_on(Columnar::new(&self.database).served_dates()).unwrap();
        let context = EventScanContext {
            monitored: &self.brands,
            subscribers,
            version: &dataset.version,
            dates,
            today: self.today,
            now_ms: self.now_ms(hours),
        };
        pollster::block_on(EventScan::run(&context, state, self)).unwrap()
    }

    /// Stores a scan that began with a state. Returns true if it was committed.
    pub fn commit(&self, state: &EventState, scan: &EventScan, hours: u64) -> bool {
        self.looks.set(self.looks.get() + 1);
        let run_id = format!("scan {}", self.looks.get());
        !self.run(state.statements(ACCOUNT, scan, &run_id, self.now_ms(hours)))[0].is_empty()
    }

    /// Scans for events and stores the new state.
    pub fn scan(&self, subscribers: &[Subscriber], hours: u64) -> ScanEvents {
        let state = self.event_state();
        let scan = self.find_events(&state, subscribers, hours);
        assert!(self.commit(&state, &scan, hours));
        ScanEvents { drafts: scan.drafts }
    }

    /// Returns the answer to a query of the account.
    pub fn query(&self, operation: AccountOperation, query: &str) -> Value {
        let request = AccountRequest::parse(operation, query.as_bytes())
            .unwrap_or_else(|problems| panic!("{query}: {:?}", problems.violations()));
        pollster::block_on(EventAnswers::fetch(self, &request)).unwrap_or_else(|fault| panic!("{query}: {fault:?}"))
    }

    /// Returns the mentions of a brand in documents, by public id.
    pub fn of_brand(&self, place: usize, lines: &JsonLines) -> BTreeSet<String> {
        let terms = &self.brands[place].terms;
        let is_of = |mention: &Value| terms.iter().any(|term| mention["brand_name"] == **term);
        mentions(lines).filter(is_of).map(|mention| public_id(&mention)).collect()
    }
}

impl EventAnswers for Market {
    type Error = QueryError;

    async fn fetch(&self, request: &AccountRequest) -> Result<Value, QueryError> {
        let viewer = Viewer { account: ACCOUNT, brands: &self.brands };
        let question = AccountQuery { request, viewer, today: self.today, secret: SECRET };
        let answer = Columnar::new(&self.database).answer_account(question).await?;
        Ok(serde_json::from_str(answer.body.get()).unwrap())
    }

    fn skip_refused(&self, _: &str, error: QueryError) -> Result<(), QueryError> {
        match error {
            QueryError::Invalid(_) | QueryError::OverBudget(_) => Ok(()),
            other => Err(other),
        }
    }
}

impl ScanEvents {
    pub fn of(&self, kind: WebhookEvent) -> Vec<&EventDraft> {
        self.drafts.iter().filter(|draft| draft.kind == kind).collect()
    }

    /// Returns the ids of the mentions sent to a webhook, in order.
    pub fn mentions_to(&self, webhook: &str) -> Vec<String> {
        let of_webhook = self.of(WebhookEvent::MentionCreated).into_iter().filter(|draft| is_for(draft, webhook));
        let mentions = of_webhook.flat_map(|draft| {
            let mentions = draft.data["data"].as_array().unwrap();
            assert!((1..=25).contains(&mentions.len()) && draft.data["count"] == mentions.len());
            mentions
        });
        mentions.map(|mention| mention["id"].as_str().unwrap().to_owned()).collect()
    }
}

pub fn is_for(draft: &EventDraft, webhook: &str) -> bool {
    match &draft.audience {
        overheard::records::event::EventAudience::Subscribed => true,
        overheard::records::event::EventAudience::Channel(id) => id == webhook,
        overheard::records::event::EventAudience::Named(ids) => ids.iter().any(|id| id == webhook),
    }
}

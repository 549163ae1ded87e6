//! The meter of an account: the ledger of the core, in the storage of a Durable Object, which hands it one request
//! after another.

use overheard::meter::ledger::{Ledger, Tables};
use overheard::meter::message::{Checkpoint, Message};
use overheard::store::{Param, Row, Statement};
use std::cell::{Cell, RefCell};
use std::time::Duration;
use worker::{DurableObject, Env, Request, Response, Result, SqlStorage, SqlStorageValue, State, durable_object};

/// How long what was used may wait to be written to KV, which takes one write a second for each name.
const CHECKPOINT_AFTER: Duration = Duration::from_secs(60);

/// The object.
#[durable_object]
pub struct Meter {
    state: State,
    env: Env,
    ledger: RefCell<Option<Ledger<Storage>>>,
    checkpoint_is_due: Cell<bool>,
}

impl DurableObject for Meter {
    fn new(state: State, env: Env) -> Self {
        Self { state, env, ledger: RefCell::new(None), checkpoint_is_due: Cell::new(false) }
    }

    async fn fetch(&self, mut request: Request) -> Result<Response> {
        let message: Message = match serde_json::from_str(&request.text().await?) {
            Ok(message) => message,
            Err(error) => return Response::error(format!("a message that is none: {error}"), 400),
        };
        let now = i64::try_from(crate::call::now_ms()).unwrap_or(i64::MAX);
        // Nothing is awaited between reading the ledger and writing it, so no other request comes between.
        let answer = match self.with_ledger(|ledger| ledger.handle(message, now)) {
            Ok(answer) => answer,
            Err(error) => {
                worker::console_error!("the meter: {error}");
                return Response::error(error, 500);
            }
        };
        if !self.checkpoint_is_due.replace(true) {
            self.state.storage().set_alarm(CHECKPOINT_AFTER).await?;
        }
        Response::from_json(&answer)
    }

    async fn alarm(&self) -> Result<Response> {
        self.checkpoint_is_due.set(false);
        let now = crate::call::now_seconds();
        let checkpoint = self.with_ledger(|ledger| {
            ledger.fold(now)?;
            ledger.checkpoint(now)
        });
        self.keep(&checkpoint.map_err(worker::Error::from)?).await?;
        Response::empty()
    }
}

impl Meter {
    /// Does something with the ledger. One that failed is opened anew: what it remembers may not be what is written.
    fn with_ledger<T>(
        &self,
        work: impl FnOnce(&mut Ledger<Storage>) -> std::result::Result<T, String>,
    ) -> std::result::Result<T, String> {
        let mut opened = self.ledger.borrow_mut();
        let mut ledger = match opened.take() {
            Some(ledger) => ledger,
            None => Ledger::open(Storage(self.state.storage().sql()))?,
        };
        let result = work(&mut ledger)?;
        *opened = Some(ledger);
        Ok(result)
    }

    async fn keep(&self, checkpoint: &Checkpoint) -> Result<()> {
        if checkpoint.account_id.is_empty() {
            return Ok(());
        }
        let name = format!("usage/{}/{}", checkpoint.account_id, checkpoint.month);
        self.env.kv("KV")?.put(&name, serde_json::to_string(checkpoint)?)?.execute().await?;
        Ok(())
    }
}

/// The tables of the object.
struct Storage(SqlStorage);

impl Tables for Storage {
    fn run(&self, Statement { sql, params, .. }: Statement) -> std::result::Result<Vec<Row>, String> {
        let value = |param| match param {
            Param::Text(text) => SqlStorageValue::String(text),
            Param::Integer(integer) => SqlStorageValue::Integer(integer),
        };
        let bindings: Vec<SqlStorageValue> = params.into_iter().map(value).collect();
        let cursor = self.0.exec(&sql, bindings).map_err(|error| error.to_string())?;
        if !sql.starts_with("SELECT") {
            return Ok(Vec::new());
        }
        cursor.to_array::<Row>().map_err(|error| error.to_string())
    }
}

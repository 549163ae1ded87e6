//! An account of the demo dataset that the command writes.

use crate::service::mentions;
use overheard_sqlite::reports::{Service, brand};
use serde_json::Value;
use std::process::Command;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// An account of the demo dataset, and all mentions of the dataset.
pub struct DemoAccount {
    pub service: Service,
    pub mentions: Vec<Value>,
}

static DEMO: LazyLock<Mutex<DemoAccount>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let written = Command::new(env!("CARGO_BIN_EXE_overheard")).arg("demo").arg(folder.path()).output().unwrap();
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    let names = ["Velunara", "Borealume", "Cinderelm Beauty", "Zebra Works"];
    let brands = (1..).zip(names).map(|(number, name)| brand(number, name)).collect();
    let mentions = mentions(folder.path()).collect();
    Mutex::new(DemoAccount { service: Service::new(folder.path(), brands), mentions })
});

/// The position of the brand without mentions.
pub const SILENT: usize = 3;

/// Returns the account of the demo dataset.
pub fn demo() -> MutexGuard<'static, DemoAccount> {
    // A test that failed has changed nothing.
    DEMO.lock().unwrap_or_else(PoisonError::into_inner)
}

//! The demo dataset, as the command writes it.

use crate::service::Service;
use std::process::Command;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

static DEMO: LazyLock<Mutex<Service>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let written = Command::new(env!("CARGO_BIN_EXE_overheard")).arg("demo").arg(folder.path()).output().unwrap();
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    Mutex::new(Service::new(folder.path(), 0, &["Velunara", "Borealume", "Cinderelm Beauty", "Zebra Works"]))
});

/// The place of the brand that nobody mentions.
pub const SILENT: usize = 3;

/// An account of the demo dataset.
pub fn demo() -> MutexGuard<'static, Service> {
    // A test that failed has changed nothing.
    DEMO.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Temporary files for data that does not fit into memory.

use anyhow::Context as _;
use overheard::segment::writer::FileSpool;

/// Creates a temporary file. The operating system removes it when the command ends, even after a crash.
pub fn spool() -> anyhow::Result<FileSpool> {
    tempfile::tempfile().map(FileSpool::new).with_context(|| {
        format!("no temporary file can be made in {} (TMPDIR names another folder)", std::env::temp_dir().display())
    })
}

//! Temporary files for data that does not fit into memory.

use anyhow::Context as _;
use overheard::segment::writer::FileSpool;

/// Creates a temporary file. The operating system removes it when the command ends, even after a crash.
pub fn spool() -> anyhow::Result<FileSpool> {
    tempfile::tempfile().map(FileSpool::new).with_context(|| {
        format!(
            "cannot create a temporary file in {} (set TMPDIR to use another folder)",
            std::env::temp_dir().display()
        )
    })
}

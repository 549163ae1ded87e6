//! Files for what does not fit into memory.

use anyhow::Context as _;
use overheard::segment::writer::FileSpool;

/// Room on disk for what does not fit into memory. It is gone when the command ends, however it ends.
pub fn spool() -> anyhow::Result<FileSpool> {
    tempfile::tempfile().map(FileSpool::new).with_context(|| {
        format!("no temporary file can be made in {} (TMPDIR names another folder)", std::env::temp_dir().display())
    })
}

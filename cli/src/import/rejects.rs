//! The file that lists every refused document.

use anyhow::Context as _;
use overheard::ingest::RecordRefusal;
use overheard::spec::Index;
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// Writes one JSON object per refused document, without its content.
pub struct Rejects {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Rejects {
    /// Makes the file, replacing one of the same name.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        let file = File::create(path).with_context(|| format!("--rejects {} cannot be written", path.display()))?;
        Ok(Self { path: path.to_owned(), file: BufWriter::new(file) })
    }

    /// Appends a refused record.
    pub fn write(&mut self, index: Index, file: &str, line: u64, refused: &RecordRefusal) -> anyhow::Result<()> {
        let entry = json!({
            "file": file,
            "line": line,
            "index": index.name(),
            "column": refused.column,
            "code": refused.code.name(),
            "message": refused.message,
        });
        writeln!(self.file, "{entry}").with_context(|| self.cannot())
    }

    /// Flushes the file.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        self.file.flush().with_context(|| self.cannot())
    }

    fn cannot(&self) -> String {
        format!("{} cannot be written", self.path.display())
    }
}

//! The files of an import and the hash that identifies them.

use crate::failure::usage_error;
use crate::progress::ProgressDisplay;
use crate::version::VersionSummary;
use anyhow::Context as _;
use data_encoding::HEXLOWER;
use overheard::backend::columnar::versions::schema_fingerprint;
use overheard::base::text::TEXT_RULES;
use overheard::ingest::reader::FileForm;
use overheard::ingest::{Mapping, Preset, RULES_VERSION, UnknownValues};
use overheard::segment::BrandAliases;
use overheard::spec::Index;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;
use std::fs::{File, read_dir};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// A file to import.
#[derive(Debug, Clone)]
pub struct Input {
    pub path: PathBuf,
    pub index: Index,
    pub form: FileForm,
    pub gzipped: bool,
    /// Size on disk.
    pub bytes: u64,
}

/// File name extensions of dataset files. Compressed files add `.gz`.
const ENDINGS: [(&str, FileForm); 4] =
    [(".ndjson", FileForm::Json), (".jsonl", FileForm::Json), (".json", FileForm::Json), (".csv", FileForm::Csv)];

/// The import order. Mentions take their date and channel from videos, so videos come first.
pub const ORDER: [Index; 3] = [Index::Info, Index::ContentCreator, Index::BusinessIdeas];

/// Finds the files that paths name, in import order.
pub fn find(paths: &[PathBuf], index: Option<&str>) -> anyhow::Result<Vec<Input>> {
    let index = index.map(named_index).transpose()?;
    let mut inputs = Vec::new();
    for path in paths {
        if path.is_dir() {
            if index.is_some() {
                return Err(usage_error(format!(
                    "--index is for single files, but {} is a folder: name its files",
                    path.display()
                )));
            }
            inputs.extend(in_folder(path)?);
        } else {
            inputs.push(single(path, index)?);
        }
    }
    inputs.sort_by_key(|input| ORDER.iter().position(|index| *index == input.index));
    Ok(inputs)
}

fn named_index(name: &str) -> anyhow::Result<Index> {
    Index::from_name(name)
        .ok_or_else(|| usage_error(format!("--index '{name}' is not allowed. Allowed: [{}]", Index::NAMES.join(", "))))
}

/// Finds the dataset files of a folder by name and ignores all other files.
fn in_folder(folder: &Path) -> anyhow::Result<Vec<Input>> {
    let cannot = || format!("{} cannot be read", folder.display());
    let mut paths = Vec::new();
    for entry in read_dir(folder).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        if !path.is_file() || ending(&path).is_none() {
            continue;
        }
        if index_of(&path).is_some() {
            paths.push(path);
        } else {
            eprintln!("Skipped: {}, whose name does not begin with an index", path.display());
        }
    }
    if paths.is_empty() {
        return Err(usage_error(format!(
            "{} has no dataset files. Expected: {}, each as {}",
            folder.display(),
            ORDER.map(Index::name).join(".*, ") + ".*",
            endings()
        )));
    }
    paths.sort();
    paths.iter().map(|path| single(path, None)).collect()
}

fn single(path: &Path, index: Option<Index>) -> anyhow::Result<Input> {
    let shown = path.display();
    let metadata = std::fs::metadata(path).map_err(|error| usage_error(format!("{shown} cannot be read: {error}")))?;
    if !metadata.is_file() {
        return Err(usage_error(format!(
            "{shown} is not a regular file: an import reads it several times. Save it to a file first"
        )));
    }
    let (form, gzipped) =
        ending(path).ok_or_else(|| usage_error(format!("{shown} is not a dataset file. Allowed: {}", endings())))?;
    let index = index.or_else(|| index_of(path)).ok_or_else(|| {
        usage_error(format!(
            "the name of {shown} does not begin with an index. Allowed: [{}], or use --index NAME",
            Index::NAMES.join(", ")
        ))
    })?;
    Ok(Input { path: path.to_owned(), index, form, gzipped, bytes: metadata.len() })
}

/// Returns the format of a file, and true if it is compressed.
fn ending(path: &Path) -> Option<(FileForm, bool)> {
    let name = path.file_name()?.to_str()?;
    let (name, gzipped) = name.strip_suffix(".gz").map_or((name, false), |name| (name, true));
    ENDINGS.into_iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, form)| (form, gzipped))
}

/// Lists the allowed extensions for messages.
fn endings() -> String {
    format!("{}, also with .gz behind it", ENDINGS.map(|(ending, _)| ending).join(", "))
}

/// Returns the index named at the start of a file name.
fn index_of(path: &Path) -> Option<Index> {
    let name = path.file_name()?.to_str()?;
    Index::ALL.into_iter().find(|index| {
        let rest = name.strip_prefix(index.name());
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

impl Input {
    /// Estimates the uncompressed size in bytes.
    pub fn content_bytes(&self) -> u64 {
        const RATIO: u64 = 8;
        if self.gzipped { self.bytes * RATIO } else { self.bytes }
    }
}

/// The options for reading files.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// The mapping of headers to columns.
    pub mapping: Mapping,
    /// The values that mean "unknown".
    pub unknown: UnknownValues,
    /// The line of the CSV header, if it is not the first row.
    pub header_row: Option<u64>,
}

/// The inputs of an import.
pub struct Inputs {
    /// The SHA-256 hash of the files and the import rules, in hexadecimal.
    pub name: String,
    /// True if the new version contains only these inputs and not the served records.
    pub alone: bool,
    /// True if the import deletes records, so that the previous version is not kept.
    pub erases: bool,
    /// The aliases with which brands are packed.
    pub aliases: BrandAliases,
}

impl Inputs {
    /// Hashes the content of files and the options for reading them.
    pub fn of_files(
        inputs: &[Input],
        reading: &ReadOptions,
        alone: bool,
        progress: &ProgressDisplay,
    ) -> anyhow::Result<Self> {
        let mut hasher = Sha256::new();
        hasher.update(format!("overheard import, alone {alone}, rules {RULES_VERSION}, text {TEXT_RULES}\n"));
        let ReadOptions { mapping, unknown, header_row } = reading;
        for pair in mapping.pairs().collect::<BTreeSet<_>>() {
            hasher.update(format!("map {pair:?}\n"));
        }
        for pair in unknown.pairs().collect::<BTreeSet<_>>() {
            hasher.update(format!("unknown {pair:?}\n"));
        }
        let preset = mapping.preset().map(Preset::name);
        hasher.update(format!("from {preset:?}, header row {header_row:?}\n"));
        let mut buffer = vec![0; 1 << 16];
        for input in inputs {
            hasher.update(format!("{} {:?} {} {}\n", input.index.name(), input.form, input.gzipped, input.bytes));
            let cannot = || format!("{} cannot be read", input.path.display());
            let mut file = File::open(&input.path).with_context(cannot)?;
            loop {
                let read = file.read(&mut buffer).with_context(cannot)?;
                let Some(bytes) = buffer.get(..read).filter(|bytes| !bytes.is_empty()) else { break };
                hasher.update(bytes);
                progress.advance(bytes.len() as u64);
            }
        }
        Ok(Self { name: hex(hasher), alone, erases: false, aliases: BrandAliases::default() })
    }

    /// Creates the inputs of a deletion.
    pub fn of_deletion(index: Index, ids: &BTreeSet<String>) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(format!("overheard delete {}\n", index.name()));
        for id in ids {
            hasher.update(format!("{id}\n"));
        }
        Self { name: hex(hasher), alone: false, erases: true, aliases: BrandAliases::default() }
    }

    /// Creates the inputs of packing the served records again.
    pub fn of_served(served: &VersionSummary) -> Self {
        // Keeps the hash of the inputs, so that importing the same files again does nothing.
        Self { name: served.inputs.clone(), alone: false, erases: false, aliases: BrandAliases::default() }
    }

    /// Sets the aliases with which brands are packed.
    pub fn with_aliases(self, aliases: BrandAliases) -> Self {
        Self { aliases, ..self }
    }

    /// Returns the import's id for a base version. The same id stands for the same rows, whatever was published
    /// meanwhile. So the id also depends on the command's version and on the schema.
    pub fn import_id(&self, base: Option<&VersionSummary>) -> String {
        let mut hasher = Sha256::new();
        let version = env!("CARGO_PKG_VERSION");
        hasher.update(format!("{} packed by {version}, schema {}\n", self.name, schema_fingerprint()));
        if let Some(digest) = self.aliases.digest() {
            hasher.update(format!("aliases {digest}\n"));
        }
        if let Some(VersionSummary { generation, version, published_at, .. }) = base {
            hasher.update(format!("upon {generation} {version:?} {published_at:?}\n"));
        }
        hex(hasher)
    }
}

fn hex(hasher: Sha256) -> String {
    HEXLOWER.encode(&hasher.finalize())
}

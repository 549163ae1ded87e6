//! Preparation of views: it matches brands with mentions, and stores columns of these mentions, batch by batch.
//!
//! Each batch fits into the memory of an isolate. It is stored together with the progress of the view, so that a later
//! request continues from there. There are three stages. First, each brand is matched with the base segment, unless
//! another account already has the match. Second, columns of the mentions are read from the rows of their months, some
//! days at a time. Third, the records of the delta segment are matched with the brands.

mod batch;
mod chunk_cursor;
mod delta;
mod matching;
mod top;

pub use batch::ViewSizes;
pub(super) use batch::order;
pub(super) use chunk_cursor::ChunkCursor;
pub(super) use delta::{names_statement, resolve_delta};

use super::names::{NameLookup, ResolvedNames, manifest, manifest_statement, require_current_text};
use super::reader::Reader;
use super::rows::{json, text};
use super::sector::terms::TermIndex;
use super::set::Set;
use crate::backend::account::brands::check_brand_count;
use crate::backend::columnar::plan::{Days, ResolvedBrand};
use crate::backend::columnar::view::{
    self, BrandMatch, RowStatistics, ViewDraft, ViewHead, ViewPart, chunk_of, delete_draft, insert_chunk, insert_part,
    part_statement, parts_statement, unpack_positions,
};
use crate::base::date::Date;
use crate::guard::request::{Brand, MonitoredBrand};
use crate::query::{DatasetVersion, PreparationProgress, QueryError, ViewPreparation};
use crate::segment::{Column, Manifest, TermNumbers};
use crate::spec::Index;
use crate::sql::{AnyStore, Row, Statement, Store, single};
use batch::ViewBatch;
use std::collections::BTreeMap;
use std::rc::Rc;
use top::TopMentions;

/// Maximum bytes of the numbers of names in the head of a view: some 500,000 names.
const MAX_NAMES_BYTES: usize = 1_000_000;
/// Rows per write; each row may have a megabyte.
const ROWS_PER_WRITE: usize = 4;

/// Prepares the view of some brands on a dataset version, in resumable steps.
pub struct ViewBuilder<'s> {
    reader: Reader<'s>,
    store: AnyStore<'s>,
    brands: &'s [MonitoredBrand],
    dataset: DatasetVersion,
    name: String,
    manifest: Rc<Manifest>,
    /// The row of names of the delta segment.
    delta_names: Vec<Row>,
    sizes: ViewSizes,
    stage: Stage,
}

/// A stage of preparation.
enum Stage {
    /// Matching of brands; a brand without a match is `None`.
    Matching(Vec<Option<BrandMatch>>),
    /// Reading of columns.
    Columns(Box<ColumnBuild>),
    /// Matching of the delta segment, after the base segment is complete.
    Delta(ViewHead, Vec<ResolvedBrand>),
    /// Complete, with the number of mentions.
    Done(u64),
}

/// The state of reading columns.
struct ColumnBuild {
    brands: Vec<Set>,
    names: Vec<TermNumbers>,
    /// The remaining batches with their mentions, and the mentions of all batches.
    batches: std::vec::IntoIter<(Days, i64)>,
    all: i64,
    head: ViewHead,
    by_day: BTreeMap<i64, i64>,
    first_days: BTreeMap<i64, i64>,
    statistics: RowStatistics,
    /// The top mentions, only of a large view.
    top: Option<TopMentions>,
}

impl<'s> ViewBuilder<'s> {
    /// Opens a view and reads its progress. `sizes` are the sizes of batches and rows.
    ///
    /// # Errors
    /// [`QueryError::DatasetChanged`] if the version is not served, [`QueryError::Outdated`] and
    /// [`QueryError::OutdatedText`] if no view can be made of it, and errors of the store.
    pub async fn open(
        store: &'s impl Store,
        brands: &'s [MonitoredBrand],
        dataset: &DatasetVersion,
        sizes: ViewSizes,
    ) -> Result<Self, QueryError> {
        let store = AnyStore::new(store);
        let reader = Reader::new(store.clone(), Some(dataset.clone()));
        check_brand_count(brands)?;
        let (name, generation, revision) = (view::view_name(brands), dataset.generation, dataset.revision);
        let part = |part, seq| part_statement(generation, &name, part, seq);
        let more = vec![
            part(ViewPart::Head, 0),
            part(ViewPart::Delta, revision.into()),
            names_statement(generation, revision),
        ];
        let mut read = read_with_views(
            &reader,
            NameLookup { index: Index::BusinessIdeas, names: Vec::new(), extra_statements: more },
        )
        .await?;
        let [head, delta, delta_names] = [(); 3].map(|()| read.next_rows());
        let mut opened = Self {
            reader,
            store,
            brands,
            dataset: dataset.clone(),
            name,
            manifest: read.manifest,
            delta_names,
            sizes,
            stage: Stage::Matching(Vec::new()),
        };
        opened.stage = match body(&head)? {
            Some(head) => {
                let head: ViewHead = json(head, "the head of a view")?;
                match body(&delta)? {
                    Some(delta) => Stage::Done(opened.count_mentions(&head, Some(delta))?),
                    None => opened.after_columns(head)?,
                }
            }
            None => {
                let part = |name: &str, part| part_statement(generation, name, part, 0);
                let mut wanted =
                    vec![part(&opened.name, ViewPart::Draft), TopMentions::statement(generation, &opened.name)];
                wanted.extend(brands.iter().map(|brand| part(&view::match_name(brand), ViewPart::Match)));
                let mut read = opened.reader.read(wanted).await?.into_iter();
                let (draft, top) = (read.next().unwrap_or_default(), read.next().unwrap_or_default());
                let parse = |rows: Vec<Row>| body(&rows)?.map(|body| json(body, "a match")).transpose();
                let matches = read.map(parse).collect::<Result<Vec<Option<BrandMatch>>, QueryError>>()?;
                let draft = body(&draft)?.map(|draft| json(draft, "the draft of a view")).transpose()?;
                opened.after_matching(matches, draft.map(|draft| (draft, top))).await?
            }
        };
        Ok(opened)
    }

    /// Matches the next brand without a match, and stores the match.
    async fn match_next(&self, mut matches: Vec<Option<BrandMatch>>) -> Result<Stage, QueryError> {
        let next = matches.iter_mut().zip(self.brands).find(|(slot, _)| slot.is_none());
        if let Some((slot, brand)) = next {
            let name = view::match_name(brand);
            let brands = [Brand::from(brand)];
            let (terms, _) = self.resolve(&brands).await?;
            let mut resolved = terms.resolve_all(&brands)?;
            let resolved_brand = resolved.pop().unwrap_or_default();
            let found = matching::match_base(&self.reader, &resolved_brand, &terms.frequencies).await?;
            let (brand_match, rows) =
                BrandMatch::new(&found.by_day, matching::base_names(&resolved_brand), found.numbers.iter());
            let insert = |(seq, body)| insert_part(&self.dataset, &name, ViewPart::Positions, seq, body);
            self.write((0..).zip(rows).map(insert)).await?;
            let head = insert_part(&self.dataset, &name, ViewPart::Match, 0, to_json(&brand_match)?);
            self.write_last(vec![head], part_statement(self.dataset.generation, &name, ViewPart::Match, 0)).await?;
            *slot = Some(brand_match);
        }
        self.after_matching(matches, None).await
    }

    /// Returns the stage that follows matching, given the stored draft of the view with its top rows.
    async fn after_matching(
        &self,
        matches: Vec<Option<BrandMatch>>,
        draft: Option<(ViewDraft, Vec<Row>)>,
    ) -> Result<Stage, QueryError> {
        if matches.iter().any(Option::is_none) {
            return Ok(Stage::Matching(matches));
        }
        let (mut by_day, mut names) = (BTreeMap::new(), Vec::new());
        for brand_match in matches.into_iter().flatten() {
            for (day, mentions) in brand_match.by_day()? {
                *by_day.entry(day).or_default() += mentions;
            }
            names.push(brand_match.names);
        }
        let bytes: usize = names.iter().map(TermNumbers::bytes).sum();
        if bytes > MAX_NAMES_BYTES {
            let message = format!(
                "the terms of the brands stand for too many names: {bytes} bytes of their numbers, {MAX_NAMES_BYTES} are allowed. Use longer terms, or exact ones."
            );
            return Err(QueryError::OverBudget(message));
        }
        let mut brands = Vec::new();
        for brand in self.brands {
            let statement = parts_statement(self.dataset.generation, &view::match_name(brand), ViewPart::Positions);
            let mut numbers = Set::default();
            for row in single(self.reader.read(vec![statement]).await?)? {
                numbers.extend(unpack_positions(text(&row, "body")?)?);
            }
            brands.push(numbers);
        }
        let all: i64 = by_day.values().sum();
        let is_large = all as usize > self.sizes.small * self.sizes.chunk;
        let (draft, top) = match draft {
            Some((draft, _)) if !is_large => (draft, None),
            Some((draft, top)) => TopMentions::parse(&top)?.map_or_else(Default::default, |top| (draft, Some(top))),
            None => Default::default(),
        };
        let top = top.or_else(|| is_large.then(TopMentions::new));
        if let Some(last) = draft.head.chunks.last() {
            by_day.retain(|day, _| *day > last.last);
        }
        let batches = batch::split_batches(&by_day, &self.manifest.months, self.sizes).into_iter();
        let (by_day, first_days, statistics) = (draft.head.by_day()?, draft.first_days()?, draft.statistics()?);
        Ok(Stage::Columns(Box::new(ColumnBuild {
            brands,
            names,
            batches,
            all,
            head: draft.head,
            by_day,
            first_days,
            statistics,
            top,
        })))
    }

    /// Reads and stores the next batch of mentions, with the draft or the complete head.
    async fn build_next(&self, mut build: Box<ColumnBuild>) -> Result<Stage, QueryError> {
        let Self { dataset, name, .. } = self;
        let mut statements = Vec::new();
        if let Some((days, _)) = build.batches.next() {
            let batch = batch::read_batch(&self.reader, &self.manifest, &build.brands, days).await?;
            build.add(&batch)?;
            let mut chunks = std::mem::take(&mut build.head.chunks);
            for row in batch.rows(self.sizes.chunk) {
                let ViewBatch { mentions, brands } = &row;
                statements.push(insert_chunk(dataset, name, chunks.len(), mentions, brands));
                chunks.extend(chunk_of(mentions.numbers(Column::DAY)?));
                build.statistics.add(mentions)?;
                build.top.as_mut().map_or(Ok(()), |top| top.add(&row, self.sizes.top))?;
            }
            build.head = ViewHead::new(chunks, &build.by_day, build.names.clone());
        }
        let is_last = build.batches.as_slice().is_empty();
        let part = if is_last { ViewPart::Head } else { ViewPart::Draft };
        statements.extend(build.top.iter().flat_map(|top| top.insert(dataset, name, is_last)));
        if is_last {
            let first_days = view::pack_map(&build.first_days);
            statements.push(insert_part(dataset, name, ViewPart::FirstDays, 0, first_days));
            statements.push(insert_part(dataset, name, ViewPart::Statistics, 0, build.statistics.pack()));
            statements.push(insert_part(dataset, name, part, 0, to_json(&build.head)?));
            statements.extend(delete_draft(dataset.generation, name));
        } else {
            let draft = ViewDraft::new(build.head.clone(), &build.first_days, &build.statistics);
            statements.push(insert_part(dataset, name, part, 0, to_json(&draft)?));
        }
        self.write_last(statements, part_statement(dataset.generation, name, part, 0)).await?;
        if is_last { self.after_columns(build.head) } else { Ok(Stage::Columns(build)) }
    }

    /// Returns the stage that follows the base segment.
    fn after_columns(&self, head: ViewHead) -> Result<Stage, QueryError> {
        let resolved = match self.manifest.delta {
            Some(_) => resolve_delta(self.brands, &head, &self.delta_names)?,
            None => None,
        };
        Ok(match resolved {
            Some(resolved) => Stage::Delta(head, resolved),
            None => Stage::Done(self.count_mentions(&head, None)?),
        })
    }

    /// Matches the delta segment with the brands, and stores the result.
    async fn match_delta(&self, head: ViewHead, resolved: &[ResolvedBrand]) -> Result<Stage, QueryError> {
        let Some(of_delta) = &self.manifest.delta else { return Ok(Stage::Done(self.count_mentions(&head, None)?)) };
        let found = delta::match_delta(&self.reader, resolved, &self.manifest, of_delta).await?;
        let (body, seq) = (found.pack(), i64::from(self.dataset.revision));
        let insert = insert_part(&self.dataset, &self.name, ViewPart::Delta, seq, body.clone());
        let last = part_statement(self.dataset.generation, &self.name, ViewPart::Delta, seq);
        self.write_last(vec![insert], last).await?;
        Ok(Stage::Done(self.count_mentions(&head, Some(&body))?))
    }

    /// Reads the entries of the table of terms that resolve some brands.
    async fn resolve(&self, brands: &[Brand]) -> Result<(TermIndex, Rc<Manifest>), QueryError> {
        let mut read = TermIndex::look_up(&self.reader, brands).read(&self.reader).await?;
        Ok((TermIndex::new(&mut read)?, read.manifest))
    }

    /// Returns the number of mentions of a view: the mentions of the base segment that are not superseded, plus the
    /// mentions of the delta segment.
    fn count_mentions(&self, head: &ViewHead, delta: Option<&str>) -> Result<u64, QueryError> {
        let superseded = self.manifest.superseded()?;
        let by_day = head.by_day()?;
        let of_base = by_day.iter().filter(|(day, _)| superseded.binary_search(day).is_err());
        let of_base: i64 = of_base.map(|(_, mentions)| mentions).sum();
        let of_delta = delta.map(view::DeltaMentions::unpack).transpose()?.map_or(0, |delta| delta.positions.len());
        Ok(of_base as u64 + of_delta as u64)
    }

    async fn write(&self, mut statements: impl Iterator<Item = Statement>) -> Result<(), QueryError> {
        loop {
            let some: Vec<Statement> = statements.by_ref().take(ROWS_PER_WRITE).collect();
            if some.is_empty() {
                return Ok(());
            }
            self.store.batch(some).await?;
        }
    }

    /// Runs statements that end with a read of the last written row. Returns [`QueryError::DatasetChanged`] if that row
    /// is missing: the version is no longer stored, and no row was written.
    async fn write_last(&self, mut statements: Vec<Statement>, last: Statement) -> Result<(), QueryError> {
        statements.push(last);
        let written = self.store.batch(statements).await?.pop().unwrap_or_default();
        if written.is_empty() { Err(QueryError::DatasetChanged) } else { Ok(()) }
    }
}

impl ViewPreparation for ViewBuilder<'_> {
    fn progress(&self) -> PreparationProgress {
        match &self.stage {
            Stage::Matching(_) => PreparationProgress::default(),
            Stage::Columns(build) => {
                let left: i64 = build.batches.as_slice().iter().map(|(_, mentions)| mentions).sum();
                PreparationProgress { done: (build.all - left) as u64, of: build.all as u64 }
            }
            Stage::Delta(head, _) => PreparationProgress { done: head.mentions(), of: head.mentions() + 1 },
            Stage::Done(mentions) => PreparationProgress { done: *mentions, of: *mentions },
        }
    }

    fn mentions(&self) -> Option<u64> {
        if let Stage::Done(mentions) = self.stage { Some(mentions) } else { None }
    }

    async fn advance(&mut self) -> Result<(), QueryError> {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Matching(Vec::new())) {
            Stage::Matching(matches) => self.match_next(matches).await?,
            Stage::Columns(build) => self.build_next(build).await?,
            Stage::Delta(head, resolved) => self.match_delta(head, &resolved).await?,
            done @ Stage::Done(_) => done,
        };
        Ok(())
    }
}

impl ColumnBuild {
    /// Adds the mentions of a batch to the counts by day, and their topics to the first days.
    fn add(&mut self, ViewBatch { mentions, .. }: &ViewBatch) -> Result<(), QueryError> {
        if mentions.is_empty() {
            return Ok(());
        }
        let topics = mentions.lists(Column::TOPICS)?;
        for (at, day) in mentions.numbers(Column::DAY)?.iter().enumerate() {
            *self.by_day.entry(*day).or_default() += 1;
            for topic in topics.get(at) {
                // Batches come in the order of days.
                self.first_days.entry(*topic).or_insert(*day);
            }
        }
        Ok(())
    }
}

/// Reads rows of a generation, including rows of views.
///
/// # Errors
/// Errors of the store, [`QueryError::Outdated`] if the generation has no columns for views, and
/// [`QueryError::OutdatedText`] if its text rules differ.
pub(super) async fn read_with_views(reader: &Reader<'_>, look_up: NameLookup<'_>) -> Result<ResolvedNames, QueryError> {
    let read = match look_up.read(reader).await {
        // A generation without views has no tables of views.
        Err(QueryError::Unavailable(why)) => {
            let rows = single(reader.read(vec![manifest_statement(reader, Index::BusinessIdeas)]).await?)?;
            let manifest = manifest(reader, Index::BusinessIdeas, &rows)?;
            return Err(if manifest.has_view_columns() { QueryError::Unavailable(why) } else { QueryError::Outdated });
        }
        read => read?,
    };
    if !read.manifest.has_view_columns() {
        return Err(QueryError::Outdated);
    }
    require_current_text(&read.manifest)?;
    Ok(read)
}

/// Returns the served version, and the dates of its first and last mention, if it has any.
///
/// # Errors
/// Errors of the store, and [`QueryError::NoDataset`].
pub async fn served_dates(store: &impl Store) -> Result<(DatasetVersion, Option<(Date, Date)>), QueryError> {
    let reader = Reader::new(AnyStore::new(store), None);
    let of_mentions = single(reader.read(vec![manifest_statement(&reader, Index::BusinessIdeas)]).await?)?;
    let days = manifest(&reader, Index::BusinessIdeas, &of_mentions)?.days()?;
    Ok((reader.version()?, days.and_then(|(first, last)| Date::of_day(first).zip(Date::of_day(last)))))
}

/// Returns true if the served version was imported with the current text rules.
///
/// # Errors
/// Errors of the store, and [`QueryError::NoDataset`].
pub async fn has_current_text(store: &impl Store) -> Result<bool, QueryError> {
    let reader = Reader::new(AnyStore::new(store), None);
    let of_mentions = single(reader.read(vec![manifest_statement(&reader, Index::BusinessIdeas)]).await?)?;
    Ok(manifest(&reader, Index::BusinessIdeas, &of_mentions)?.has_current_text())
}

fn body(rows: &[Row]) -> Result<Option<&str>, QueryError> {
    rows.first().map(|row| text(row, "body")).transpose()
}

fn to_json(part: &impl serde::Serialize) -> Result<String, QueryError> {
    serde_json::to_string(part).map_err(|error| QueryError::Unavailable(format!("a view is not written: {error}")))
}

//! Preparing views: which mentions are of some brands, and columns of them, piece by piece.
//!
//! Each piece fits well into an isolate, and is kept with a note of how far the view is, so that whoever comes next goes
//! on there. First each brand is matched with the base segment, unless somebody did that for another account; then the
//! columns of the mentions are gathered from the rows of their months, some days at a time; then it is noted which
//! documents of the delta segment are of the brands.

mod delta;
mod gathering;
mod matching;
mod rows;
mod top;

pub(super) use delta::{counting, names_statement};
pub use gathering::Sizes;
pub(super) use gathering::order;
pub(super) use rows::ChunkRows;

use super::names::{NameLookup, ResolvedNames, manifest, manifest_statement, require_current_text};
use super::reader::Reader;
use super::rows::{json, text};
use super::sector::terms::Known;
use super::set::Set;
use crate::backend::columnar::plan::{Days, ResolvedBrand};
use crate::backend::columnar::view::{
    self, Draft, Head, Match, Statistics, ViewPart, chunk_of, keep_chunk, keep_part, part_statement, parts_statement,
    remove_draft, unpack_positions,
};
use crate::base::date::Date;
use crate::guard::request::{Brand, MonitoredBrand};
use crate::query::{DatasetVersion, Preparation, Progress, QueryError};
use crate::segment::{Column, Manifest, TermNumbers};
use crate::spec::Index;
use crate::spec::limits::MAX_BRANDS;
use crate::sql::{AnyStore, Row, Statement, Store, single};
use gathering::Gathered;
use std::collections::BTreeMap;
use top::Top;

/// Bytes of the numbers of names in the head of a view, at most: some 500,000 names.
const MAX_NAMES_BYTES: usize = 1_000_000;
/// Rows that are kept at once: each may have a megabyte.
const KEPT_AT_ONCE: usize = 4;

/// What some brands see of a version, on its way.
pub struct ViewBuilder<'s> {
    reader: Reader<'s>,
    store: AnyStore<'s>,
    brands: &'s [MonitoredBrand],
    dataset: DatasetVersion,
    name: String,
    manifest: Manifest,
    /// The row of names of the delta segment.
    delta_names: Vec<Row>,
    sizes: Sizes,
    stage: Stage,
}

enum Stage {
    /// Brands are matched: what is known of each.
    Matching(Vec<Option<Match>>),
    /// Columns are gathered.
    Gathering(Box<Gathering>),
    /// The base segment is done, and mentions of the delta segment may be of the brands.
    Delta(Head, Vec<ResolvedBrand>),
    /// So many mentions.
    Done(u64),
}

struct Gathering {
    brands: Vec<Set>,
    names: Vec<TermNumbers>,
    /// Those to come, and how many mentions all have.
    pieces: std::vec::IntoIter<(Days, i64)>,
    all: i64,
    head: Head,
    by_day: BTreeMap<i64, i64>,
    first_days: BTreeMap<i64, i64>,
    statistics: Statistics,
    /// Of a large view.
    top: Option<Top>,
}

impl<'s> ViewBuilder<'s> {
    /// Opens a view and reads how far it is prepared. `sizes` are the sizes of steps and rows.
    ///
    /// # Errors
    /// [`QueryError::DatasetChanged`] if the version is not served, [`QueryError::Outdated`] and
    /// [`QueryError::OutdatedText`] if no view can be made of it, and those of the store.
    pub async fn open(
        store: &'s impl Store,
        brands: &'s [MonitoredBrand],
        dataset: &DatasetVersion,
        sizes: Sizes,
    ) -> Result<Self, QueryError> {
        let store = AnyStore::new(store);
        let reader = Reader::new(store.clone(), Some(dataset.clone()));
        if brands.len() > MAX_BRANDS {
            let message = format!("the account has {} brands; {MAX_BRANDS} are allowed.", brands.len());
            return Err(QueryError::OverBudget(message));
        }
        let (name, generation, revision) = (view::name(brands), dataset.generation, dataset.revision);
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
                let head: Head = json(head, "the head of a view")?;
                match body(&delta)? {
                    Some(delta) => Stage::Done(opened.live(&head, Some(delta))?),
                    None => opened.after_gathering(head)?,
                }
            }
            None => {
                let part = |name: &str, part| part_statement(generation, name, part, 0);
                let mut wanted = vec![part(&opened.name, ViewPart::Draft), Top::statement(generation, &opened.name)];
                wanted.extend(brands.iter().map(|brand| part(&view::brand_name(brand), ViewPart::Match)));
                let mut read = opened.reader.read(wanted).await?.into_iter();
                let (draft, top) = (read.next().unwrap_or_default(), read.next().unwrap_or_default());
                let known = |rows: Vec<Row>| body(&rows)?.map(|body| json(body, "a match")).transpose();
                let known = read.map(known).collect::<Result<Vec<Option<Match>>, QueryError>>()?;
                let draft = body(&draft)?.map(|draft| json(draft, "the draft of a view")).transpose()?;
                opened.after_matching(known, draft.map(|draft| (draft, top))).await?
            }
        };
        Ok(opened)
    }

    async fn match_next(&self, mut known: Vec<Option<Match>>) -> Result<Stage, QueryError> {
        let next = known.iter_mut().zip(self.brands).find(|(known, _)| known.is_none());
        if let Some((known, brand)) = next {
            let name = view::brand_name(brand);
            let brands = [matching::asked(brand)];
            let (terms, _) = self.resolve(&brands).await?;
            let mut labels = terms.labels(&brands)?;
            let label = labels.pop().unwrap_or_default();
            let found = matching::in_base(&self.reader, &label, &terms.frequencies).await?;
            let (of_brand, rows) = Match::new(&found.by_day, matching::names(&label), found.numbers.iter());
            let keep = |(seq, body)| keep_part(&self.dataset, &name, ViewPart::Positions, seq, body);
            self.keep((0..).zip(rows).map(keep)).await?;
            let head = keep_part(&self.dataset, &name, ViewPart::Match, 0, written(&of_brand)?);
            self.keep_last(vec![head], part_statement(self.dataset.generation, &name, ViewPart::Match, 0)).await?;
            *known = Some(of_brand);
        }
        self.after_matching(known, None).await
    }

    /// What comes once brands are matched, given the draft of the view with the rows of its first mentions.
    async fn after_matching(
        &self,
        known: Vec<Option<Match>>,
        draft: Option<(Draft, Vec<Row>)>,
    ) -> Result<Stage, QueryError> {
        if known.iter().any(Option::is_none) {
            return Ok(Stage::Matching(known));
        }
        let (mut by_day, mut names) = (BTreeMap::new(), Vec::new());
        for of_brand in known.into_iter().flatten() {
            for (day, mentions) in of_brand.by_day()? {
                *by_day.entry(day).or_default() += mentions;
            }
            names.push(of_brand.names);
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
            let statement = parts_statement(self.dataset.generation, &view::brand_name(brand), ViewPart::Positions);
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
            Some((draft, top)) => Top::of(&top)?.map_or_else(Default::default, |top| (draft, Some(top))),
            None => Default::default(),
        };
        let top = top.or_else(|| is_large.then(Top::new));
        if let Some(last) = draft.head.chunks.last() {
            by_day.retain(|day, _| *day > last.last);
        }
        let pieces = gathering::pieces(&by_day, &self.manifest.months, self.sizes).into_iter();
        let (by_day, first_days, statistics) = (draft.head.by_day()?, draft.first_days()?, draft.statistics()?);
        Ok(Stage::Gathering(Box::new(Gathering {
            brands,
            names,
            pieces,
            all,
            head: draft.head,
            by_day,
            first_days,
            statistics,
            top,
        })))
    }

    async fn gather_next(&self, mut gathering: Box<Gathering>) -> Result<Stage, QueryError> {
        let Self { dataset, name, .. } = self;
        let mut statements = Vec::new();
        if let Some((days, _)) = gathering.pieces.next() {
            let gathered = gathering::gather(&self.reader, &self.manifest, &gathering.brands, days).await?;
            gathering.note(&gathered)?;
            let mut chunks = std::mem::take(&mut gathering.head.chunks);
            for row in gathered.rows(self.sizes.chunk) {
                let Gathered { mentions, brands } = &row;
                statements.push(keep_chunk(dataset, name, chunks.len(), mentions, brands));
                chunks.extend(chunk_of(mentions.numbers(Column::DAY)?));
                gathering.statistics.add(mentions)?;
                gathering.top.as_mut().map_or(Ok(()), |top| top.add(&row, self.sizes.top))?;
            }
            gathering.head = Head::new(chunks, &gathering.by_day, gathering.names.clone());
        }
        let is_last = gathering.pieces.as_slice().is_empty();
        let part = if is_last { ViewPart::Head } else { ViewPart::Draft };
        statements.extend(gathering.top.iter().flat_map(|top| top.keep(dataset, name, is_last)));
        if is_last {
            let first_days = view::pack_by(&gathering.first_days);
            statements.push(keep_part(dataset, name, ViewPart::FirstDays, 0, first_days));
            statements.push(keep_part(dataset, name, ViewPart::Statistics, 0, gathering.statistics.pack()));
            statements.push(keep_part(dataset, name, part, 0, written(&gathering.head)?));
            statements.extend(remove_draft(dataset.generation, name));
        } else {
            let draft = Draft::new(gathering.head.clone(), &gathering.first_days, &gathering.statistics);
            statements.push(keep_part(dataset, name, part, 0, written(&draft)?));
        }
        self.keep_last(statements, part_statement(dataset.generation, name, part, 0)).await?;
        if is_last { self.after_gathering(gathering.head) } else { Ok(Stage::Gathering(gathering)) }
    }

    /// What comes once the base segment is done.
    fn after_gathering(&self, head: Head) -> Result<Stage, QueryError> {
        let counting = match self.manifest.delta {
            Some(_) => counting(self.brands, &head, &self.delta_names)?,
            None => None,
        };
        Ok(match counting {
            Some(counting) => Stage::Delta(head, counting),
            None => Stage::Done(self.live(&head, None)?),
        })
    }

    async fn match_delta(&self, head: Head, counting: &[ResolvedBrand]) -> Result<Stage, QueryError> {
        let Some(of_delta) = &self.manifest.delta else { return Ok(Stage::Done(self.live(&head, None)?)) };
        let found = delta::mentions(&self.reader, counting, &self.manifest, of_delta).await?;
        let (body, seq) = (found.pack(), i64::from(self.dataset.revision));
        let keep = keep_part(&self.dataset, &self.name, ViewPart::Delta, seq, body.clone());
        let kept = part_statement(self.dataset.generation, &self.name, ViewPart::Delta, seq);
        self.keep_last(vec![keep], kept).await?;
        Ok(Stage::Done(self.live(&head, Some(&body))?))
    }

    /// What the terms of some brands stand for.
    async fn resolve(&self, brands: &[Brand]) -> Result<(Known, Manifest), QueryError> {
        let mut read = Known::look_up(&self.reader, brands).read(&self.reader).await?;
        Ok((Known::new(&mut read)?, read.manifest))
    }

    /// How many mentions there are in a view that are not superseded, and in what it has of the delta segment.
    fn live(&self, head: &Head, delta: Option<&str>) -> Result<u64, QueryError> {
        let superseded = self.manifest.superseded()?;
        let by_day = head.by_day()?;
        let of_base = by_day.iter().filter(|(day, _)| superseded.binary_search(day).is_err());
        let of_base: i64 = of_base.map(|(_, mentions)| mentions).sum();
        let of_delta = delta.map(view::OfDelta::unpack).transpose()?.map_or(0, |delta| delta.positions.len());
        Ok(of_base as u64 + of_delta as u64)
    }

    async fn keep(&self, mut statements: impl Iterator<Item = Statement>) -> Result<(), QueryError> {
        loop {
            let some: Vec<Statement> = statements.by_ref().take(KEPT_AT_ONCE).collect();
            if some.is_empty() {
                return Ok(());
            }
            self.store.batch(some).await?;
        }
    }

    /// Keeps something whose last row is then there, unless the version is not kept any more: then nothing was taken.
    async fn keep_last(&self, mut statements: Vec<Statement>, last: Statement) -> Result<(), QueryError> {
        statements.push(last);
        let kept = self.store.batch(statements).await?.pop().unwrap_or_default();
        if kept.is_empty() { Err(QueryError::DatasetChanged) } else { Ok(()) }
    }
}

impl Preparation for ViewBuilder<'_> {
    fn progress(&self) -> Progress {
        match &self.stage {
            Stage::Matching(_) => Progress::default(),
            Stage::Gathering(gathering) => {
                let left: i64 = gathering.pieces.as_slice().iter().map(|(_, mentions)| mentions).sum();
                Progress { done: (gathering.all - left) as u64, of: gathering.all as u64 }
            }
            Stage::Delta(head, _) => Progress { done: head.mentions(), of: head.mentions() + 1 },
            Stage::Done(mentions) => Progress { done: *mentions, of: *mentions },
        }
    }

    fn mentions(&self) -> Option<u64> {
        if let Stage::Done(mentions) = self.stage { Some(mentions) } else { None }
    }

    async fn advance(&mut self) -> Result<(), QueryError> {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Matching(Vec::new())) {
            Stage::Matching(known) => self.match_next(known).await?,
            Stage::Gathering(gathering) => self.gather_next(gathering).await?,
            Stage::Delta(head, counting) => self.match_delta(head, &counting).await?,
            done @ Stage::Done(_) => done,
        };
        Ok(())
    }
}

impl Gathering {
    /// Notes on which days there are how many mentions, and on which their topics were seen first.
    fn note(&mut self, Gathered { mentions, .. }: &Gathered) -> Result<(), QueryError> {
        if mentions.is_empty() {
            return Ok(());
        }
        let topics = mentions.lists(Column::TOPICS)?;
        for (at, day) in mentions.numbers(Column::DAY)?.iter().enumerate() {
            *self.by_day.entry(*day).or_default() += 1;
            for topic in topics.get(at) {
                // Pieces come in the order of days.
                self.first_days.entry(*topic).or_insert(*day);
            }
        }
        Ok(())
    }
}

/// Reads something of a generation, rows of views among it.
///
/// # Errors
/// Those of the store; [`QueryError::Outdated`] of a generation that no view can be made of, [`QueryError::OutdatedText`]
/// of one with other text rules.
pub(super) async fn read_with_views(reader: &Reader<'_>, look_up: NameLookup<'_>) -> Result<ResolvedNames, QueryError> {
    let read = match look_up.read(reader).await {
        // A generation without views has no tables of views.
        Err(QueryError::Unavailable(why)) => {
            let manifest =
                manifest(single(reader.read(vec![manifest_statement(reader, Index::BusinessIdeas)]).await?)?)?;
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

/// The served version, and the dates of its first and last mention, if it has any.
///
/// # Errors
/// Those of the store, and [`QueryError::NoDataset`].
pub async fn served_dates(store: &impl Store) -> Result<(DatasetVersion, Option<(Date, Date)>), QueryError> {
    let reader = Reader::new(AnyStore::new(store), None);
    let of_mentions = single(reader.read(vec![manifest_statement(&reader, Index::BusinessIdeas)]).await?)?;
    let days = manifest(of_mentions)?.days()?;
    Ok((reader.version()?, days.and_then(|(first, last)| Date::of_day(first).zip(Date::of_day(last)))))
}

/// Returns true if words and names of the served version are looked up as they were when it was imported.
///
/// # Errors
/// Those of the store, and [`QueryError::NoDataset`].
pub async fn has_current_text(store: &impl Store) -> Result<bool, QueryError> {
    let reader = Reader::new(AnyStore::new(store), None);
    let of_mentions = single(reader.read(vec![manifest_statement(&reader, Index::BusinessIdeas)]).await?)?;
    Ok(manifest(of_mentions)?.has_current_text())
}

fn body(rows: &[Row]) -> Result<Option<&str>, QueryError> {
    rows.first().map(|row| text(row, "body")).transpose()
}

fn written(part: &impl serde::Serialize) -> Result<String, QueryError> {
    serde_json::to_string(part).map_err(|error| QueryError::Unavailable(format!("a view is not written: {error}")))
}

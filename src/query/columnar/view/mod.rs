//! Preparing views: which mentions are of some brands, and columns of them, piece by piece.
//!
//! Each piece fits well into an isolate, and is kept with a note of how far the view is, so that whoever comes next goes
//! on there. First each brand is matched with the base segment, unless somebody did that for another account; then the
//! columns of the mentions are gathered from the rows of their months, some days at a time; then it is noted which
//! documents of the delta segment are of the brands.

mod gathering;
mod matching;
mod progress;
mod rows;

pub use gathering::Sizes;
pub(super) use gathering::order;
pub use progress::Progress;

use super::names::{manifest, manifest_statement};
use super::reader::Reader;
use super::rows::{json, text};
use super::sector::terms::Known;
use super::set::Set;
use crate::base::date::Date;
use crate::guard::request::{Brand, MonitoredBrand};
use crate::query::answer::Dataset;
use crate::query::plan::Days;
use crate::query::view::{
    self, Draft, Head, Match, Statistics, ViewPart, chunk_of, keep_chunk, keep_part, part_statement, parts_statement,
    remove_draft, unpack_positions,
};
use crate::segment::{Column, Manifest};
use crate::spec::Index;
use crate::spec::limits::MAX_BRANDS;
use crate::sql::{AnyStore, Row, Statement, Store, StoreError, exactly, single};
use gathering::Gathered;
use std::collections::BTreeMap;

/// Rows that are kept at once: each may have a megabyte.
const KEPT_AT_ONCE: usize = 4;

/// What some brands see of a version, on its way.
pub struct Preparation<'s> {
    reader: Reader<'s>,
    store: AnyStore<'s>,
    brands: &'s [MonitoredBrand],
    dataset: Dataset,
    name: String,
    manifest: Manifest,
    sizes: Sizes,
    stage: Stage,
}

enum Stage {
    /// Brands are matched: what is known of each.
    Matching(Vec<Option<Match>>),
    /// Columns are gathered.
    Gathering(Box<Gathering>),
    /// The base segment is done.
    Delta(Head),
    /// So many mentions.
    Done(u64),
}

struct Gathering {
    brands: Vec<Set>,
    /// Those to come, and how many mentions all have.
    pieces: std::vec::IntoIter<(Days, i64)>,
    all: i64,
    head: Head,
    by_day: BTreeMap<i64, i64>,
    first_days: BTreeMap<i64, i64>,
    statistics: Statistics,
}

impl<'s> Preparation<'s> {
    /// Finds out how far a view is prepared.
    ///
    /// # Errors
    /// Those of the store; [`StoreError::DatasetChanged`] when the version is not served, [`StoreError::Outdated`] when
    /// no view can be made of it.
    pub async fn open(
        store: &'s impl Store,
        brands: &'s [MonitoredBrand],
        dataset: &Dataset,
    ) -> Result<Self, StoreError> {
        Self::open_in(store, brands, dataset, Sizes::default()).await
    }

    /// The same, in pieces and rows of other sizes.
    ///
    /// # Errors
    /// The same.
    pub async fn open_in(
        store: &'s impl Store,
        brands: &'s [MonitoredBrand],
        dataset: &Dataset,
        sizes: Sizes,
    ) -> Result<Self, StoreError> {
        let store = AnyStore::new(store);
        let reader = Reader::new(store, Some(dataset.clone()));
        if brands.len() > MAX_BRANDS {
            let message = format!("the account has {} brands; {MAX_BRANDS} are allowed.", brands.len());
            return Err(StoreError::OverBudget(message));
        }
        let manifest = manifest(single(reader.read(vec![manifest_statement(&reader, Index::BusinessIdeas)]).await?)?)?;
        if !manifest.has_view_columns() {
            return Err(StoreError::Outdated);
        }
        let (name, generation) = (view::name(brands), dataset.generation);
        let parts = [(ViewPart::Head, 0), (ViewPart::Delta, i64::from(dataset.revision)), (ViewPart::Draft, 0)];
        let parts = parts.map(|(part, seq)| part_statement(generation, &name, part, seq));
        let [head, delta, draft] = exactly(reader.read(parts.to_vec()).await?)?;
        let mut opened = Self {
            reader,
            store,
            brands,
            dataset: dataset.clone(),
            name,
            manifest,
            sizes,
            stage: Stage::Matching(Vec::new()),
        };
        opened.stage = match body(&head)? {
            Some(head) => {
                let head: Head = json(head, "the head of a view")?;
                match (&opened.manifest.delta, body(&delta)?) {
                    (Some(_), None) => Stage::Delta(head),
                    (_, delta) => Stage::Done(opened.live(&head, delta)?),
                }
            }
            None => {
                let heads =
                    brands.iter().map(|brand| part_statement(generation, &view::brand_name(brand), ViewPart::Match, 0));
                let heads = opened.reader.read(heads.collect()).await?;
                let known = |rows: &Vec<Row>| body(rows)?.map(|body| json(body, "a match")).transpose();
                let known = heads.iter().map(known).collect::<Result<Vec<Option<Match>>, StoreError>>()?;
                opened.after_matching(known, body(&draft)?).await?
            }
        };
        Ok(opened)
    }

    /// What is done of it.
    pub fn progress(&self) -> Progress {
        match &self.stage {
            Stage::Matching(_) => Progress::default(),
            Stage::Gathering(gathering) => {
                let left: i64 = gathering.pieces.as_slice().iter().map(|(_, mentions)| mentions).sum();
                Progress::new((gathering.all - left) as u64, gathering.all as u64)
            }
            Stage::Delta(head) => Progress::new(head.mentions(), head.mentions() + 1),
            Stage::Done(mentions) => Progress::new(*mentions, *mentions),
        }
    }

    /// How many mentions it has, once it is prepared.
    pub fn mentions(&self) -> Option<u64> {
        if let Stage::Done(mentions) = self.stage { Some(mentions) } else { None }
    }

    /// Makes the next piece and keeps it. Nothing is left to do of what is prepared.
    ///
    /// # Errors
    /// Those of the store, and [`StoreError::DatasetChanged`] when the version is not served any more.
    pub async fn advance(&mut self) -> Result<(), StoreError> {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Matching(Vec::new())) {
            Stage::Matching(known) => self.match_next(known).await?,
            Stage::Gathering(gathering) => self.gather_next(gathering).await?,
            Stage::Delta(head) => self.match_delta(head).await?,
            done @ Stage::Done(_) => done,
        };
        Ok(())
    }

    async fn match_next(&self, mut known: Vec<Option<Match>>) -> Result<Stage, StoreError> {
        let next = known.iter_mut().zip(self.brands).find(|(known, _)| known.is_none());
        if let Some((known, brand)) = next {
            let name = view::brand_name(brand);
            let brands = [matching::asked(brand)];
            let (terms, _) = self.resolve(&brands).await?;
            let labels = terms.labels(&brands)?;
            let mut found = matching::InBase::default();
            for label in &labels {
                found = matching::in_base(&self.reader, label, &terms.frequencies).await?;
            }
            let (of_brand, rows) = Match::new(&found.by_day, found.numbers.iter());
            let keep = |(seq, body)| keep_part(&self.dataset, &name, ViewPart::Positions, seq, body);
            self.keep((0..).zip(rows).map(keep)).await?;
            let head = keep_part(&self.dataset, &name, ViewPart::Match, 0, written(&of_brand)?);
            self.keep_last(vec![head], part_statement(self.dataset.generation, &name, ViewPart::Match, 0)).await?;
            *known = Some(of_brand);
        }
        self.after_matching(known, None).await
    }

    /// What comes once brands are matched, given the draft of the view.
    async fn after_matching(&self, known: Vec<Option<Match>>, draft: Option<&str>) -> Result<Stage, StoreError> {
        if known.iter().any(Option::is_none) {
            return Ok(Stage::Matching(known));
        }
        let mut by_day = BTreeMap::new();
        for of_brand in known.iter().flatten() {
            for (day, mentions) in of_brand.by_day()? {
                *by_day.entry(day).or_default() += mentions;
            }
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
        let all = by_day.values().sum();
        let draft: Draft = draft.map(|draft| json(draft, "the draft of a view")).transpose()?.unwrap_or_default();
        if let Some(last) = draft.head.chunks.last() {
            by_day.retain(|day, _| *day > last.last);
        }
        let pieces = gathering::pieces(&by_day, &self.manifest.months, self.sizes).into_iter();
        let (by_day, first_days, statistics) = (draft.head.by_day()?, draft.first_days()?, draft.statistics()?);
        Ok(Stage::Gathering(Box::new(Gathering {
            brands,
            pieces,
            all,
            head: draft.head,
            by_day,
            first_days,
            statistics,
        })))
    }

    async fn gather_next(&self, mut gathering: Box<Gathering>) -> Result<Stage, StoreError> {
        let Self { dataset, name, .. } = self;
        let mut statements = Vec::new();
        if let Some((days, _)) = gathering.pieces.next() {
            let gathered = gathering::gather(&self.reader, &self.manifest, &gathering.brands, days).await?;
            gathering.note(&gathered)?;
            let mut chunks = std::mem::take(&mut gathering.head.chunks);
            for Gathered { mentions, brands } in gathered.rows(self.sizes.chunk) {
                statements.push(keep_chunk(dataset, name, chunks.len(), &mentions, &brands));
                chunks.extend(chunk_of(mentions.numbers(Column::DAY)?));
                gathering.statistics.add(&mentions)?;
            }
            gathering.head = Head::new(chunks, &gathering.by_day);
        }
        let is_last = gathering.pieces.as_slice().is_empty();
        let part = if is_last { ViewPart::Head } else { ViewPart::Draft };
        if is_last {
            let first_days = view::pack_by(&gathering.first_days);
            statements.push(keep_part(dataset, name, ViewPart::FirstDays, 0, first_days));
            statements.push(keep_part(dataset, name, ViewPart::Statistics, 0, gathering.statistics.pack()));
            statements.push(keep_part(dataset, name, part, 0, written(&gathering.head)?));
            statements.push(remove_draft(dataset.generation, name));
        } else {
            let draft = Draft::new(gathering.head.clone(), &gathering.first_days, &gathering.statistics);
            statements.push(keep_part(dataset, name, part, 0, written(&draft)?));
        }
        self.keep_last(statements, part_statement(dataset.generation, name, part, 0)).await?;
        Ok(match is_last {
            false => Stage::Gathering(gathering),
            true if self.manifest.delta.is_some() => Stage::Delta(gathering.head),
            true => Stage::Done(self.live(&gathering.head, None)?),
        })
    }

    async fn match_delta(&self, head: Head) -> Result<Stage, StoreError> {
        let Some(delta) = &self.manifest.delta else { return Ok(Stage::Done(self.live(&head, None)?)) };
        let brands: Vec<Brand> = self.brands.iter().map(matching::asked).collect();
        let (terms, _) = self.resolve(&brands).await?;
        let found = matching::in_delta(&self.reader, &terms.labels(&brands)?, &self.manifest, delta).await?;
        let (body, seq) = (found.pack(), i64::from(self.dataset.revision));
        let keep = keep_part(&self.dataset, &self.name, ViewPart::Delta, seq, body.clone());
        let kept = part_statement(self.dataset.generation, &self.name, ViewPart::Delta, seq);
        self.keep_last(vec![keep], kept).await?;
        Ok(Stage::Done(self.live(&head, Some(&body))?))
    }

    /// What the terms of some brands stand for.
    async fn resolve(&self, brands: &[Brand]) -> Result<(Known, Manifest), StoreError> {
        let mut read = Known::look_up(&self.reader, brands).read(&self.reader).await?;
        Ok((Known::new(&mut read)?, read.manifest))
    }

    /// How many mentions there are in a view that are not superseded, and in what it has of the delta segment.
    fn live(&self, head: &Head, delta: Option<&str>) -> Result<u64, StoreError> {
        let superseded = self.manifest.superseded()?;
        let by_day = head.by_day()?;
        let of_base = by_day.iter().filter(|(day, _)| superseded.binary_search(day).is_err());
        let of_base: i64 = of_base.map(|(_, mentions)| mentions).sum();
        let of_delta = delta.map(view::OfDelta::unpack).transpose()?.map_or(0, |delta| delta.positions.len());
        Ok(of_base as u64 + of_delta as u64)
    }

    async fn keep(&self, mut statements: impl Iterator<Item = Statement>) -> Result<(), StoreError> {
        loop {
            let some: Vec<Statement> = statements.by_ref().take(KEPT_AT_ONCE).collect();
            if some.is_empty() {
                return Ok(());
            }
            self.store.batch(some).await?;
        }
    }

    /// Keeps something whose last row is then there, unless the version is not kept any more: then nothing was taken.
    async fn keep_last(&self, mut statements: Vec<Statement>, last: Statement) -> Result<(), StoreError> {
        statements.push(last);
        let kept = self.store.batch(statements).await?.pop().unwrap_or_default();
        if kept.is_empty() { Err(StoreError::DatasetChanged) } else { Ok(()) }
    }
}

impl Gathering {
    /// Notes on which days there are how many mentions, and on which their topics were seen first.
    fn note(&mut self, Gathered { mentions, .. }: &Gathered) -> Result<(), StoreError> {
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

/// The served version, and the dates of its first and last mention, if it has any.
///
/// # Errors
/// Those of the store, and [`StoreError::NoDataset`].
pub async fn served(store: &impl Store) -> Result<(Dataset, Option<(Date, Date)>), StoreError> {
    let reader = Reader::new(AnyStore::new(store), None);
    let of_mentions = single(reader.read(vec![manifest_statement(&reader, Index::BusinessIdeas)]).await?)?;
    let days = manifest(of_mentions)?.days()?;
    Ok((reader.dataset()?, days.and_then(|(first, last)| Date::of_day(first).zip(Date::of_day(last)))))
}

fn body(rows: &[Row]) -> Result<Option<&str>, StoreError> {
    rows.first().map(|row| text(row, "body")).transpose()
}

fn written(part: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(part).map_err(|error| StoreError::Unavailable(format!("a view is not written: {error}")))
}

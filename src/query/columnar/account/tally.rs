//! Counting: what some mentions add up to.

use crate::measure::{Label, Tones};
use crate::query::view::{NamesOf, View, ViewColumn};
use crate::segment::{Corrupt, MISSING};
use crate::spec::answer::LabelCounts;
use crate::spec::answer::sector::TopicCount;
use rustc_hash::{FxHashMap, FxHashSet};

/// The label of a mention.
pub(super) fn label(number: i64) -> Label {
    usize::try_from(number).ok().and_then(|at| Label::ALL.get(at)).copied().unwrap_or(Label::Unknown)
}

/// Mentions by label.
pub(super) fn label_counts(tones: &Tones) -> LabelCounts {
    let Tones { positive, neutral, negative, unknown, .. } = *tones;
    LabelCounts { positive, neutral, negative, unknown }
}

/// A value that there is.
pub(super) fn present(value: i64) -> Option<i64> {
    (value != MISSING).then_some(value)
}

/// A count that there is.
pub(super) fn count(value: i64) -> Option<u64> {
    present(value).and_then(|value| u64::try_from(value).ok())
}

/// A value of a column.
pub(super) fn at(column: &[i64], position: usize) -> i64 {
    column.get(position).copied().unwrap_or(MISSING)
}

/// What tones need of mentions.
pub(super) struct ToneColumns<'v> {
    labels: &'v [i64],
    scores: &'v [i64],
    views: &'v [i64],
}

impl<'v> ToneColumns<'v> {
    /// The columns.
    pub(super) const NEEDS: [ViewColumn; 3] = [ViewColumn::Label, ViewColumn::Score, ViewColumn::Views];

    pub(super) fn of(view: &'v View) -> Result<Self, Corrupt> {
        let [labels, scores, views] = Self::NEEDS.map(|column| view.numbers(column));
        Ok(Self { labels: labels?, scores: scores?, views: views? })
    }

    /// Adds a mention.
    pub(super) fn add_to(&self, tones: &mut Tones, position: usize) {
        tones.add(
            label(at(self.labels, position)),
            present(at(self.scores, position)),
            count(at(self.views, position)),
        );
    }

    /// The tones of some mentions.
    pub(super) fn tones<'p>(&self, positions: impl IntoIterator<Item = &'p usize>) -> Tones {
        let mut tones = Tones::default();
        positions.into_iter().for_each(|position| self.add_to(&mut tones, *position));
        tones
    }
}

/// What the videos of some mentions add up to, each once.
#[derive(Debug, Clone, Default)]
pub(super) struct Videos {
    seen: FxHashSet<i64>,
    /// The sum of their views; those that are not known add nothing.
    pub(super) views: u64,
}

impl Videos {
    /// Adds a video with its views, and says whether it is new.
    pub(super) fn add(&mut self, video: i64, views: i64) -> bool {
        let is_new = self.seen.insert(video);
        if is_new {
            self.views += count(views).unwrap_or(0);
        }
        is_new
    }

    /// How many there are.
    pub(super) fn len(&self) -> u64 {
        self.seen.len() as u64
    }
}

/// How often each item of a list column occurs in some mentions: the most frequent first, then in the order of names.
pub(super) fn frequencies<'p>(
    view: &View,
    column: ViewColumn,
    positions: impl IntoIterator<Item = &'p usize>,
) -> Result<Vec<(i64, u64)>, Corrupt> {
    let lists = view.lists(column)?;
    let mut counts: FxHashMap<i64, u64> = FxHashMap::default();
    for position in positions {
        distinct(lists.get(*position), |item| *counts.entry(item).or_default() += 1);
    }
    let mut counts: Vec<(i64, u64)> = counts.into_iter().collect();
    counts.sort_unstable_by_key(|(item, count)| (std::cmp::Reverse(*count), *item));
    Ok(counts)
}

/// The most frequent topics of some mentions.
pub(super) fn top_topics<'p>(
    view: &View,
    positions: impl IntoIterator<Item = &'p usize>,
    count: usize,
) -> Result<Vec<TopicCount>, Corrupt> {
    let topics = frequencies(view, ViewColumn::Topics, positions)?.into_iter().take(count);
    Ok(topics.map(|(topic, count)| TopicCount { topic: view.text(NamesOf::Topics, topic), count }).collect())
}

/// Visits each item of a list once, however often it stands there.
pub(super) fn distinct(items: &[i64], mut visit: impl FnMut(i64)) {
    for (at, item) in items.iter().enumerate() {
        if !items.iter().take(at).any(|earlier| earlier == item) {
            visit(*item);
        }
    }
}

//! What was collected for a view, as packed columns: a row of mentions at a time, and a column of it at a time, so that no
//! more than one is there twice.

use super::documents::{Collected, Influencer, Mention, Profile, Video};
use crate::query::view::{Chunk, NamesOf, ViewColumn};
use crate::segment::{Documents, Lists, MISSING};
use std::collections::BTreeMap;
use strum::VariantArray;

/// Mentions of one row.
const CHUNK: usize = 65_536;

/// The mentions of a view by day, then id; influencers by id; names in code-point order.
pub(super) struct Columns {
    collected: Collected,
    /// The places of mentions and of their videos.
    mentions: Vec<(usize, usize)>,
    /// The places of influencers.
    influencers: Vec<usize>,
    /// For each influencer the position among them.
    positions: Vec<i64>,
    /// The texts of each kind, and the position of each number among them.
    names: BTreeMap<NamesOf, (Vec<String>, Vec<i64>)>,
}

impl Columns {
    /// Puts what was collected in order.
    pub(super) fn new(mut collected: Collected) -> Self {
        let names = std::mem::take(&mut collected.names);
        let names = names.into_iter().map(|(of, names)| (of, names.sorted())).collect();
        // A mention whose video is not there cannot be: an import refuses it.
        let video_of = |mention: &Mention| collected.videos.binary_search_by_key(&mention.video, |video| video.number);
        let with_video = |(at, mention)| Some((at, video_of(mention).ok()?));
        let mut mentions: Vec<(usize, usize)> = collected.mentions.iter().enumerate().filter_map(with_video).collect();
        mentions.sort_by_cached_key(|(mention, video)| {
            let day = collected.videos.get(*video).map(|video| video.day);
            (day, collected.mentions.get(*mention).map(|mention| mention.id))
        });
        let mut influencers: Vec<usize> = (0..collected.influencers.len()).collect();
        influencers.sort_by_key(|at| collected.influencers.get(*at).map(|influencer| influencer.id));
        let mut positions = vec![MISSING; influencers.len()];
        for (position, at) in (0..).zip(&influencers) {
            if let Some(place) = positions.get_mut(*at) {
                *place = position;
            }
        }
        Self { collected, mentions, influencers, positions, names }
    }

    /// How many influencers there are.
    pub(super) fn influencers(&self) -> usize {
        self.influencers.len()
    }

    /// The rows of mentions: what the head says of each, and its columns, packed as they are asked for.
    pub(super) fn rows(&self) -> impl Iterator<Item = (Chunk, impl Iterator<Item = (ViewColumn, String)>)> {
        self.mentions.chunks(CHUNK).map(move |row| {
            let day =
                |at: Option<&(usize, usize)>| at.map_or(MISSING, |(_, video)| self.video(*video, |video| video.day));
            let chunk = Chunk { mentions: row.len(), first: day(row.first()), last: day(row.last()) };
            (chunk, ViewColumn::of_mentions().filter_map(move |column| self.pack(column, row)))
        })
    }

    /// The columns of influencers, packed.
    pub(super) fn of_influencers(&self) -> Vec<(ViewColumn, String)> {
        let of = |value: &dyn Fn(&Influencer) -> i64| -> Vec<i64> {
            self.influencers.iter().filter_map(|at| self.collected.influencers.get(*at)).map(value).collect()
        };
        let profile = |value: &dyn Fn(&Profile) -> i64| of(&|influencer| value(&influencer.profile));
        let mut categories = Lists::default();
        for influencer in self.influencers.iter().filter_map(|at| self.collected.influencers.get(*at)) {
            let of_one = influencer.profile.categories.iter();
            categories.push(of_one.map(|category| self.position(NamesOf::Categories, *category)));
        }
        let columns = Documents::new(self.influencers.len())
            .with_numbers(ViewColumn::InfluencerId, of(&|influencer| influencer.id))
            .with_numbers(ViewColumn::Snapshot, profile(&|profile| profile.snapshot))
            .with_numbers(ViewColumn::Country, profile(&|profile| self.position(NamesOf::Regions, profile.country)))
            .with_lists(ViewColumn::Categories, categories)
            .with_numbers(ViewColumn::Subscribers, profile(&|profile| profile.subscribers))
            .with_numbers(ViewColumn::Engagement, profile(&|profile| profile.engagement));
        columns.pack().collect()
    }

    /// The texts of every kind.
    pub(super) fn names(&self) -> impl Iterator<Item = (NamesOf, &[String])> {
        NamesOf::VARIANTS.iter().map(|of| (*of, self.names.get(of).map_or(&[][..], |(texts, _)| texts)))
    }

    fn pack(&self, column: ViewColumn, row: &[(usize, usize)]) -> Option<(ViewColumn, String)> {
        let documents = Documents::new(row.len());
        let packed = match column {
            ViewColumn::Topics => {
                documents.with_lists(column, self.lists(NamesOf::Topics, &self.collected.topics, row))
            }
            ViewColumn::Components => {
                documents.with_lists(column, self.lists(NamesOf::Components, &self.collected.components, row))
            }
            column => documents.with_numbers(column, self.numbers(column, row)),
        };
        packed.pack().next()
    }

    fn numbers(&self, column: ViewColumn, row: &[(usize, usize)]) -> Vec<i64> {
        let of_mention = |value: &dyn Fn(&Mention) -> i64| -> Vec<i64> {
            row.iter().map(|(at, _)| self.collected.mentions.get(*at).map_or(MISSING, value)).collect()
        };
        let of_video =
            |value: &dyn Fn(&Video) -> i64| -> Vec<i64> { row.iter().map(|(_, at)| self.video(*at, value)).collect() };
        let of_both = |value: &dyn Fn(&Mention, &Video) -> i64| -> Vec<i64> {
            let pair =
                |at: &(usize, usize)| Some(value(self.collected.mentions.get(at.0)?, self.collected.videos.get(at.1)?));
            row.iter().map(|at| pair(at).unwrap_or(MISSING)).collect()
        };
        match column {
            ViewColumn::Number => of_mention(&|mention| mention.number),
            ViewColumn::Id => of_mention(&|mention| mention.id),
            ViewColumn::Brands => of_mention(&|mention| mention.brands),
            ViewColumn::Category => of_mention(&|mention| self.position(NamesOf::Categories, mention.category)),
            ViewColumn::Label => of_mention(&|mention| mention.label),
            ViewColumn::Score => of_mention(&|mention| mention.score),
            ViewColumn::Value => of_mention(&|mention| mention.value),
            ViewColumn::Occurrences => of_mention(&|mention| mention.occurrences),
            // Where a mention has none, that of its video stands for it.
            ViewColumn::Language => of_both(&|mention, video| {
                self.position(NamesOf::Languages, first_known([mention.language, video.language]))
            }),
            ViewColumn::IndexedAt => of_mention(&|mention| mention.indexed_at),
            ViewColumn::Video => of_mention(&|mention| mention.video),
            ViewColumn::Day => of_video(&|video| video.day),
            ViewColumn::Platform => of_video(&|video| self.position(NamesOf::Platforms, video.platform)),
            ViewColumn::Views => of_video(&|video| video.views),
            ViewColumn::Likes => of_video(&|video| video.likes),
            ViewColumn::Comments => of_video(&|video| video.comments),
            ViewColumn::Channel => of_video(&|video| self.position(NamesOf::Channels, video.channel)),
            ViewColumn::Influencer => of_video(&|video| {
                video.influencer.and_then(|influencer| self.positions.get(influencer)).copied().unwrap_or(MISSING)
            }),
            // Where it has none, that of its video, and then that of its creator.
            ViewColumn::Region => of_both(&|mention, video| {
                let known = first_known([mention.region, video.region, self.country(video)]);
                self.position(NamesOf::Regions, known)
            }),
            _ => Vec::new(),
        }
    }

    /// Lists of numbers as lists of positions.
    fn lists(&self, of: NamesOf, items: &Lists, row: &[(usize, usize)]) -> Lists {
        let mut lists = Lists::default();
        row.iter().for_each(|(at, _)| lists.push(items.get(*at).iter().map(|item| self.position(of, *item))));
        lists
    }

    fn video(&self, at: usize, value: impl Fn(&Video) -> i64) -> i64 {
        self.collected.videos.get(at).map_or(MISSING, value)
    }

    /// The country of whoever made a video.
    fn country(&self, video: &Video) -> i64 {
        let influencer = video.influencer.and_then(|at| self.collected.influencers.get(at));
        influencer.map_or(MISSING, |influencer| influencer.profile.country)
    }

    /// The position of a text's number.
    fn position(&self, of: NamesOf, number: i64) -> i64 {
        let positions = self.names.get(&of).map_or(&[][..], |(_, positions)| positions);
        usize::try_from(number).ok().and_then(|number| positions.get(number)).copied().unwrap_or(MISSING)
    }
}

/// The first of some numbers of names that is one.
fn first_known<const N: usize>(numbers: [i64; N]) -> i64 {
    numbers.into_iter().find(|number| *number != MISSING).unwrap_or(MISSING)
}

//! The documents of a view's mentions and of their videos, as columns.

use super::super::documents::{Bodies, dictionary};
use super::super::reader::Reader;
use super::super::rows::{integer, text};
use crate::account_api::id::{Kind, PublicId};
use crate::catalog::Index;
use crate::date::{Date, seconds_of_time};
use crate::measure::Label;
use crate::pack::{Documents, Lists, MISSING, Table};
use crate::store::{Param, Row, Sql, Statement, Store, StoreError, exactly};
use crate::view::{Column, Names, NamesOf};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Documents of one trip to the database.
const READ_AT_ONCE: usize = 1_000;

/// A mention on its way into a view: texts are numbers of names.
#[derive(Debug)]
struct Mention {
    number: i64,
    id: i64,
    brands: i64,
    category: i64,
    label: i64,
    score: i64,
    value: i64,
    occurrences: i64,
    language: i64,
    region: i64,
    indexed_at: i64,
    topics: Vec<i64>,
    components: Vec<i64>,
    video: i64,
}

/// What mentions need of a video.
#[derive(Debug, Clone, Copy)]
struct Video {
    day: i64,
    platform: i64,
    channel: i64,
    influencer: Option<usize>,
    views: i64,
    likes: i64,
    comments: i64,
}

/// Whoever makes mentions.
#[derive(Debug, Default)]
pub(super) struct Influencer {
    /// Bits of the public id.
    pub(super) id: i64,
    /// By which snapshots are found.
    pub(super) channel_uid: Option<String>,
    /// Of the newest snapshot.
    pub(super) profile: Profile,
}

/// What the newest snapshot of a creator says.
#[derive(Debug, Clone)]
pub(super) struct Profile {
    pub(super) snapshot: i64,
    pub(super) country: i64,
    pub(super) categories: Vec<i64>,
    pub(super) subscribers: i64,
    pub(super) engagement: i64,
}

impl Default for Profile {
    fn default() -> Self {
        let [snapshot, country, subscribers, engagement] = [MISSING; 4];
        Self { snapshot, country, categories: Vec::new(), subscribers, engagement }
    }
}

/// What is known of a view's mentions so far.
#[derive(Debug, Default)]
pub(super) struct Collected {
    mentions: Vec<Mention>,
    videos: FxHashMap<i64, Video>,
    pub(super) influencers: Vec<Influencer>,
    by_natural_key: FxHashMap<String, usize>,
    names: BTreeMap<NamesOf, Names>,
}

/// A view that is ready to be packed.
pub(super) struct Made {
    pub(super) mentions: Documents<Column>,
    pub(super) influencers: Documents<Column>,
    pub(super) names: Vec<(NamesOf, Vec<String>)>,
}

/// Reads the documents of some mentions, given with the bits of their brands, and of their videos.
pub(super) async fn collect<S: Store>(
    reader: &Reader<'_, S>,
    matched: &BTreeMap<i64, i64>,
    collected: &mut Collected,
) -> Result<(), StoreError> {
    let generation = reader.generation()?;
    let numbers: Vec<i64> = matched.keys().copied().collect();
    for numbers in numbers.chunks(READ_AT_ONCE) {
        let own = dictionary(generation, Index::BusinessIdeas);
        let [rows, own] = exactly(reader.read(vec![by_number(generation, Index::BusinessIdeas, numbers), own]).await?)?;
        let mut bodies = Bodies::new(Index::BusinessIdeas, &own)?;
        rows.iter().try_for_each(|row| collected.add_mention(row, matched, &mut bodies))?;
    }
    let mut videos: Vec<i64> = collected.mentions.iter().map(|mention| mention.video).collect();
    videos.sort_unstable();
    videos.dedup();
    for numbers in videos.chunks(READ_AT_ONCE) {
        let own = dictionary(generation, Index::Info);
        let [rows, own] = exactly(reader.read(vec![by_number(generation, Index::Info, numbers), own]).await?)?;
        let mut bodies = Bodies::new(Index::Info, &own)?;
        rows.iter().try_for_each(|row| collected.add_video(row, &mut bodies))?;
    }
    Ok(())
}

/// The documents of some numbers, ascending.
pub(super) fn by_number(generation: u32, index: Index, numbers: &[i64]) -> Statement {
    let table = Table::of_documents(index).stored(generation);
    let video = if index == Index::BusinessIdeas { ", d.video AS video" } else { "" };
    let mut sql = Sql::new(&format!("SELECT d.num AS num, d.id AS id, hex(d.body) AS body{video} FROM "));
    sql.rows(numbers.iter().map(|number| [Param::Integer(*number)]));
    sql.push(&format!(" AS wanted CROSS JOIN {table} AS d ON d.num = wanted.column1"));
    sql.finish()
}

impl Collected {
    /// The names of a kind.
    pub(super) fn names(&mut self, of: NamesOf) -> &mut Names {
        self.names.entry(of).or_default()
    }

    fn listed(&mut self, of: NamesOf, texts: &[String]) -> Vec<i64> {
        let names = self.names(of);
        texts.iter().map(|text| names.number(text)).collect()
    }

    fn add_mention(&mut self, row: &Row, matched: &BTreeMap<i64, i64>, bodies: &mut Bodies) -> Result<(), StoreError> {
        let body = bodies.read(text(row, "body")?)?;
        let number = integer(row, "num")?;
        let [category, language, region, sentiment, indexed_at] =
            ["category", "language", "region", "sentiment", "indexed_at"]
                .map(|column| body.get::<Option<String>>(column));
        let [score, value, occurrences] =
            ["sentiment_score", "estimated_value_usd", "occurrences"].map(|column| body.get::<Option<i64>>(column));
        let score = score?;
        let label = Label::of(sentiment?.as_deref().and_then(Label::from_name), score);
        let mention = Mention {
            number,
            id: PublicId::of(Kind::Mention, text(row, "id")?).bits(),
            brands: matched.get(&number).copied().unwrap_or(0),
            category: self.names(NamesOf::Categories).number_of(category?.as_deref()),
            label: label as i64,
            score: score.unwrap_or(MISSING),
            value: value?.unwrap_or(MISSING),
            occurrences: occurrences?.unwrap_or(1),
            language: self.names(NamesOf::Languages).number_of(language?.as_deref()),
            region: self.names(NamesOf::Regions).number_of(region?.as_deref()),
            indexed_at: indexed_at?.as_deref().and_then(seconds_of_time).unwrap_or(MISSING),
            topics: self.listed(NamesOf::Topics, &body.get::<Vec<String>>("topics")?),
            components: self.listed(NamesOf::Components, &body.get::<Vec<String>>("components")?),
            video: integer(row, "video")?,
        };
        self.mentions.push(mention);
        Ok(())
    }

    fn add_video(&mut self, row: &Row, bodies: &mut Bodies) -> Result<(), StoreError> {
        let body = bodies.read(text(row, "body")?)?;
        let [channel_name, channel_uid] =
            ["channel_name", "channel_uid"].map(|column| body.get::<Option<String>>(column));
        let (channel_name, channel_uid) = (channel_name?, channel_uid?);
        let count = |column| Ok::<_, StoreError>(body.get::<Option<i64>>(column)?.unwrap_or(MISSING));
        let (views, likes, comments) = (count("views")?, count("likes")?, count("comments")?);
        let day = Date::parse(body.get::<String>("upload_date")?).map_or(MISSING, Date::day);
        let influencer = self.influencer(channel_name.as_deref(), channel_uid);
        let video = Video {
            day,
            platform: self.names(NamesOf::Platforms).number(&body.get::<String>("platform")?),
            channel: self.names(NamesOf::Channels).number_of(channel_name.as_deref()),
            influencer,
            views,
            likes,
            comments,
        };
        self.videos.insert(integer(row, "num")?, video);
        Ok(())
    }

    /// The number of whoever makes a channel's videos: the uid tells, or the name where there is none.
    fn influencer(&mut self, name: Option<&str>, channel_uid: Option<String>) -> Option<usize> {
        let natural_key = channel_uid.as_deref().or(name)?;
        if let Some(number) = self.by_natural_key.get(natural_key) {
            return Some(*number);
        }
        let number = self.influencers.len();
        let id = PublicId::of(Kind::Influencer, natural_key).bits();
        self.by_natural_key.insert(natural_key.to_owned(), number);
        self.influencers.push(Influencer { id, channel_uid, profile: Profile::default() });
        Some(number)
    }

    /// The columns: mentions by day, then id; influencers by id; names in code-point order.
    pub(super) fn finish(self) -> Made {
        let Self { mut mentions, videos, influencers, names, .. } = self;
        let sorted: BTreeMap<NamesOf, (Vec<String>, Vec<i64>)> =
            names.into_iter().map(|(of, names)| (of, names.sorted())).collect();
        let position = |of: NamesOf, number: i64| {
            let positions = sorted.get(&of).map(|(_, positions)| positions.as_slice()).unwrap_or_default();
            usize::try_from(number).ok().and_then(|number| positions.get(number)).copied().unwrap_or(MISSING)
        };
        // A mention whose video is not there cannot be: an import refuses it.
        mentions.retain(|mention| videos.contains_key(&mention.video));
        mentions.sort_by_cached_key(|mention| (videos.get(&mention.video).map(|video| video.day), mention.id));
        let mut order: Vec<usize> = (0..influencers.len()).collect();
        order.sort_by_key(|at| influencers.get(*at).map(|influencer| influencer.id));
        let mut place = vec![MISSING; influencers.len()];
        for (to, from) in order.iter().enumerate() {
            if let Some(place) = place.get_mut(*from) {
                *place = to as i64;
            }
        }
        let of_mention = |value: &dyn Fn(&Mention) -> i64| mentions.iter().map(value).collect::<Vec<i64>>();
        let of_video = |value: &dyn Fn(&Video) -> i64| {
            mentions.iter().map(|mention| videos.get(&mention.video).map_or(MISSING, value)).collect::<Vec<i64>>()
        };
        let numbers = |column: Column| match column {
            Column::Number => of_mention(&|mention| mention.number),
            Column::Id => of_mention(&|mention| mention.id),
            Column::Brands => of_mention(&|mention| mention.brands),
            Column::Category => of_mention(&|mention| position(NamesOf::Categories, mention.category)),
            Column::Label => of_mention(&|mention| mention.label),
            Column::Score => of_mention(&|mention| mention.score),
            Column::Value => of_mention(&|mention| mention.value),
            Column::Occurrences => of_mention(&|mention| mention.occurrences),
            Column::Language => of_mention(&|mention| position(NamesOf::Languages, mention.language)),
            Column::Video => of_mention(&|mention| mention.video),
            Column::Day => of_video(&|video| video.day),
            Column::Platform => of_video(&|video| position(NamesOf::Platforms, video.platform)),
            Column::Views => of_video(&|video| video.views),
            Column::Likes => of_video(&|video| video.likes),
            Column::Comments => of_video(&|video| video.comments),
            Column::Channel => of_video(&|video| position(NamesOf::Channels, video.channel)),
            Column::Influencer => of_video(&|video| {
                video.influencer.and_then(|influencer| place.get(influencer)).copied().unwrap_or(MISSING)
            }),
            Column::IndexedAt => of_mention(&|mention| mention.indexed_at),
            // Where a mention has none, that of its creator stands for it.
            Column::Region => mentions
                .iter()
                .map(|mention| {
                    let of_creator = || {
                        let video = videos.get(&mention.video)?;
                        influencers.get(video.influencer?).map(|influencer| influencer.profile.country)
                    };
                    let region = if mention.region == MISSING { of_creator() } else { Some(mention.region) };
                    position(NamesOf::Regions, region.unwrap_or(MISSING))
                })
                .collect(),
            _ => Vec::new(),
        };
        let lists = |of: NamesOf, items: &dyn Fn(&Mention) -> &Vec<i64>| {
            let mut lists = Lists::default();
            mentions.iter().for_each(|mention| lists.push(items(mention).iter().map(|item| position(of, *item))));
            lists
        };
        let of_mentions =
            Column::OF_MENTIONS.into_iter().fold(Documents::new(mentions.len()), |made, column| match column {
                Column::Topics => made.with_lists(column, lists(NamesOf::Topics, &|mention| &mention.topics)),
                Column::Components => {
                    made.with_lists(column, lists(NamesOf::Components, &|mention| &mention.components))
                }
                column => made.with_numbers(column, numbers(column)),
            });
        let in_order: Vec<&Influencer> = order.iter().filter_map(|at| influencers.get(*at)).collect();
        let profile =
            |value: &dyn Fn(&Profile) -> i64| in_order.iter().map(|one| value(&one.profile)).collect::<Vec<i64>>();
        let mut categories = Lists::default();
        for influencer in &in_order {
            categories
                .push(influencer.profile.categories.iter().map(|category| position(NamesOf::Categories, *category)));
        }
        let of_influencers = Documents::new(in_order.len())
            .with_numbers(Column::InfluencerId, in_order.iter().map(|one| one.id).collect())
            .with_numbers(Column::Snapshot, profile(&|profile| profile.snapshot))
            .with_numbers(Column::Country, profile(&|profile| position(NamesOf::Regions, profile.country)))
            .with_lists(Column::Categories, categories)
            .with_numbers(Column::Subscribers, profile(&|profile| profile.subscribers))
            .with_numbers(Column::Engagement, profile(&|profile| profile.engagement));
        let names = NamesOf::ALL
            .into_iter()
            .map(|of| (of, sorted.get(&of).map(|(texts, _)| texts.clone()).unwrap_or_default()));
        Made { mentions: of_mentions, influencers: of_influencers, names: names.collect() }
    }
}

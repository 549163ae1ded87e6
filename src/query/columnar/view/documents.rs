//! The documents of a view's mentions and of their videos, and what a view keeps of them.

use super::super::documents::{Bodies, dictionary};
use super::super::reader::Reader;
use super::super::rows::{integer, text};
use crate::base::date::{Date, seconds_of_time};
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::measure::Label;
use crate::query::view::{Interner, NamesOf};
use crate::segment::{Lists, MISSING, Table};
use crate::spec::Index;
use crate::sql::{Param, Row, Sql, Statement, StoreError, exactly};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Documents of one trip to the database.
const READ_AT_ONCE: usize = 1_000;

/// A mention on its way into a view: texts are numbers of names. Its lists are apart: as there are many, each would cost
/// more than it holds.
#[derive(Debug)]
pub(super) struct Mention {
    pub(super) number: i64,
    pub(super) id: i64,
    pub(super) brands: i64,
    pub(super) category: i64,
    pub(super) label: i64,
    pub(super) score: i64,
    pub(super) value: i64,
    pub(super) occurrences: i64,
    pub(super) language: i64,
    pub(super) region: i64,
    pub(super) indexed_at: i64,
    pub(super) video: i64,
}

/// What mentions need of a video.
#[derive(Debug)]
pub(super) struct Video {
    pub(super) number: i64,
    pub(super) day: i64,
    pub(super) platform: i64,
    pub(super) channel: i64,
    pub(super) influencer: Option<usize>,
    pub(super) language: i64,
    pub(super) region: i64,
    pub(super) views: i64,
    pub(super) likes: i64,
    pub(super) comments: i64,
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
    pub(super) mentions: Vec<Mention>,
    /// Topics of the mentions, in their order.
    pub(super) topics: Lists,
    /// Components of the mentions, in their order.
    pub(super) components: Lists,
    /// In the order of their numbers.
    pub(super) videos: Vec<Video>,
    pub(super) influencers: Vec<Influencer>,
    pub(super) names: BTreeMap<NamesOf, Interner>,
    by_natural_key: FxHashMap<String, usize>,
}

/// Reads the documents of some mentions, given with the bits of their brands, and of their videos.
pub(super) async fn collect(
    reader: &Reader<'_>,
    matched: &BTreeMap<i64, i64>,
    collected: &mut Collected,
) -> Result<(), StoreError> {
    let generation = reader.generation()?;
    let numbers: Vec<i64> = matched.keys().copied().collect();
    // There are at most as many videos.
    collected.mentions.reserve_exact(numbers.len());
    for numbers in numbers.chunks(READ_AT_ONCE) {
        let own = dictionary(generation, Index::BusinessIdeas);
        let [rows, own] = exactly(reader.read(vec![by_number(generation, Index::BusinessIdeas, numbers), own]).await?)?;
        let mut bodies = Bodies::new(Index::BusinessIdeas, &own)?;
        rows.iter().try_for_each(|row| collected.add_mention(row, matched, &mut bodies))?;
    }
    let mut videos: Vec<i64> = collected.mentions.iter().map(|mention| mention.video).collect();
    videos.sort_unstable();
    videos.dedup();
    collected.videos.reserve_exact(videos.len());
    for numbers in videos.chunks(READ_AT_ONCE) {
        let own = dictionary(generation, Index::Info);
        let [rows, own] = exactly(reader.read(vec![by_number(generation, Index::Info, numbers), own]).await?)?;
        let mut bodies = Bodies::new(Index::Info, &own)?;
        rows.iter().try_for_each(|row| collected.add_video(row, &mut bodies))?;
    }
    collected.videos.sort_unstable_by_key(|video| video.number);
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
    pub(super) fn names(&mut self, of: NamesOf) -> &mut Interner {
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
            id: PublicId::of(IdKind::Mention, text(row, "id")?).bits(),
            brands: matched.get(&number).copied().unwrap_or(0),
            category: self.names(NamesOf::Categories).number_of(category?.as_deref()),
            label: label as i64,
            score: score.unwrap_or(MISSING),
            value: value?.unwrap_or(MISSING),
            occurrences: occurrences?.unwrap_or(1),
            language: self.names(NamesOf::Languages).number_of(language?.as_deref()),
            region: self.names(NamesOf::Regions).number_of(region?.as_deref()),
            indexed_at: indexed_at?.as_deref().and_then(seconds_of_time).unwrap_or(MISSING),
            video: integer(row, "video")?,
        };
        let [topics, components] = ["topics", "components"].map(|column| body.get::<Vec<String>>(column));
        let topics = self.listed(NamesOf::Topics, &topics?);
        let components = self.listed(NamesOf::Components, &components?);
        self.topics.push(topics);
        self.components.push(components);
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
        let [language, region] = ["language", "region"].map(|column| body.get::<Option<String>>(column));
        let day = Date::parse(body.get::<String>("upload_date")?).map_or(MISSING, Date::day);
        let influencer = self.influencer(channel_name.as_deref(), channel_uid);
        let video = Video {
            number: integer(row, "num")?,
            day,
            platform: self.names(NamesOf::Platforms).number(&body.get::<String>("platform")?),
            channel: self.names(NamesOf::Channels).number_of(channel_name.as_deref()),
            influencer,
            language: self.names(NamesOf::Languages).number_of(language?.as_deref()),
            region: self.names(NamesOf::Regions).number_of(region?.as_deref()),
            views,
            likes,
            comments,
        };
        self.videos.push(video);
        Ok(())
    }

    /// The number of whoever makes a channel's videos: the uid tells, or the name where there is none.
    fn influencer(&mut self, name: Option<&str>, channel_uid: Option<String>) -> Option<usize> {
        let natural_key = channel_uid.as_deref().or(name)?;
        if let Some(number) = self.by_natural_key.get(natural_key) {
            return Some(*number);
        }
        let number = self.influencers.len();
        let id = PublicId::of(IdKind::Influencer, natural_key).bits();
        self.by_natural_key.insert(natural_key.to_owned(), number);
        self.influencers.push(Influencer { id, channel_uid, profile: Profile::default() });
        Some(number)
    }
}

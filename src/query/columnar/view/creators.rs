//! What the newest snapshots say of a view's creators.

use super::super::documents::{Bodies, dictionary};
use super::super::reader::Reader;
use super::super::rows::{integer, text};
use super::documents::{Collected, Profile, by_number};
use crate::query::view::NamesOf;
use crate::segment::{MISSING, Table};
use crate::spec::Index;
use crate::sql::{StoreError, exactly, single};
use std::collections::BTreeMap;

/// Ids, or documents, of one trip to the database.
const READ_AT_ONCE: usize = 500;
const INDEX: Index = Index::ContentCreator;

/// Adds their profiles to the creators that have any.
pub(super) async fn collect(reader: &Reader<'_>, collected: &mut Collected) -> Result<(), StoreError> {
    let generation = reader.generation()?;
    let with_uid: BTreeMap<String, usize> = (collected.influencers.iter().enumerate())
        .filter_map(|(at, influencer)| Some((influencer.channel_uid.clone()?, at)))
        .collect();
    let uids: Vec<String> = with_uid.keys().cloned().collect();
    // Numbers are in the order of creators and dates: the last of each is the newest.
    let mut newest: BTreeMap<usize, i64> = BTreeMap::new();
    for uids in uids.chunks(READ_AT_ONCE) {
        let wanted = Table::Snapshot.marked(generation).documents(uids, "page.id AS id, page.num AS num");
        for row in single(reader.read(vec![wanted]).await?)? {
            let Some(at) = with_uid.get(text(&row, "id")?) else { continue };
            let number = integer(&row, "num")?;
            let last = newest.entry(*at).or_insert(number);
            *last = (*last).max(number);
        }
    }
    let of_snapshot: BTreeMap<i64, usize> = newest.into_iter().map(|(at, number)| (number, at)).collect();
    let numbers: Vec<i64> = of_snapshot.keys().copied().collect();
    for numbers in numbers.chunks(READ_AT_ONCE) {
        let own = dictionary(generation, INDEX);
        let [rows, own] = exactly(reader.read(vec![by_number(generation, INDEX, numbers), own]).await?)?;
        let mut bodies = Bodies::new(INDEX, &own)?;
        for row in rows {
            let body = bodies.read(text(&row, "body")?)?;
            let number = integer(&row, "num")?;
            let count = |column| Ok::<_, StoreError>(body.get::<Option<i64>>(column)?.unwrap_or(MISSING));
            let country = body.get::<Option<String>>("country")?;
            let categories: Vec<String> = body.get("categories")?;
            let profile = Profile {
                snapshot: number,
                country: collected.names(NamesOf::Regions).number_of(country.as_deref()),
                categories: categories.iter().map(|text| collected.names(NamesOf::Categories).number(text)).collect(),
                subscribers: count("subscriber_count")?,
                engagement: count("engagement_rate_viewers")?,
            };
            let at = of_snapshot.get(&number);
            if let Some(influencer) = at.and_then(|at| collected.influencers.get_mut(*at)) {
                influencer.profile = profile;
            }
        }
    }
    Ok(())
}

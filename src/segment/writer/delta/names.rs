//! Rows of new names, in the dictionary, by their numbers, and among the terms.

use super::super::WriteError;
use super::super::frame::Frame;
use super::super::intern::NONE;
use super::super::output::Output;
use super::super::vocabulary::RankedNames;
use super::served::{Served, in_dictionary, terms as served_terms};
use super::vocabulary::{NumberedChannels, NumberedNames, Pair};
use crate::base::text::{normal_form, tokens};
use crate::segment::{Column, NamesOf, Table, TermEntry};
use crate::spec::Index;
use serde_json::json;
use std::collections::BTreeSet;

/// The rows of new names of a field. No document of rows that are there has them: they count none.
pub(super) fn new_names(
    field: &str,
    of: NamesOf,
    names: &RankedNames,
    named: &NumberedNames,
    output: &mut Output<'_>,
) -> Result<(), WriteError> {
    for (name, number) in fresh(names, named) {
        (output.sink)(Table::Names, &json!([of.place(number).0, json!([name]).to_string()]).to_string())?;
        (output.sink)(Table::Name, &json!([field, name, number, 0]).to_string())?;
    }
    Ok(())
}

/// The name or the uid of a channel.
type Member = fn(&Pair) -> &Option<String>;
/// What becomes of a term.
type Change<'a> = Box<dyn Fn(&mut TermEntry) + 'a>;

/// New names with their numbers.
fn fresh<'n>(names: &'n RankedNames, named: &'n NumberedNames) -> impl Iterator<Item = (&'n str, i64)> {
    named.new.iter().filter_map(|at| Some((names.name(*at)?, *named.numbers.get(*at as usize)?)))
}

/// The rows of new channels, and those of the dictionary for channels that have their first documents of an index.
pub(super) fn new_channels(
    served: &mut impl Served,
    frames: &[Frame; 3],
    channels: &NumberedChannels,
    output: &mut Output<'_>,
) -> Result<(), WriteError> {
    for at in &channels.channels.new {
        let at = *at as usize;
        let Some((number, (name, uid))) = channels.channels.numbers.get(at).zip(channels.pairs.get(at)) else {
            continue;
        };
        let row = json!([NamesOf::Channels.place(*number).0, json!([[name, uid]]).to_string()]);
        (output.sink)(Table::Names, &row.to_string())?;
    }
    let fields: [(&str, Index, Member); 3] = [
        ("mention.channel_name", Index::BusinessIdeas, |pair| &pair.0),
        ("mention.channel_uid", Index::BusinessIdeas, |pair| &pair.1),
        ("video.channel_name", Index::Info, |pair| &pair.0),
    ];
    for (field, index, member) in fields {
        let frame = frames.iter().find(|frame| frame.index == index);
        let of_documents: BTreeSet<u32> = frame
            .map_or(&[][..], |frame| frame.ranks(Column::Channel))
            .iter()
            .copied()
            .filter(|at| *at != NONE)
            .collect();
        let named = of_documents.into_iter().filter_map(|at| {
            let number = channels.channels.numbers.get(at as usize)?;
            Some((member(channels.pairs.get(at as usize)?).clone()?, *number))
        });
        let named: BTreeSet<(String, i64)> = named.collect();
        let known = in_dictionary(served, field, &named.iter().map(|(name, _)| name.clone()).collect())?;
        for (name, number) in named.difference(&known) {
            (output.sink)(Table::Name, &json!([field, name, number, 0]).to_string())?;
        }
    }
    Ok(())
}

/// The terms of new brands, components, topics and categories, with what they stand for already.
pub(super) fn terms(
    served: &mut impl Served,
    [brands, components, topics]: [(&RankedNames, &NumberedNames); 3],
    categories: &[String],
    output: &mut Output<'_>,
) -> Result<(), WriteError> {
    let mut changes: Vec<(String, Change<'_>)> = Vec::new();
    for (name, number) in fresh(brands.0, brands.1) {
        let tokens = tokens(name);
        let form = tokens.join(" ");
        for token in tokens.into_iter().collect::<BTreeSet<String>>() {
            let form = form.clone();
            changes.push((token, Box::new(move |term| put(&mut term.brands, (number, form.clone(), 0)))));
        }
    }
    for (name, number) in fresh(components.0, components.1) {
        changes.push((normal_form(name), Box::new(move |term| put(&mut term.components, (number, 0)))));
    }
    for (name, number) in fresh(topics.0, topics.1) {
        changes.push((normal_form(name), Box::new(move |term| put(&mut term.topics, (number, 0)))));
    }
    let named = [("mention.brand_name", brands), ("mention.components", components), ("mention.topics", topics)];
    let new = named.iter().flat_map(|(field, (names, named))| fresh(names, named).map(move |(name, _)| (*field, name)));
    let categories = categories.iter().map(|name| ("mention.category", name.as_str()));
    for (field, name) in new.chain(categories) {
        let entry = (field.to_owned(), name.to_owned());
        changes.push((normal_form(name), Box::new(move |term| put(&mut term.names, entry.clone()))));
    }

    let keys: BTreeSet<String> = changes.iter().map(|(key, _)| key.clone()).collect();
    let mut all = served_terms(served, &keys)?;
    for (key, change) in changes {
        change(all.entry(key).or_default());
    }
    for (key, term) in &all {
        let body = serde_json::to_string(term).map_err(|error| WriteError::Sink(error.into()))?;
        (output.sink)(Table::Term, &json!([key, body]).to_string())?;
    }
    Ok(())
}

/// Puts something into a list that is in order, once.
fn put<T: Ord>(list: &mut Vec<T>, item: T) {
    if let Err(place) = list.binary_search(&item) {
        list.insert(place, item);
    }
}

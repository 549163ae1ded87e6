//! The preview of a brand: how many mentions a definition finds, and what each of its context words changes.

use crate::guard::request::Brand;
use crate::spec::answer::search::Document;
use serde::Serialize;

/// The maximum number of examples of a group.
pub const MAX_EXAMPLES: u32 = 20;

/// The mentions of a group.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct MentionGroup {
    /// Number of mentions.
    pub mentions: u64,
    /// The newest mentions, at most [`MAX_EXAMPLES`].
    pub examples: Vec<Document>,
}

/// The mentions near which a context entry occurs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EntryMentions {
    /// The entry as it is written in the definition.
    pub entry: String,
    /// The mentions.
    #[serde(flatten)]
    pub group: MentionGroup,
}

/// The mentions that a brand's definition finds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BrandPreview {
    /// Mentions that count.
    pub matches: MentionGroup,
    /// Mentions of a term near which no required entry occurs.
    pub near_misses: MentionGroup,
    /// Mentions of a term, by the required entry that occurs near them. Entries may share mentions.
    pub must_context: Vec<EntryMentions>,
    /// Mentions that would count without the excluded entries, by the entry that removes them. Entries may share
    /// mentions.
    pub must_not_context: Vec<EntryMentions>,
}

/// Conditions on mentions: all of some brands match. The brands have the same terms.
pub type GroupCondition = Vec<Brand>;

/// Returns the conditions of the groups of a preview: matches, near misses, each required and each excluded entry.
pub fn group_conditions(brand: &Brand) -> Vec<GroupCondition> {
    let with_context = |must_context: &[String], must_not_context: &[String]| Brand {
        must_context: must_context.to_vec(),
        must_not_context: must_not_context.to_vec(),
        ..brand.clone()
    };
    let with_entry = |entry: &String| with_context(std::slice::from_ref(entry), &[]);
    let near_misses = with_context(&[], &brand.must_context);
    let matches = [vec![brand.clone()], vec![near_misses]].into_iter();
    let required = brand.must_context.iter().map(|entry| vec![with_entry(entry)]);
    let excluded =
        brand.must_not_context.iter().map(|entry| vec![with_context(&brand.must_context, &[]), with_entry(entry)]);
    matches.chain(required).chain(excluded).collect()
}

impl BrandPreview {
    /// Creates the preview of a brand from the groups of [`group_conditions`].
    pub fn new(brand: &Brand, groups: Vec<MentionGroup>) -> Self {
        let mut groups = groups.into_iter();
        let matches = groups.next().unwrap_or_default();
        let mut near_misses = groups.next().unwrap_or_default();
        // Without required entries, every mention of a term meets the condition.
        if brand.must_context.is_empty() {
            near_misses = MentionGroup::default();
        }
        let mut by_entry = |entries: &[String]| -> Vec<EntryMentions> {
            let groups = entries.iter().zip(groups.by_ref());
            groups.map(|(entry, group)| EntryMentions { entry: entry.clone(), group }).collect()
        };
        let must_context = by_entry(&brand.must_context);
        let must_not_context = by_entry(&brand.must_not_context);
        Self { matches, near_misses, must_context, must_not_context }
    }
}

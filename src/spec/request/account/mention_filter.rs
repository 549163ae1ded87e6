//! The filters of mentions. Parameters, schemas, answers, reports and executors take the filters from here.

use super::choice::Label;
use crate::spec::PLATFORMS;
use crate::spec::request::{Parameter, Type};
use strum::VariantNames;

/// A filter of mentions by an attribute, except brand and window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the parameters")]
pub enum MentionFilter {
    Category,
    Channel,
    Component,
    Influencer,
    Language,
    MinViews,
    Platform,
    Q,
    Region,
    Sentiment,
    Topic,
}

/// The description of a filter.
struct Entry {
    name: &'static str,
    takes: Type,
    heading: &'static str,
    description: &'static str,
}

impl MentionFilter {
    /// All filters in the order in which answers list them.
    pub const ALL: [Self; 11] = [
        Self::Category,
        Self::Channel,
        Self::Component,
        Self::Influencer,
        Self::Language,
        Self::MinViews,
        Self::Platform,
        Self::Q,
        Self::Region,
        Self::Sentiment,
        Self::Topic,
    ];

    const fn entry(self) -> Entry {
        match self {
            Self::Category => Entry {
                name: "category",
                takes: Type::AnyNames,
                heading: "Category",
                description: "Categories as they are stored, excluded by a minus before them.",
            },
            Self::Channel => Entry {
                name: "channel",
                takes: Type::AnyNames,
                heading: "Channel",
                description: "Names of channels, excluded by a minus before them.",
            },
            Self::Component => Entry {
                name: "component",
                takes: Type::AnyNames,
                heading: "Component",
                description: "Components as they are stored, excluded by a minus before them.",
            },
            Self::Influencer => Entry {
                name: "influencer",
                takes: Type::AnyNames,
                heading: "Influencer",
                description: "Ids of creators, excluded by a minus before them.",
            },
            Self::Language => Entry {
                name: "language",
                takes: Type::AnyNames,
                heading: "Language",
                description: "Languages, or `unknown`; excluded by a minus before them.",
            },
            Self::MinViews => Entry {
                name: "min_views",
                takes: Type::Count(0),
                heading: "Views, at least",
                description: "Only videos that are known to have so many views.",
            },
            Self::Platform => Entry {
                name: "platform",
                takes: Type::AnyOf(PLATFORMS),
                heading: "Platform",
                description: "Platforms, excluded by a minus before them.",
            },
            Self::Q => Entry {
                name: "q",
                takes: Type::FullText,
                heading: "Words",
                description: "Free text. All words must occur; `\"…\"` is a phrase, `seru*` the beginning of words. `OR`, `NOT` or `-word`, and parentheses combine them: `(serum OR cream) -vegan`.",
            },
            Self::Region => Entry {
                name: "region",
                takes: Type::AnyNames,
                heading: "Region",
                description: "Regions, or `unknown`; excluded by a minus before them.",
            },
            Self::Sentiment => Entry {
                name: "sentiment",
                takes: Type::AnyOf(Label::VARIANTS),
                heading: "Sentiment",
                description: "Tones, excluded by a minus before them.",
            },
            Self::Topic => Entry {
                name: "topic",
                takes: Type::AnyNames,
                heading: "Topic",
                description: "Topics as they are stored, excluded by a minus before them.",
            },
        }
    }

    /// Returns the name of the parameter.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// Returns the type of the parameter.
    pub const fn takes(self) -> Type {
        self.entry().takes
    }

    /// Returns the heading of the filter in reports.
    pub const fn heading(self) -> &'static str {
        self.entry().heading
    }

    /// Returns the description of the parameter in schemas.
    pub const fn description(self) -> &'static str {
        self.entry().description
    }

    /// Returns the parameter.
    pub const fn parameter(self) -> Parameter {
        Parameter::optional(self.name(), self.takes())
    }

    /// Returns the filter with this parameter name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|filter| filter.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_in_the_order_of_their_names() {
        assert!(MentionFilter::ALL.is_sorted_by_key(|filter| filter.name()));
    }
}

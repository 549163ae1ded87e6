//! The texts of a view, by kind: columns hold their positions.

use crate::segment::MISSING;
use rustc_hash::FxHashMap;
use strum::{IntoStaticStr, VariantArray};

/// Kinds of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
#[expect(missing_docs, reason = "the variants are what the texts are of")]
pub enum NamesOf {
    Platforms,
    #[strum(serialize = "categories of mentions")]
    Categories,
    Languages,
    /// Regions of mentions, and countries of creators.
    Regions,
    #[strum(serialize = "names of topics")]
    Topics,
    #[strum(serialize = "names of components")]
    Components,
    Channels,
}

impl NamesOf {
    /// The name of its rows in the table.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Texts of one kind while a view is made: each has a number in the order of arrival.
#[derive(Debug, Default)]
pub struct Interner {
    numbers: FxHashMap<String, i64>,
}

impl Interner {
    /// The number of a text, new or known.
    pub fn number(&mut self, text: &str) -> i64 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.numbers.len() as i64;
        self.numbers.insert(text.to_owned(), number);
        number
    }

    /// The number of a text, if there is one.
    pub fn number_of(&mut self, text: Option<&str>) -> i64 {
        text.map_or(MISSING, |text| self.number(text))
    }

    /// The texts in code-point order, and for each number the position there.
    pub fn sorted(self) -> (Vec<String>, Vec<i64>) {
        let mut texts: Vec<(String, i64)> = self.numbers.into_iter().collect();
        texts.sort_unstable();
        let mut positions = vec![MISSING; texts.len()];
        for (position, (_, number)) in texts.iter().enumerate() {
            if let Some(place) = usize::try_from(*number).ok().and_then(|number| positions.get_mut(number)) {
                *place = position as i64;
            }
        }
        (texts.into_iter().map(|(text, _)| text).collect(), positions)
    }
}

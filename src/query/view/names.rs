//! The texts of a view, by kind: columns hold their positions.

use crate::segment::MISSING;
use rustc_hash::FxHashMap;

/// Kinds of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the variants are what the texts are of")]
pub enum NamesOf {
    Platforms,
    Categories,
    Languages,
    /// Regions of mentions, and countries of creators.
    Regions,
    Topics,
    Components,
    Channels,
}

impl NamesOf {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Platforms,
        Self::Categories,
        Self::Languages,
        Self::Regions,
        Self::Topics,
        Self::Components,
        Self::Channels,
    ];

    /// The name of its rows in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Platforms => "platforms",
            Self::Categories => "categories of mentions",
            Self::Languages => "languages",
            Self::Regions => "regions",
            Self::Topics => "names of topics",
            Self::Components => "names of components",
            Self::Channels => "channels",
        }
    }
}

/// Texts of one kind while a view is made: each has a number in the order of arrival.
#[derive(Debug, Default)]
pub struct Names {
    numbers: FxHashMap<String, i64>,
}

impl Names {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_in_the_order_of_texts() {
        let mut names = Names::default();
        let numbers: Vec<i64> = ["price", "glow", "price"].iter().map(|text| names.number(text)).collect();
        assert_eq!((numbers, names.number_of(None)), (vec![0, 1, 0], MISSING));
        assert_eq!(names.sorted(), (vec!["glow".to_owned(), "price".to_owned()], vec![1, 0]));
    }
}

//! Names to choose from, as messages list them.

use super::Symbol;

/// Names of which a place takes some, in the order in which messages list them.
#[derive(Debug, Clone, Copy)]
pub enum Choices<'n> {
    /// Names that are symbols.
    Symbols(&'n [Symbol]),
    /// Names that are none.
    #[cfg(feature = "account")]
    Texts(&'n [&'n str]),
}

impl<'n> Choices<'n> {
    /// Nothing to choose from.
    pub const NONE: Self = Self::Symbols(&[]);

    /// The name at a place.
    pub fn at(self, place: usize) -> Option<&'n [u8]> {
        match self {
            Self::Symbols(symbols) => symbols.get(place).map(|symbol| symbol.text()),
            #[cfg(feature = "account")]
            Self::Texts(texts) => texts.get(place).map(|text| text.as_bytes()),
        }
    }

    /// The names one after the other.
    pub fn iter(self) -> impl Iterator<Item = &'n [u8]> {
        (0..).map_while(move |place| self.at(place))
    }
}

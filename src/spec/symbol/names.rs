//! Lists of allowed names for messages.

use super::Symbol;

/// A list of allowed names, in the order in which messages show them.
#[derive(Debug, Clone, Copy)]
pub enum Choices<'n> {
    /// Names with symbols.
    Symbols(&'n [Symbol]),
    /// Names without symbols.
    #[cfg(feature = "account")]
    Texts(&'n [&'n str]),
}

impl<'n> Choices<'n> {
    /// The empty list.
    pub const NONE: Self = Self::Symbols(&[]);

    /// Returns the name at a position.
    pub fn at(self, place: usize) -> Option<&'n [u8]> {
        match self {
            Self::Symbols(symbols) => symbols.get(place).map(|symbol| symbol.text()),
            #[cfg(feature = "account")]
            Self::Texts(texts) => texts.get(place).map(|text| text.as_bytes()),
        }
    }

    /// Iterates over the names.
    pub fn iter(self) -> impl Iterator<Item = &'n [u8]> {
        (0..).map_while(move |place| self.at(place))
    }
}

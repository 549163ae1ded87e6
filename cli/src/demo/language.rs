//! The languages of the demo data, and their countries.

/// A language of a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    English,
    Spanish,
    German,
    French,
    Portuguese,
    Japanese,
    Korean,
}

impl Language {
    /// Returns the ISO 639-1 code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
            Self::German => "de",
            Self::French => "fr",
            Self::Portuguese => "pt",
            Self::Japanese => "ja",
            Self::Korean => "ko",
        }
    }

    /// Returns the countries with viewers of this language, largest audience first.
    pub const fn countries(self) -> &'static [&'static str] {
        match self {
            Self::English => &["US", "GB", "CA", "IN", "AU", "IE", "NZ", "ZA", "NL", "PH", "SE"],
            Self::Spanish => &["MX", "ES", "AR", "CO", "CL", "US", "PE", "UY", "EC"],
            Self::German => &["DE", "AT", "CH", "LU", "NL", "PL"],
            Self::French => &["FR", "BE", "CA", "CH", "MA", "SN", "LU"],
            Self::Portuguese => &["BR", "PT", "AO", "MZ", "US"],
            Self::Japanese => &["JP", "TW", "US", "KR"],
            Self::Korean => &["KR", "US", "JP", "VN", "ID"],
        }
    }
}

/// The origin of channels: `((country, language), channels per hundred)`.
pub const HOMES: &[((&str, Language), u64)] = &[
    (("US", Language::English), 19),
    (("GB", Language::English), 9),
    (("CA", Language::English), 3),
    (("AU", Language::English), 3),
    (("IE", Language::English), 2),
    (("ES", Language::Spanish), 10),
    (("MX", Language::Spanish), 6),
    (("AR", Language::Spanish), 3),
    (("DE", Language::German), 9),
    (("AT", Language::German), 2),
    (("CH", Language::German), 1),
    (("FR", Language::French), 8),
    (("BE", Language::French), 1),
    (("BR", Language::Portuguese), 8),
    (("PT", Language::Portuguese), 2),
    (("JP", Language::Japanese), 8),
    (("KR", Language::Korean), 6),
];

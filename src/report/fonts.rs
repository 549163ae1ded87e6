//! The fonts that reports are set with.

/// A font of the deployment. All are of the Noto family (SIL Open Font License).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the variants are the fonts")]
pub enum FontName {
    Regular,
    Bold,
    Arabic,
    Hebrew,
    Devanagari,
    Thai,
    Japanese,
    Korean,
    Chinese,
}

impl FontName {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Regular,
        Self::Bold,
        Self::Arabic,
        Self::Hebrew,
        Self::Devanagari,
        Self::Thai,
        Self::Japanese,
        Self::Korean,
        Self::Chinese,
    ];

    /// The name of its file.
    pub const fn file(self) -> &'static str {
        match self {
            Self::Regular => "NotoSans_400Regular.ttf",
            Self::Bold => "NotoSans_700Bold.ttf",
            Self::Arabic => "NotoSansArabic_400Regular.ttf",
            Self::Hebrew => "NotoSansHebrew_400Regular.ttf",
            Self::Devanagari => "NotoSansDevanagari_400Regular.ttf",
            Self::Thai => "NotoSansThai_400Regular.ttf",
            Self::Japanese => "NotoSansJP_400Regular.ttf",
            Self::Korean => "NotoSansKR_400Regular.ttf",
            Self::Chinese => "NotoSansSC_400Regular.ttf",
        }
    }
}

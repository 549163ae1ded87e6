//! The data of a category of the invented market.

use super::language::Language;

/// A topic and its effect on the sentiment score, in hundredths.
pub type DemoTopic = (&'static str, i64);

/// A product of a brand.
#[derive(Clone, Copy)]
pub struct Product {
    /// Names in English, Spanish, German, French, Portuguese, Japanese, Korean.
    pub names: [&'static str; 7],
    /// Components: ingredients, parts or features.
    pub components: &'static [&'static str],
    /// Topics of this product, in addition to those of its category.
    pub topics: &'static [DemoTopic],
}

impl Product {
    /// Returns the name in a language.
    pub const fn name(&self, language: Language) -> &'static str {
        let [en, es, de, fr, pt, ja, ko] = self.names;
        match language {
            Language::English => en,
            Language::Spanish => es,
            Language::German => de,
            Language::French => fr,
            Language::Portuguese => pt,
            Language::Japanese => ja,
            Language::Korean => ko,
        }
    }
}

/// A product line, whose name videos use instead of the brand's. In the data it is a topic.
#[derive(Clone, Copy)]
pub struct Line {
    /// The name as written in a title.
    pub name: &'static str,
    /// The first month with mentions.
    pub from: u32,
    /// The first month without mentions.
    pub until: u32,
}

/// An invented brand.
#[derive(Clone, Copy)]
pub struct DemoBrand {
    /// The value of `brand_name`.
    pub name: &'static str,
    /// Its volume of mentions relative to the other brands of its category.
    pub weight: u64,
    /// Its usual sentiment score in hundredths.
    pub mood: i64,
    /// Its products.
    pub products: &'static [Product],
    /// Its product lines.
    pub lines: &'static [Line],
    /// The language of most of its mentions, if one dominates.
    pub home: Option<Language>,
}

impl DemoBrand {
    /// Creates a brand without product lines and without a dominant language.
    pub const fn new(name: &'static str, weight: u64, mood: i64, products: &'static [Product]) -> Self {
        Self { name, weight, mood, products, lines: &[], home: None }
    }

    /// Sets the product lines.
    pub const fn lines(mut self, lines: &'static [Line]) -> Self {
        self.lines = lines;
        self
    }

    /// Sets the language of most mentions.
    pub const fn home(mut self, language: Language) -> Self {
        self.home = Some(language);
        self
    }

    /// Returns the product line that is mentioned in a month.
    pub fn line(&self, month: u32) -> Option<&'static Line> {
        self.lines.iter().find(|line| (line.from..line.until).contains(&month))
    }
}

/// A topic of some months of the year, January being 0.
#[derive(Clone, Copy)]
pub struct Seasonal {
    /// The topic.
    pub topic: DemoTopic,
    /// The months with mentions of it.
    pub months: &'static [usize],
}

/// A category of the invented market.
pub struct Category {
    /// The value of `category`.
    pub name: &'static str,
    /// Share of all videos and channels, per thousand.
    pub share: u64,
    /// The volume of mentions in each month of the year; 100 is average.
    pub season: [u64; 12],
    /// Viewers per thousand in each of the seven age groups, youngest first.
    pub ages: [i64; 7],
    /// Women per thousand viewers.
    pub women: i64,
    /// Tags of its videos.
    pub tags: &'static [&'static str],
    /// Topics of all its products.
    pub topics: &'static [DemoTopic],
    /// Topics of some months of the year only.
    pub seasonal: &'static [Seasonal],
    /// A topic that occurs in the last three months only.
    pub emerging: Option<DemoTopic>,
    /// First halves of channel names.
    pub channels: &'static [&'static str],
    /// Its brands, by number of mentions.
    pub brands: &'static [DemoBrand],
}

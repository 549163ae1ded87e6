//! The data of a category of the invented market.

use super::language::Language;

/// A topic and its effect on the sentiment score, in hundredths.
pub type DemoTopic = (&'static str, i64);

/// Something that is sold.
#[derive(Clone, Copy)]
pub struct Product {
    /// Its names: English, Spanish, German, French, Portuguese, Japanese, Korean.
    pub names: [&'static str; 7],
    /// Its components (ingredients, parts, features).
    pub components: &'static [&'static str],
    /// Topics of this product, in addition to those of its category.
    pub topics: &'static [DemoTopic],
}

impl Product {
    /// The product's name in a language.
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

/// A product line: a name people say instead of the brand's, found in the data as a topic.
#[derive(Clone, Copy)]
pub struct Line {
    /// Name as written in a title.
    pub name: &'static str,
    /// First month it is talked about.
    pub from: u32,
    /// First month it no longer is.
    pub until: u32,
}

/// An invented brand.
#[derive(Clone, Copy)]
pub struct DemoBrand {
    /// Name as stored in `brand_name`.
    pub name: &'static str,
    /// Its volume of mentions relative to the other brands of its category.
    pub weight: u64,
    /// Its usual sentiment score in hundredths.
    pub mood: i64,
    /// Its products.
    pub products: &'static [Product],
    /// Its product lines.
    pub lines: &'static [Line],
    /// The language it is mostly talked about in, if one stands out.
    pub home: Option<Language>,
}

impl DemoBrand {
    /// A brand without product lines that is talked about everywhere.
    pub const fn new(name: &'static str, weight: u64, mood: i64, products: &'static [Product]) -> Self {
        Self { name, weight, mood, products, lines: &[], home: None }
    }

    /// The same brand with product lines.
    pub const fn lines(mut self, lines: &'static [Line]) -> Self {
        self.lines = lines;
        self
    }

    /// The same brand, mostly talked about in one language.
    pub const fn home(mut self, language: Language) -> Self {
        self.home = Some(language);
        self
    }

    /// The product line that is current in a month.
    pub fn line(&self, month: u32) -> Option<&'static Line> {
        self.lines.iter().find(|line| (line.from..line.until).contains(&month))
    }
}

/// A topic of some months of the year, January being 0.
#[derive(Clone, Copy)]
pub struct Seasonal {
    /// The topic.
    pub topic: DemoTopic,
    /// The months it is talked about.
    pub months: &'static [usize],
}

/// A category of the invented market.
pub struct Category {
    /// Name as stored in `category`.
    pub name: &'static str,
    /// Share of all videos and channels, per thousand.
    pub share: u64,
    /// The volume of mentions in each month of the year; 100 is average.
    pub season: [u64; 12],
    /// Viewers per thousand in each of the seven age groups, youngest first.
    pub ages: [i64; 7],
    /// Women among a thousand viewers.
    pub women: i64,
    /// Tags of its videos.
    pub tags: &'static [&'static str],
    /// Topics of all its products.
    pub topics: &'static [DemoTopic],
    /// Topics of some months of the year only.
    pub seasonal: &'static [Seasonal],
    /// A topic that nobody had until the last three months.
    pub emerging: Option<DemoTopic>,
    /// First halves of channel names.
    pub channels: &'static [&'static str],
    /// Its brands, most talked about first.
    pub brands: &'static [DemoBrand],
}

//! The definitions and published formulas of the measures in a report.

use super::page::ReportDraft;
use crate::report::content::Method;
use crate::report::questions::QuestionSubject;

/// Measures: name, definition, formula.
type Methods = &'static [(&'static str, &'static str, &'static str)];

const COUNTS: Methods = &[
    (
        "Mentions",
        "A mention is a place in a public video where a brand is named, found by the names and context words that the account monitors. A mention of two brands is one mention, and counts for both.",
        "",
    ),
    (
        "Videos, channels and views",
        "The videos of these mentions and who made them. Views, likes and comments are those of the videos, each video once, however many mentions it has. A sum is of the videos whose number is known; where that is not all of them, brackets say of how many, and where it is none, the sum is unknown.",
        "",
    ),
    (
        "Change",
        "Against the window of as many days that ends on the day before. There is none where nothing was counted then. The change of a tone is the difference.",
        "change = 100 × (now − before) / before",
    ),
    ("Low confidence", "Marked is what rests on fewer than 20 mentions: a few more may change it.", ""),
];
const AVERAGE: Methods = &[(
    "Average tone",
    "The mean score, from −1 to 1, of the scored mentions: those that have a score. How many these are stands beside it.",
    "average = sum of scores / scored mentions",
)];
const TONE: Methods = &[
    (
        "Positive, neutral, negative",
        "By the label of a mention, or else by its score: positive from 0.25, negative down from −0.25, neutral between. What has neither is not rated, and left out of all percentages of tone.",
        "percentage = 100 × mentions of a label / rated mentions",
    ),
    (
        "Net sentiment",
        "From −100, where all are negative, to 100, where all are positive.",
        "net = 100 × (positive − negative) / (positive + neutral + negative)",
    ),
    (
        "Reach-weighted average",
        "The average tone with each mention weighed by the views of its video.",
        "average = sum of (score × views) / sum of views",
    ),
];
const DRIVERS: Methods = &[("Drivers", "The most frequent topics of positive mentions, and of negative ones.", "")];
const TRENDS: Methods = &[
    (
        "Growth and z-score",
        "The mentions of a topic in this window (c₀) against those in the windows of the same length before it (c₁ is the nearest, four at most), of which μ is the mean and s² the variance. It rises from a z-score of 1.5, falls down from −1.5, and is new where it was in none of them.",
        "growth = 100 × (c₀ − c₁) / c₁;  z = (c₀ − μ) / √max(s², μ, 1)",
    ),
    (
        "Growth of share",
        "The topic's share of all mentions (n₀) now against its share (of n₁) in the window before. A topic that grows only because there are more mentions of everything has 0%.",
        "growth of share = 100 × (c₀ / n₀ − c₁ / n₁) / (c₁ / n₁)",
    ),
    (
        "Small sample",
        "A new or rising topic with fewer than 5 mentions, or in fewer than 3 videos or by fewer than 3 channels, is not called a trend, and its growth is not stated.",
        "",
    ),
];
const PARTIAL: Methods = &[(
    "Partial periods",
    "Marked with an asterisk is a month, week or day of which some days lie outside of the report, in the future or outside of the data. It is not to be compared with whole ones.",
    "",
)];
const EMERGING: Methods = &[(
    "Emerging topics",
    "At least 5 mentions in 3 videos by 3 channels, a z-score of at least 2, and a share (p) of at most 5% before, which has risen (to p₀).",
    "score = max(0, (p₀ − p) × min(p₀ / p, 20));  p = (c₁ + … + 0.5) / (n₁ + … + 1)",
)];
const CREATORS: Methods = &[(
    "Influence score",
    "From 0 to 100, by percentile ranks (PR) among all creators of these mentions: those with less, and half of those with as much.",
    "score = 100 × (0.40 PR(views) + 0.30 PR(mentions) + 0.20 PR(engagement) + 0.10 (average tone + 1) / 2)",
)];
const SHARE: Methods = &[(
    "Share",
    "Of all mentions of the report. As a mention of two brands counts for both, shares of brands may add up to more than 100%.",
    "share = 100 × mentions of the part / all mentions",
)];
const VOICE: Methods = &[(
    "Share of mentions, videos and views",
    "What a brand has of the sum over the brands that are compared.",
    "share of voice = 100 × of the brand / sum over the brands",
)];

/// Returns the definitions of the measures that the report has.
pub fn of(page: &ReportDraft<'_>) -> Vec<Method> {
    let asked = |subjects: &[QuestionSubject]| page.answers.subjects().any(|subject| subjects.contains(&subject));
    let by = ["platform", "language", "region"].map(QuestionSubject::Breakdown);
    let topics = [None, Some("rising"), Some("falling")].map(QuestionSubject::Topics);
    let creators = ["influence_score", "mentions", "views"].map(QuestionSubject::Influencers);
    let shares = page.context.brands.len() > 1 || asked(&by) || asked(&topics) || asked(&[QuestionSubject::Emerging]);
    let methods = [
        (COUNTS, true),
        (AVERAGE, true),
        (PARTIAL, asked(&[QuestionSubject::Timeline])),
        (TONE, asked(&[QuestionSubject::Sentiment, QuestionSubject::Timeline]) || asked(&by)),
        (DRIVERS, asked(&[QuestionSubject::Sentiment])),
        (SHARE, shares),
        (VOICE, asked(&[QuestionSubject::Comparison])),
        (TRENDS, asked(&topics) || asked(&[QuestionSubject::Emerging])),
        (EMERGING, asked(&[QuestionSubject::Emerging])),
        (CREATORS, asked(&creators)),
    ];
    let method = |(name, text, formula): &(&str, &str, &str)| Method {
        name: (*name).to_owned(),
        text: (*text).to_owned(),
        formula: (!formula.is_empty()).then(|| (*formula).to_owned()),
    };
    methods.into_iter().filter(|(_, occur)| *occur).flat_map(|(methods, _)| methods).map(method).collect()
}

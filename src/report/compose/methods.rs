//! How the numbers of a report are made: the published formulas.

use crate::guard::request::account::report::ReportRequest;
use crate::report::content::Method;
use crate::spec::request::account::choice::ReportKind;

/// What is said of every report.
const ALWAYS: &[(&str, &str, &str)] = &[
    (
        "Mentions",
        "A mention is a place in a public video where a monitored brand is named, found by the names and context words of the brand. A video that names two brands has a mention of each.",
        "",
    ),
    (
        "Change",
        "Compared with the window of the same length that ends the day before. There is none where nothing was counted before.",
        "change = 100 × (now − before) / before",
    ),
    ("Low confidence", "What rests on fewer than 20 mentions is marked: it may be otherwise with a few more.", ""),
];
const TONE: &[(&str, &str, &str)] = &[
    (
        "Tone",
        "Each mention has a label, or else a score from −1 to 1: from 0.25 on it is positive, down from −0.25 negative, between them neutral. The average is that of all mentions with a score.",
        "average = Σ score / scored mentions",
    ),
    (
        "Net sentiment",
        "From −100, if all are negative, to 100, if all are positive.",
        "net = 100 × (positive − negative) / (positive + neutral + negative)",
    ),
];
const TOPICS: &[(&str, &str, &str)] = &[
    (
        "Topics",
        "The mentions of a topic (c₀) are compared with those of the four windows before (c₁ to c₄). Growth is that on the window before; the z-score says how far that is from what is usual. From 1.5 on a topic rises, down from −1.5 it falls.",
        "growth = 100 × (c₀ − c₁) / c₁;  z = (c₀ − mean) / √max(variance, mean, 1)",
    ),
    (
        "Emerging topics",
        "At least 5 mentions in 3 videos of 3 channels, a z-score of 2, and a share of at most 5% before. The score weighs the rise of the share (p₀ after p) by how many times larger it is, 20 at most.",
        "score = max(0, (p₀ − p) × min(p₀ / p, 20))",
    ),
];
const CREATORS: &[(&str, &str, &str)] = &[(
    "Influence score",
    "From 0 to 100, by the percentile ranks (PR) of a creator among all who mentioned the brands: views of these videos, mentions, engagement, and the average tone.",
    "score = 100 × (0.40 PR(views) + 0.30 PR(mentions) + 0.20 PR(engagement) + 0.10 (tone + 1) / 2)",
)];
const SHARE: &[(&str, &str, &str)] = &[(
    "Share of voice",
    "What a brand has of the mentions, videos or views of all brands of the report.",
    "share = 100 × brand / all brands",
)];

/// The methods of what a report has.
pub fn of(request: &ReportRequest) -> Vec<Method> {
    let has = |section: &str| request.sections.contains(&section);
    let kind = request.kind;
    let mut methods: Vec<&(&str, &str, &str)> = ALWAYS.iter().collect();
    if kind == ReportKind::Sentiment || has("sentiment") || has("volume") {
        methods.extend(TONE);
    }
    if kind == ReportKind::Trends || has("top_topics") {
        methods.extend(TOPICS);
    }
    if kind == ReportKind::Influencers || has("top_influencers") {
        methods.extend(CREATORS);
    }
    if kind == ReportKind::ShareOfVoice || request.brands.len() > 1 {
        methods.extend(SHARE);
    }
    let method = |(name, text, formula): &(&str, &str, &str)| Method {
        name: (*name).to_owned(),
        text: (*text).to_owned(),
        formula: (!formula.is_empty()).then(|| (*formula).to_owned()),
    };
    methods.into_iter().map(method).collect()
}

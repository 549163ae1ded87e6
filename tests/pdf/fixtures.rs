//! Reports of all sizes and scripts. A fixed rule computes their numbers.

use overheard::report::content::*;

/// Returns all reports by name.
pub fn all() -> Vec<(&'static str, ReportContent)> {
    vec![
        ("small", small()),
        ("empty", empty()),
        ("large", large(10, 24)),
        ("scripts", scripts()),
        ("extremes", extremes()),
        ("thirty", large(30, 24)),
    ]
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn statement(words: &str, low_confidence: bool) -> Sentence {
    Sentence { text: text(words), low_confidence }
}

fn figure(label: &str, value: &str, note: Option<&str>) -> Figure {
    Figure { label: text(label), value: text(value), note: note.map(text) }
}

/// Returns a pseudo-random number between 0 and 1.
fn chance(seed: usize) -> f64 {
    let mixed = (seed as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 40) as f64 / (1_u64 << 24) as f64
}

fn months(count: usize) -> Vec<String> {
    (0..count).map(|at| format!("{}-{:02}", 2024 + at / 12, at % 12 + 1)).collect()
}

fn chart(
    kind: ChartKind,
    title: &str,
    unit: &str,
    categories: Vec<String>,
    series: Vec<(String, Vec<Option<f64>>)>,
) -> Chart {
    let names = series.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    Chart {
        kind,
        title: text(title),
        unit: text(unit),
        description: format!("{title}: {names}, in {} categories.", categories.len()),
        categories,
        series: series.into_iter().map(|(name, values)| Series { name, values }).collect(),
        partial: Vec::new(),
    }
}

fn table(title: &str, columns: &[(&str, bool)], rows: Vec<Vec<String>>) -> ReportTable {
    let columns =
        columns.iter().map(|(heading, is_number)| TableColumn { heading: text(heading), is_number: *is_number });
    ReportTable { title: text(title), columns: columns.collect(), rows, note: None }
}

fn methods() -> Vec<Method> {
    let method = |name: &str, words: &str, formula: Option<&str>| Method {
        name: text(name),
        text: text(words),
        formula: formula.map(text),
    };
    vec![
        method(
            "Mentions",
            "A mention is a video that names a brand in its title, its description or what is said in it. A video that names two brands is a mention of both.",
            None,
        ),
        method(
            "Share of voice",
            "What part of all mentions of the chosen brands one of them has, in percent.",
            Some("share = mentions of the brand ÷ mentions of all brands × 100"),
        ),
        method(
            "Average sentiment",
            "Each mention has a sentiment between −1 and 1. The average weighs all mentions alike.",
            Some("average = Σ sentiment ÷ number of mentions"),
        ),
        method(
            "Change",
            "The value of the period against the same number of days before it.",
            Some("change = (value − value before) ÷ value before × 100"),
        ),
        method(
            "Low confidence",
            "A value that rests on fewer than 30 mentions is marked: it may differ by chance alone.",
            Some("mentions ≥ 30 → no mark"),
        ),
    ]
}

fn frame(title: &str, brands: Vec<String>) -> ReportContent {
    ReportContent {
        title: text(title),
        kind: text("Brand overview"),
        account: text("Northwind Cosmetics"),
        period: (text("2024-01-01"), text("2025-12-31")),
        brands,
        filters: vec![(text("Platform"), text("YouTube, TikTok")), (text("Language"), text("English"))],
        dataset_version: text("3f9a1c0be2d4"),
        dataset_period: (text("2023-07-01"), text("2026-02-28")),
        figures: vec![
            figure("Mentions", "128,402", Some("+5.63% on the period before")),
            figure("Average sentiment", "0.31", Some("+0.04 on the period before")),
            figure("Share of voice", "24.8%", Some("−1.20 points")),
            figure("Views", "1,204,556,010", None),
        ],
        summary: vec![
            statement("Aurelia was mentioned 653 times, 5.63% more than in the period before (618).", false),
            statement(
                "Average sentiment of Solstice rose from 0.21 to 0.34, the most of all brands, on 41 mentions.",
                true,
            ),
            statement(
                "Most mentions were on YouTube (402 of 653, 61.6%); TikTok followed with 188 and Instagram with 63, while the number of mentions in which more than one of the chosen brands was named stayed at 12.",
                false,
            ),
        ],
        sections: Vec::new(),
        methods: methods(),
    }
}

fn small() -> ReportContent {
    let mut content = frame("February review", vec![text("Aurelia")]);
    content.period = (text("2026-02-01"), text("2026-02-28"));
    let weeks: Vec<_> = (1..=4).map(|week| format!("Week {week}")).collect();
    let line = vec![Some(120.0), Some(164.0), Some(181.0), Some(188.0)];
    content.sections = vec![
        Section {
            title: text("Volume"),
            reading: statement("Mentions rose in every week of February.", false),
            charts: vec![chart(ChartKind::Lines, "Mentions by week", "mentions", weeks, vec![(text("Aurelia"), line)])],
            tables: vec![table(
                "Mentions by platform",
                &[("Platform", false), ("Mentions", true), ("Share", true), ("Change", true)],
                vec![
                    vec![text("YouTube"), text("402"), text("61.6%"), text("+4.1%")],
                    vec![text("TikTok"), text("188"), text("28.8%"), text("+11.9%")],
                    vec![text("Instagram"), text("63"), text("9.6%"), text("−3.1%")],
                ],
            )],
        },
        Section {
            title: text("Sentiment"),
            reading: statement(
                "Three of four mentions were positive or neutral; Instagram rests on few mentions.",
                true,
            ),
            charts: vec![chart(
                ChartKind::Shares,
                "Sentiment by platform",
                "percent of mentions",
                vec![text("YouTube"), text("TikTok"), text("Instagram")],
                vec![
                    (text("Positive"), vec![Some(211.0), Some(90.0), Some(20.0)]),
                    (text("Neutral"), vec![Some(110.0), Some(60.0), Some(30.0)]),
                    (text("Negative"), vec![Some(81.0), Some(38.0), Some(13.0)]),
                ],
            )],
            tables: vec![],
        },
    ];
    content
}

/// Returns a report about a brand without mentions.
fn empty() -> ReportContent {
    let mut content = frame("Quiet quarter", vec![text("Nimbus")]);
    content.filters.clear();
    content.figures = vec![figure("Mentions", "0", None)];
    content.summary = vec![statement("Nimbus was not mentioned in this period.", true)];
    let rows = Vec::new();
    content.sections = vec![
        Section {
            title: text("Volume"),
            reading: statement("There were no mentions.", false),
            charts: vec![
                chart(
                    ChartKind::Lines,
                    "Mentions by month",
                    "mentions",
                    months(3),
                    vec![(text("Nimbus"), vec![None; 3])],
                ),
                chart(ChartKind::Bars, "Mentions by platform", "mentions", vec![], vec![]),
                chart(
                    ChartKind::Bars,
                    "Mentions by week",
                    "mentions",
                    months(2),
                    vec![(text("Nimbus"), vec![Some(0.0); 2])],
                ),
                chart(
                    ChartKind::Shares,
                    "Sentiment",
                    "percent",
                    vec![text("Nimbus")],
                    vec![(text("Positive"), vec![Some(0.0)]), (text("Negative"), vec![Some(0.0)])],
                ),
            ],
            tables: vec![table("Mentions by platform", &[("Platform", false), ("Mentions", true)], rows)],
        },
        Section {
            title: text("Topics"),
            reading: statement("There is nothing to show.", false),
            charts: vec![],
            tables: vec![],
        },
    ];
    content
}

const BRANDS: [&str; 10] = [
    "Aurelia",
    "Solstice",
    "Kestrel & Co.",
    "Ōryō",
    "Мойдодыр",
    "Nordlicht",
    "Αύρα",
    "Petit Matin",
    "Lumen",
    "Vantage Sport",
];

/// Returns a report of an account with many brands over many months.
pub fn large(brands: usize, periods: usize) -> ReportContent {
    let names: Vec<String> = (0..brands)
        .map(|at| match at / BRANDS.len() {
            0 => text(BRANDS[at]),
            round => format!("{} {}", BRANDS[at % BRANDS.len()], round + 1),
        })
        .collect();
    let mut content =
        frame("Two years of ten brands: what people say about us and about everybody else", names.clone());
    let mentions = |brand: usize, month: usize| {
        (400.0 + 2600.0 * chance(brand * 7) * (0.6 + 0.8 * chance(brand * 31 + month))).floor()
    };
    let line = |brand: usize| {
        (0..periods).map(|month| (month % 11 != 5 || brand != 2).then(|| mentions(brand, month))).collect()
    };
    let by_brand = |name: &str, factor: f64| {
        (text(name), (0..brands).map(|brand| Some((mentions(brand, 3) * factor).floor())).collect())
    };
    let group = [
        ("Mentions", false),
        ("Month", false),
        ("Mentions", true),
        ("Change", true),
        ("Share of voice", true),
        ("Average sentiment", true),
    ];
    let mut columns = group;
    columns[0].0 = "Brand";
    let rows = (0..brands).flat_map(|brand| (0..periods).map(move |month| (brand, month)));
    let rows = rows.map(|(brand, month)| {
        vec![
            names[brand].clone(),
            months(periods)[month].clone(),
            format!("{}", mentions(brand, month)),
            format!("{:+.2}%", 20.0 * chance(brand + month) - 10.0),
            format!("{:.2}%", 20.0 * chance(brand * month)),
            format!("{:.2}", chance(brand * 3 + month) * 2.0 - 1.0),
        ]
    });
    content.sections = vec![
        Section {
            title: text("Volume"),
            reading: statement("Kestrel & Co. led in most months; its month without data is left out.", false),
            charts: vec![
                chart(
                    ChartKind::Lines,
                    "Mentions by month",
                    "mentions",
                    months(periods),
                    (0..brands).map(|brand| (names[brand].clone(), line(brand))).collect(),
                ),
                chart(ChartKind::Bars, "Mentions by brand", "mentions", names.clone(), vec![by_brand("Mentions", 1.0)]),
                chart(
                    ChartKind::Lines,
                    "The four largest",
                    "mentions",
                    months(periods),
                    (0..4).map(|brand| (names[brand].clone(), line(brand))).collect(),
                ),
            ],
            tables: vec![table("Mentions by brand and month", &columns, rows.collect())],
        },
        Section {
            title: text("Sentiment"),
            reading: statement("Sentiment differs more between platforms than between brands.", true),
            charts: vec![
                chart(
                    ChartKind::StackedBars,
                    "Mentions by sentiment",
                    "mentions",
                    names.clone(),
                    vec![by_brand("Positive", 0.5), by_brand("Neutral", 0.3), by_brand("Negative", 0.2)],
                ),
                chart(
                    ChartKind::Shares,
                    "Platforms",
                    "percent of mentions",
                    names.clone(),
                    ["YouTube", "TikTok", "Instagram", "Twitch", "Podcasts", "Vimeo", "Other", "Unknown"]
                        .iter()
                        .enumerate()
                        .map(|(at, name)| by_brand(name, chance(at + 40)))
                        .collect(),
                ),
            ],
            tables: vec![],
        },
        Section {
            title: text("Influencers"),
            reading: statement("Ten channels made a third of all mentions.", false),
            charts: vec![],
            tables: vec![table(
                "Channels with the most mentions",
                &[
                    ("Channel", false),
                    ("Platform", false),
                    ("Followers", true),
                    ("Mentions", true),
                    ("Views", true),
                    ("Engagement rate", true),
                    ("Average sentiment", true),
                    ("Influence", true),
                ],
                (0..25)
                    .map(|at| {
                        vec![
                            format!("Channel of {} and friends", BRANDS[at % 10]),
                            text("YouTube"),
                            text("1,204,556"),
                            format!("{}", 90 - at),
                            text("12,345,678"),
                            text("4.21%"),
                            text("0.31"),
                            format!("{:.1}", 99.0 - at as f64),
                        ]
                    })
                    .collect(),
            )],
        },
    ];
    content
}

/// Returns a report with names in every script that has a font, and in some that have none.
pub fn scripts() -> ReportContent {
    let names = [
        "Aurelia",
        "Ωμέγα Αύρα",
        "Мойдодыр",
        "أوريليا للتجميل",
        "אורליה יופי",
        "ऑरेलिया ब्यूटी",
        "ออเรเลีย ความงาม",
        "オーレリア化粧品",
        "奥蕾莉亚化妆品",
        "오렐리아 화장품",
        "அவ்ரேலியா",
        "Glow 🌟 Up",
        "قناة الإمارات 24 Aurelia",
        "ערוץ 7 HD",
        "Łódź Đặng Ốc",
    ];
    let brands: Vec<String> = names.map(text).to_vec();
    let mut content = frame("Names of the world: 世界のブランド", brands.clone());
    content.account = text("شركة أوريليا");
    content.summary.push(statement("Mentions of \u{2068}أوريليا للتجميل\u{2069} rose by 12.5% to 653, those of 奥蕾莉亚化妆品 fell by 3.1% to 402.", false));
    let values = |factor: f64| (0..brands.len()).map(|at| Some((factor * chance(at)).floor())).collect::<Vec<_>>();
    content.sections = vec![Section {
        title: text("Volume"),
        reading: statement(
            "オーレリア化粧品 and \u{2068}أوريليا للتجميل\u{2069} lead, with ≥ 600 mentions each.",
            false,
        ),
        charts: vec![
            chart(
                ChartKind::Bars,
                "Mentions by brand",
                "mentions",
                brands.clone(),
                vec![(text("Mentions"), values(900.0))],
            ),
            chart(
                ChartKind::Lines,
                "Mentions by month",
                "mentions",
                months(6),
                (3..9)
                    .map(|brand| {
                        (
                            brands[brand].clone(),
                            (0..6).map(|month| Some((chance(brand * 5 + month) * 300.0).floor())).collect(),
                        )
                    })
                    .collect(),
            ),
        ],
        tables: vec![table(
            "Brands",
            &[("Brand", false), ("Channel", false), ("Mentions", true)],
            brands
                .iter()
                .enumerate()
                .map(|(at, name)| {
                    vec![name.clone(), format!("{name} ({})", names[(at + 3) % names.len()]), format!("{}", at * 41)]
                })
                .collect(),
        )],
    }];
    content
}

/// Returns a report with unreasonable values.
pub fn extremes() -> ReportContent {
    let endless = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(10);
    let title = format!("{} {}", "A title that goes on".repeat(3), "and on and on".repeat(4));
    let mut content = frame(&title, vec![endless.clone(), text(""), text("B"), "奥".repeat(400), "ا".repeat(400)]);
    content.filters = (0..12).map(|at| (format!("Filter {at}"), endless.chars().take(40 * at).collect())).collect();
    let start = |characters: usize| endless.chars().take(characters).collect::<String>();
    content.figures =
        (0..7).map(|at| figure(&start(20 * at + 5), &"9,999,999".repeat(at + 1), Some(&start(at * 30)))).collect();
    content.summary.push(statement(&endless, true));
    content.summary.push(statement("", true));
    let many: Vec<String> = (0..400).map(|at| format!("Category {at}")).collect();
    let values = |count: usize, from: f64, to: f64| {
        (0..count).map(|at| (at % 7 != 6).then(|| from + (to - from) * chance(at))).collect::<Vec<_>>()
    };
    let some: Vec<String> = many.iter().take(24).cloned().collect();
    let section = |title: &str, charts: Vec<Chart>, tables: Vec<ReportTable>| Section {
        title: text(title),
        reading: statement("See below.", false),
        charts,
        tables,
    };
    content.sections = vec![
        section(
            "Negative values and gaps",
            vec![
                chart(
                    ChartKind::Bars,
                    "Twenty-four bars",
                    "points",
                    some.clone(),
                    vec![(text("Change"), values(24, -40.0, 60.0))],
                ),
                chart(
                    ChartKind::Bars,
                    "Only below zero",
                    "points",
                    some[..4].to_vec(),
                    vec![(text("Change"), values(4, -40.0, -10.0))],
                ),
                chart(
                    ChartKind::Lines,
                    "Lines below zero",
                    "sentiment",
                    months(24),
                    vec![
                        (text("One"), values(24, -1.0, 1.0)),
                        (text("Two"), values(24, -0.5, 0.2)),
                        (text("None at all"), vec![None; 24]),
                    ],
                ),
                chart(
                    ChartKind::StackedBars,
                    "Stacks of both signs",
                    "points",
                    some[..5].to_vec(),
                    vec![(text("Up"), values(5, 0.0, 50.0)), (text("Down"), values(5, -50.0, 0.0))],
                ),
                chart(
                    ChartKind::Bars,
                    "Side by side",
                    "points",
                    some[..3].to_vec(),
                    vec![
                        (text("Before"), values(3, 0.0, 50.0)),
                        (text("After"), values(3, -5.0, 70.0)),
                        (endless.clone(), values(3, 1.0, 2.0)),
                    ],
                ),
            ],
            vec![],
        ),
        section(
            "Very many",
            vec![
                chart(
                    ChartKind::Lines,
                    "Four hundred periods",
                    "mentions",
                    many.clone(),
                    vec![(text("One"), values(400, 0.0, 9e6)), (text("Two"), values(400, 0.0, 3e6))],
                ),
                chart(
                    ChartKind::Bars,
                    "Four hundred bars",
                    "mentions",
                    many.clone(),
                    vec![(text("Mentions"), values(400, 0.0, 1e4))],
                ),
                chart(
                    ChartKind::Lines,
                    "Eight lines that end at one place",
                    "mentions",
                    months(6),
                    (0..8)
                        .map(|at| {
                            (
                                format!("Line {at}"),
                                (0..6)
                                    .map(|month| Some(100.0 + chance(at * 9 + month) * 20.0 * (5 - month) as f64))
                                    .collect(),
                            )
                        })
                        .collect(),
                ),
            ],
            vec![],
        ),
        section(
            "One",
            vec![
                chart(
                    ChartKind::Lines,
                    "One point",
                    "mentions",
                    vec![text("2026-02")],
                    vec![(text("One"), vec![Some(7.0)]), (endless.clone(), vec![Some(12.0)])],
                ),
                chart(
                    ChartKind::Bars,
                    "One bar",
                    "mentions",
                    vec![endless.clone()],
                    vec![(text("Mentions"), vec![Some(1_234_567.0)])],
                ),
                chart(ChartKind::Lines, "Only zero", "mentions", months(12), vec![(text("One"), vec![Some(0.0); 12])]),
                chart(
                    ChartKind::Lines,
                    "What is no number",
                    "mentions",
                    months(3),
                    vec![(text("One"), vec![Some(f64::NAN), Some(f64::INFINITY), Some(3.5)])],
                ),
            ],
            vec![],
        ),
        section(
            "Tables",
            vec![],
            vec![
                table(
                    "Long names",
                    &[("Name", false), ("Also long", false), ("Mentions", true)],
                    (0..6)
                        .map(|at| {
                            vec![
                                endless.clone(),
                                "Names with many words ".repeat(at * 4),
                                format!("{}", at * 1_000_000),
                            ]
                        })
                        .collect(),
                ),
                table(
                    "Many columns",
                    &[("A heading of many words", true); 16].map(|column| column),
                    (0..4).map(|at| vec![format!("{}", 123_456 * at); 16]).collect(),
                ),
                table(
                    "Too few cells",
                    &[("Name", false), ("Value", true), ("Other", true)],
                    vec![vec![text("One")], vec![], vec![text("Three"), text("3"), text(""), text("too many")]],
                ),
                table(&endless, &[], vec![]),
            ],
        ),
    ];
    content
}

//! Contents of reports: with everything, with nothing, and at their limits.

use overheard::report::content::{
    Chart, ChartKind, Figure, Method, ReportContent, ReportTable, Section, Sentence, Series, TableColumn,
};

/// Names in many scripts.
pub const SCRIPTS: [(&str, &str); 12] = [
    ("Latin", "Crème de Łódź"),
    ("Greek", "Αυρηλία Καλλυντικά"),
    ("Cyrillic", "Аврелия Косметика"),
    ("Arabic", "مرطب البشرة أوريليا"),
    ("Hebrew", "קרם לחות אורליה"),
    ("Devanagari", "त्वचा देखभाल क्रीम"),
    ("Thai", "ครีมบำรุงผิวหน้า"),
    ("Japanese", "オーレリア化粧水の使い方"),
    ("Korean", "오렐리아 스킨케어"),
    ("Chinese", "奥蕾莉亚护肤霜"),
    ("Mixed", "Aurelia אורליה 2026 أوريليا (retinol)"),
    ("Nothing has it", "Emoji 🙂 and \u{10348}"),
];

pub fn statement(text: &str, low_confidence: bool) -> Sentence {
    Sentence { text: text.to_owned(), low_confidence }
}

pub fn chart(kind: ChartKind, title: &str, categories: &[&str], series: &[(&str, &[Option<f64>])]) -> Chart {
    Chart {
        kind,
        title: title.to_owned(),
        unit: "mentions".to_owned(),
        categories: categories.iter().map(|name| (*name).to_owned()).collect(),
        series: series
            .iter()
            .map(|(name, values)| Series { name: (*name).to_owned(), values: values.to_vec() })
            .collect(),
        description: format!("{title}, drawn."),
    }
}

pub fn table(title: &str, columns: &[&str], rows: Vec<Vec<String>>) -> ReportTable {
    let columns = columns.iter().enumerate();
    ReportTable {
        title: title.to_owned(),
        columns: columns
            .map(|(at, heading)| TableColumn { heading: (*heading).to_owned(), is_number: at > 0 })
            .collect(),
        rows,
        note: None,
    }
}

/// A report with no section.
pub fn bare() -> ReportContent {
    ReportContent {
        title: "February review".to_owned(),
        kind: "Brand overview".to_owned(),
        account: "Aurelia GmbH".to_owned(),
        period: ("2026-02-01".to_owned(), "2026-02-28".to_owned()),
        brands: vec!["Aurelia".to_owned()],
        filters: Vec::new(),
        dataset_version: "ds_5f1c9a3e".to_owned(),
        dataset_period: ("2024-03-01".to_owned(), "2026-03-02".to_owned()),
        figures: Vec::new(),
        summary: vec![statement("From 1 February 2026 to 28 February 2026 there were no mentions of Aurelia.", false)],
        sections: Vec::new(),
        methods: vec![Method {
            name: "Mentions".to_owned(),
            text: "A mention is a place in a public video where a brand is named.".to_owned(),
            formula: None,
        }],
    }
}

/// A report with every kind of chart, long tables, every script and every extreme.
pub fn full() -> ReportContent {
    let months: Vec<String> =
        (0..24).map(|month| format!("{}-{:02}", 2024 + (month + 2) / 12, (month + 2) % 12 + 1)).collect();
    let months: Vec<&str> = months.iter().map(String::as_str).collect();
    let wave = |of: f64, amount: f64| -> Vec<Option<f64>> {
        (0..24).map(|month| Some((of + amount * (f64::from(month) * 0.6 + of).sin()).round())).collect()
    };
    let (first, second, third) = (wave(420.0, 160.0), wave(250.0, 90.0), wave(90.0, 40.0));
    let mut holes = wave(140.0, 60.0);
    holes[5] = None;
    holes[6] = None;
    let tone: Vec<Option<f64>> =
        (0..24).map(|month| Some(((f64::from(month) * 0.4).sin() * 35.0).round() / 100.0)).collect();
    let volume = Section {
        title: "Volume".to_owned(),
        reading: statement("1,250 mentions in 840 videos, most of them on YouTube (702).", false),
        charts: vec![
            chart(
                ChartKind::Lines,
                "Mentions over time",
                &months,
                &[("Aurelia", &first), ("Borealis", &second), ("Cinder Elm", &third), ("Дельта", &holes)],
            ),
            chart(
                ChartKind::Bars,
                "Mentions by platform",
                &["YouTube", "TikTok", "Instagram"],
                &[("mentions", &[Some(702.0), Some(401.0), Some(147.0)])],
            ),
        ],
        tables: vec![table(
            "Mentions by brand",
            &["Brand", "Mentions", "Change", "Videos", "Channels", "Views", "Average tone"],
            (0..30)
                .map(|brand| {
                    let name = if brand == 3 {
                        "A brand whose name is far longer than any brand's name has ever been, and goes on for a second line and more".to_owned()
                    } else {
                        format!("Brand {brand}")
                    };
                    let number = (31 - brand) * 1_237;
                    vec![name, format!("{number}"), "+5.63%".into(), "840".into(), "214".into(), "18,240,311".into(), "0.31".into()]
                })
                .collect(),
        )],
    };
    let sentiment = Section {
        title: "Sentiment".to_owned(),
        reading: statement(
            "The average tone is 0.31 (net sentiment 42.36): 412 positive, 238 neutral and 96 negative mentions.",
            true,
        ),
        charts: vec![
            chart(
                ChartKind::Shares,
                "Positive, neutral and negative mentions",
                &["Aurelia", "Borealis", "Cinder Elm", "Silent"],
                &[
                    ("positive", &[Some(412.0), Some(80.0), Some(3.0), Some(0.0)]),
                    ("neutral", &[Some(238.0), Some(120.0), Some(1.0), Some(0.0)]),
                    ("negative", &[Some(96.0), Some(140.0), Some(0.0), None]),
                ],
            ),
            chart(ChartKind::Lines, "Average tone over time", &months, &[("Aurelia", &tone)]),
            chart(
                ChartKind::StackedBars,
                "Mentions by topic and brand",
                &["skin barrier", "refill packaging", "irritation"],
                &[
                    ("Aurelia", &[Some(96.0), Some(42.0), Some(22.0)]),
                    ("Borealis", &[Some(20.0), Some(4.0), Some(31.0)]),
                ],
            ),
            chart(ChartKind::Bars, "Below and above zero", &["down", "up"], &[("change", &[Some(-12.5), Some(30.25)])]),
            chart(ChartKind::Bars, "Nothing to draw", &["a"], &[("mentions", &[None])]),
        ],
        tables: vec![table("An empty table", &["Brand", "Mentions"], Vec::new())],
    };
    let names = Section {
        title: "Names in every script".to_owned(),
        reading: statement("مرطب البشرة أوريليا is mentioned beside 奥蕾莉亚护肤霜 and オーレリア.", false),
        charts: vec![chart(
            ChartKind::Bars,
            "Channels",
            &SCRIPTS.map(|(_, name)| name),
            &[("mentions", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0].map(Some))],
        )],
        tables: vec![table(
            "Channels",
            &["Channel", "Script"],
            SCRIPTS.iter().map(|(script, name)| vec![(*name).to_owned(), (*script).to_owned()]).collect(),
        )],
    };
    ReportContent {
        brands: vec!["Aurelia".into(), "Borealis".into(), "Cinder Elm".into(), "אורליה".into()],
        filters: vec![("platform".into(), "youtube, tiktok".into())],
        figures: [
            ("Mentions", "1,250", Some("+5.63% on the period before")),
            ("Videos", "840", Some("+3.07% on the period before")),
            ("Channels", "214", None),
            ("Views", "118,240,311", Some("-2.41% on the period before")),
            ("Average tone", "0.31", Some("from -1 to 1")),
            ("Net sentiment", "42.36", Some("from -100 to 100")),
        ]
        .map(|(label, value, note)| Figure { label: label.into(), value: value.into(), note: note.map(str::to_owned) })
        .into(),
        summary: vec![
            statement(
                "From 1 February 2026 to 28 February 2026 there were 1,250 mentions of 4 brands, in 840 videos by 214 channels: 5.63% more than in the period of the same length before.",
                false,
            ),
            statement("Aurelia leads with 750 mentions (60%); Borealis follows with 250 mentions (20%).", false),
            statement("Ceramide lotion comes up: 18 mentions, not mentioned before.", true),
        ],
        sections: vec![volume, sentiment, names],
        methods: vec![
            Method {
                name: "Net sentiment".into(),
                text: "From −100, if all are negative, to 100, if all are positive.".into(),
                formula: Some("net = 100 × (positive − negative) / (positive + neutral + negative)".into()),
            },
            Method {
                name: "Topics".into(),
                text: "The mentions of a topic (c₀) are compared with those of the four windows before (c₁ to c₄)."
                    .into(),
                formula: Some("growth = 100 × (c₀ − c₁) / c₁;  z = (c₀ − mean) / √max(variance, mean, 1)".into()),
            },
        ],
        ..bare()
    }
}

/// A report whose every text is as long as it can be, without a space in it.
pub fn extreme() -> ReportContent {
    let long = "Übermäßigkeit".repeat(30);
    let periods: Vec<String> = (0..400).map(|day| format!("2025-{:03}", day)).collect();
    let periods: Vec<&str> = periods.iter().map(String::as_str).collect();
    let zero = vec![Some(0.0); 400];
    let mut content = full();
    content.title = "A title of one hundred and twenty characters, which is as long as any may be, and so is cut or broken in several lines".to_owned();
    content.account.clone_from(&long);
    content.brands = (0..30).map(|brand| format!("{brand} {long}")).collect();
    content.sections.truncate(1);
    let section = &mut content.sections[0];
    section.reading.text.clone_from(&long);
    section.charts = vec![
        chart(ChartKind::Lines, &long, &periods, &[("all zero", &zero)]),
        chart(ChartKind::Lines, "One period", &["2026-02"], &[("one", &[Some(3.0)])]),
        chart(ChartKind::Bars, "Long names", &[&long, "short"], &[("mentions", &[Some(1e9), Some(1.0)])]),
    ];
    section.tables = vec![table("Long cells", &["Name", &long], vec![vec![long.clone(), long.clone()]])];
    content
}

//! Files written by other programs, in `cases/`, with their accepted and refused records and reported conversions.

use crate::support::{NOW, columns, row};
use overheard::ingest::reader::{FileForm, FileLayout, FileOptions, ReadError, Record};
use overheard::ingest::{Importer, Mapping, Preset, RewriteCounts, UnknownValues};
use overheard::spec::Index;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The options for a file, and its outcome.
#[derive(Default)]
struct Case {
    file: &'static str,
    from: Option<Preset>,
    map: &'static [&'static str],
    unknown: &'static [&'static str],
    header_row: Option<u64>,
    /// The error that stops the import.
    stops: Option<&'static str>,
    /// The line of each accepted document, and some of its values.
    accepted: Vec<(u64, Value)>,
    /// The line of each refused document, its column, and a part of the reason.
    refused: Vec<(u64, Option<&'static str>, &'static str)>,
    /// The reported conversions, by form or by unknown value.
    told: &'static [(&'static str, u64)],
}

/// The outcome of a file.
#[derive(Default)]
struct Outcome {
    accepted: Vec<(u64, serde_json::Map<String, Value>)>,
    refused: Vec<(u64, Option<&'static str>, String)>,
    rewritten: RewriteCounts,
}

fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/ingest/cases").join(file)
}

fn read(case: &Case) -> Result<Outcome, ReadError> {
    let mut mapping = Mapping::default();
    case.map.iter().for_each(|pair| mapping.add(pair).unwrap());
    let mapping = mapping.with_preset(case.from);
    let mut unknown = UnknownValues::default();
    case.unknown.iter().for_each(|pair| unknown.add(pair).unwrap());
    let name = case.file.rsplit('/').next().unwrap();
    let index = Index::ALL.into_iter().find(|index| name.starts_with(index.name())).unwrap();
    let form = if name.ends_with(".csv") { FileForm::Csv } else { FileForm::Json };
    let options = FileOptions { index, form, mapping: &mapping, header_row: case.header_row };
    let bytes = std::fs::read(path(case.file)).unwrap();
    let layout = FileLayout::of(bytes.as_slice(), &options)?;
    let importer = Importer::new(NOW.parse().unwrap()).unwrap().with(mapping.clone()).with_unknown(unknown);
    let mut outcome = Outcome::default();
    let check = |record: &Record<'_>| importer.document(index, layout.lists(), record).result;
    layout.read(bytes.as_slice(), &options, check, |line, result| {
        match result {
            Ok(accepted) => {
                outcome.accepted.push((line, columns(row(&accepted))));
                outcome.rewritten.add(accepted.rewritten);
            }
            Err(refused) => outcome.refused.push((line, refused.column, refused.message)),
        }
        Ok::<(), ReadError>(())
    })?;
    Ok(outcome)
}

fn told(rewritten: &RewriteCounts) -> Vec<(String, u64)> {
    let forms = rewritten.counts().map(|(name, _, count)| (name.to_owned(), count));
    let unknown = rewritten.unknown.iter().map(|(value, count)| (value.clone(), *count));
    let mut told: Vec<(String, u64)> = forms.into_iter().chain(unknown).filter(|(_, count)| *count > 0).collect();
    told.sort();
    told
}

fn check(case: &Case) {
    let file = case.file;
    let outcome = match (read(case), case.stops) {
        (Err(error), Some(reason)) => {
            let message = error.to_string();
            return assert!(message.contains(reason), "{file}: {message}");
        }
        (Err(error), None) => panic!("{file}: {error}"),
        (Ok(_), Some(_)) => panic!("{file} is read"),
        (Ok(outcome), None) => outcome,
    };
    let lines: Vec<u64> = outcome.accepted.iter().map(|(line, _)| *line).collect();
    let expected: Vec<u64> = case.accepted.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, expected, "{file}: accepted; refused {:?}", outcome.refused);
    for ((line, values), (_, expected)) in outcome.accepted.iter().zip(&case.accepted) {
        for (column, value) in expected.as_object().unwrap() {
            assert_eq!(&values[column], value, "{file}:{line} {column}");
        }
    }
    let refused: Vec<(u64, Option<&str>)> = outcome.refused.iter().map(|(line, column, _)| (*line, *column)).collect();
    let expected: Vec<(u64, Option<&str>)> = case.refused.iter().map(|(line, column, _)| (*line, *column)).collect();
    assert_eq!(refused, expected, "{file}: {:?}", outcome.refused);
    for ((line, _, message), (.., reason)) in outcome.refused.iter().zip(&case.refused) {
        assert!(message.contains(reason), "{file}:{line} {message}");
    }
    let expected: Vec<(String, u64)> = case.told.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
    assert_eq!(told(&outcome.rewritten), expected, "{file}");
}

const ROUNDED: &str = "'7.30123E+18' is a rounded number: two ids may have become one.";
const SHORT_YEAR: &str = "Its year has two digits";

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn every_file_is_read_or_refused_as_it_should_be() {
    let yt_dlp = Some(Preset::YtDlp);
    let youtube = Some(Preset::YouTube);
    let of_youtube = |day: [&str; 2], seconds: [u64; 2], more: Value| {
        let [mut first, second] = [
            json!({"video_id": "qLab0000001", "platform": "youtube", "upload_date": day[0], "duration": seconds[0],
                "title": "Serum for winter", "channel_name": "quiet-lab", "channel_uid": "UCquietlab01",
                "tags": ["serum", "winter"], "views": 120_345, "likes": 2_210, "comments": 188}),
            json!({"video_id": "qLab0000002", "platform": "youtube", "upload_date": day[1], "duration": seconds[1],
                "tags": [], "views": 99, "likes": null, "comments": null}),
        ];
        first.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        [first, second]
    };
    let days = ["2026-10-31", "2026-11-01"];
    let flat = |day, seconds| {
        let [first, second] = of_youtube(day, seconds, json!({"category": null, "language": null}));
        vec![(2, first), (3, second)]
    };
    let from_yt_dlp = || {
        vec![
            (
                1,
                json!({"video_id": "cq7Yt_dlp01", "platform": "youtube", "upload_date": "2026-11-02", "views": 10_231,
                "likes": 411, "comments": null, "duration": 754, "channel_name": "quiet-lab",
                "channel_uid": "UCquietlab01", "tags": ["serum", "oat"], "category": "Howto & Style", "language": "en"}),
            ),
            (
                2,
                json!({"video_id": "7301234567890123456", "platform": "tiktok", "upload_date": "2026-11-03",
                "duration": 23, "channel_name": "Quiet Lab", "comments": 37, "tags": [], "category": null}),
            ),
        ]
    };
    let mention = |id: &str| json!({"mention_id": id, "brand_name": "Velunara"});
    let spreadsheet = || {
        let title = "Größe «Ø» ok";
        [
            json!({"video_id": "xl1", "platform": "youtube", "upload_date": "2026-11-02", "title": title, "views": 301_992}),
            json!({"video_id": "xl2", "upload_date": "2026-11-03", "title": "two", "views": 12}),
        ]
    };
    let spreadsheet_from =
        |line: u64| spreadsheet().into_iter().enumerate().map(|(at, row)| (line + at as u64, row)).collect();
    let kaggle = |line: u64, views: u64| {
        (
            line,
            json!({"video_id": "kgA1", "upload_date": "2017-11-13", "views": views,
            "tags": ["serum", "night routine", "skin care"]}),
        )
    };
    let wow = |line: u64| (line, json!({"video_id": "kgB2", "title": "He said \"wow\"", "tags": []}));
    let id_and_day = |id: &str, day: &str| json!({"video_id": id, "upload_date": day});
    let cases = [
        Case {
            file: "01-ytdlp/siv_info.ndjson",
            from: yt_dlp,
            accepted: from_yt_dlp(),
            told: &[("capitals", 2), ("dates", 2), ("numbers", 1)],
            ..Case::default()
        },
        Case {
            file: "01-ytdlp/siv_info.ndjson",
            refused: vec![(1, Some("video_id"), "required"), (2, Some("video_id"), "required")],
            ..Case::default()
        },
        Case {
            file: "01-ytdlp/siv_business_ideas.ndjson",
            from: yt_dlp,
            accepted: vec![(1, mention("yd1")), (2, mention("yd2"))],
            ..Case::default()
        },
        Case {
            file: "01-ytdlp-b/siv_info.ndjson",
            from: yt_dlp,
            accepted: from_yt_dlp(),
            told: &[("capitals", 2), ("numbers", 1)],
            ..Case::default()
        },
        Case {
            file: "02-youtube-api/raw/siv_info.ndjson",
            from: youtube,
            accepted: (1..)
                .zip(of_youtube(days, [3723, 58], json!({"category": "Howto & Style", "language": "en"})))
                .collect(),
            told: &[("durations", 2), ("instants", 2)],
            ..Case::default()
        },
        Case {
            file: "02-youtube-api/raw/siv_info.ndjson",
            from: youtube,
            unknown: &["views=2210", "duration=PT58S"],
            map: &["statistics.likeCount=views", "snippet.channelTitle=category"],
            accepted: vec![
                (1, json!({"views": null, "likes": null, "category": "quiet-lab", "channel_name": null})),
                // The second video has no likes, so the export's own view count is used.
                (2, json!({"views": 99, "duration": null})),
            ],
            told: &[("duration=PT58S", 1), ("durations", 1), ("instants", 2), ("views=2210", 1)],
            ..Case::default()
        },
        Case {
            file: "02-youtube-api/flat/siv_info.csv",
            from: youtube,
            accepted: flat(days, [3723, 58]),
            told: &[("durations", 2), ("instants", 2), ("lists", 1)],
            ..Case::default()
        },
        Case {
            file: "02-youtube-api/flat/siv_info.csv",
            stops: Some("It looks like an export of youtube: add --from youtube."),
            ..Case::default()
        },
        Case {
            file: "02-youtube-api/flat-b/siv_info.csv",
            from: youtube,
            accepted: flat([days[0]; 2], [3723, 58]),
            told: &[("durations", 2), ("lists", 1)],
            ..Case::default()
        },
        Case {
            file: "02-youtube-api/flat-c/siv_info.csv",
            map: &[
                "id=video_id",
                "snippet.publishedAt=upload_date",
                "snippet.channelId=channel_uid",
                "snippet.title=title",
                "snippet.channelTitle=channel_name",
                "snippet.tags=tags",
                "contentDetails.duration=duration",
                "statistics.viewCount=views",
                "statistics.likeCount=likes",
                "statistics.commentCount=comments",
            ],
            accepted: flat([days[0]; 2], [61; 2]),
            told: &[("lists", 1)],
            ..Case::default()
        },
        // A whole answer, over several lines; the second video has no date.
        Case {
            file: "02-youtube-api/answer/siv_info.json",
            from: youtube,
            accepted: vec![(
                5,
                json!({"video_id": "qLab0000003", "title": "He said \"items\": [", "category": "Howto & Style",
                "upload_date": "2026-10-30", "duration": 93_600, "views": 7}),
            )],
            refused: vec![(27, Some("upload_date"), "Got 'yesterday'.")],
            told: &[("durations", 1), ("instants", 1)],
            ..Case::default()
        },
        // An answer on each line.
        Case {
            file: "02-youtube-api/lines/siv_info.ndjson",
            from: youtube,
            accepted: vec![(1, json!({"video_id": "qLab0000003"})), (2, json!({"video_id": "qLab0000005"}))],
            refused: vec![(1, Some("upload_date"), "yesterday"), (2, Some("upload_date"), "yesterday")],
            told: &[("durations", 2), ("instants", 2)],
            ..Case::default()
        },
        Case {
            file: "03-c/siv_info.csv",
            accepted: vec![
                (2, json!({"video_id": "a1", "views": 1_200_000, "tags": ["s"]})),
                (3, json!({"views": 301_992})),
                (4, json!({"title": "N/A", "views": null})),
                (5, json!({"title": "nan", "views": null, "tags": []})),
            ],
            refused: vec![(6, Some("video_id"), ROUNDED)],
            told: &[("numbers", 2)],
            ..Case::default()
        },
        Case {
            file: "03-e/siv_info.ndjson",
            accepted: vec![
                (1, json!({"tags": ["serum", "night"]})),
                (2, json!({"tags": ["a", "b"]})),
                (3, json!({"views": 120_345, "duration": 61})),
                (4, json!({"views": 10})),
            ],
            told: &[("lists", 1), ("numbers", 1)],
            ..Case::default()
        },
        Case {
            file: "03-f/siv_info.ndjson",
            accepted: vec![(1, json!({"video_id": "j1"})), (2, json!({"video_id": "j2"}))],
            ..Case::default()
        },
        Case { file: "03-g/siv_info.jsonl", accepted: vec![(1, json!({"video_id": "j1"}))], ..Case::default() },
        Case { file: "03-g/siv_info.info.json", accepted: vec![(1, json!({"video_id": "j1"}))], ..Case::default() },
        Case {
            file: "03-h/siv_info.ndjson",
            accepted: vec![(1, json!({"video_id": "j1"})), (2, json!({"video_id": "j2"}))],
            ..Case::default()
        },
        Case {
            file: "03-pandas/siv_info.csv",
            accepted: vec![
                (2, json!({"views": 301_992, "likes": 11_870, "comments": 904, "duration": 911, "tags": ["serum"]})),
                (3, json!({"views": 12, "likes": null, "comments": null, "tags": []})),
                (4, json!({"views": 1_200_000, "likes": null, "comments": null, "duration": 60})),
            ],
            refused: vec![(5, Some("views"), "Got '1,234,567'.")],
            told: &[("numbers", 8)],
            ..Case::default()
        },
        Case {
            file: "03-pandas-b/siv_info.csv",
            accepted: vec![
                (2, json!({"views": 301_992, "tags": ["serum"]})),
                (3, json!({"views": 1_200_000, "duration": 61, "tags": ["serum", "night routine"]})),
                (6, json!({"views": 12, "tags": ["serum"]})),
                (7, json!({"views": 12, "tags": []})),
            ],
            refused: vec![
                (4, Some("views"), "must be between 0 and 9007199254740991"),
                (5, Some("views"), "must be between"),
            ],
            told: &[("lists", 1), ("numbers", 8)],
            ..Case::default()
        },
        Case {
            file: "03-lists/siv_info.csv",
            accepted: vec![
                (2, json!({"tags": ["serum", "night routine"]})),
                (3, json!({"tags": ["oat"]})),
                (4, json!({"tags": ["a", "b; c"]})),
            ],
            told: &[("lists", 3)],
            ..Case::default()
        },
        // Another row has `|`, and one has marks that go in no pairs.
        Case {
            file: "03-lists-b/siv_info.csv",
            accepted: vec![
                (2, json!({"tags": ["serum;night"]})),
                (3, json!({"tags": ["oat", "milk"]})),
                (4, json!({"tags": ["12\" vinyl", "\"wow\""]})),
                (5, json!({"tags": ["it's", "say \"hi\""]})),
                (7, json!({"tags": ["[official]"]})),
            ],
            refused: vec![(6, Some("tags"), "It begins like a list"), (8, Some("tags"), "It begins like a list")],
            told: &[("lists", 1)],
            ..Case::default()
        },
        Case {
            file: "04-tiktok-ids/siv_info.ndjson",
            accepted: (1..)
                .zip(["7301234567890123456", "7301234567890123457", "7301234567890123458"])
                .map(|(line, id)| (line, json!({"video_id": id})))
                .collect(),
            ..Case::default()
        },
        Case {
            file: "04-tiktok-ids/csv/siv_info.csv",
            refused: vec![(2, Some("video_id"), ROUNDED), (3, Some("video_id"), ROUNDED)],
            ..Case::default()
        },
        Case {
            file: "05-instagram/siv_info.ndjson",
            accepted: vec![
                (1, json!({"video_id": "ig_r1", "views": 5_400, "likes": null, "comments": 12})),
                (2, json!({"likes": 310})),
            ],
            told: &[("likes=-1", 1)],
            ..Case::default()
        },
        Case {
            file: "05-instagram/siv_info.ndjson",
            unknown: &["comments=9", "views=8100.0"],
            accepted: vec![
                (1, json!({"likes": null, "comments": 12})),
                (2, json!({"likes": 310, "comments": null, "views": null})),
            ],
            told: &[("comments=9", 1), ("likes=-1", 1), ("views=8100", 1)],
            ..Case::default()
        },
        Case {
            file: "05-instagram/siv_business_ideas.ndjson",
            accepted: vec![(1, mention("igm1")), (2, mention("igm2"))],
            ..Case::default()
        },
        Case {
            file: "06-kaggle/siv_info.csv",
            stops: Some("line 1: the header has no column upload_date, which siv_info needs."),
            ..Case::default()
        },
        Case {
            file: "06-kaggle/siv_info.csv",
            map: &["publish_time=upload_date", "channel_title=channel_name", "comment_count=comments"],
            accepted: vec![kaggle(2, 748_374), kaggle(3, 1_096_327), wow(5)],
            told: &[("instants", 3), ("lists", 2)],
            ..Case::default()
        },
        Case {
            file: "06-kaggle/siv_info.csv",
            map: &["trending_date=upload_date"],
            refused: [2, 3, 5].map(|line| (line, Some("upload_date"), SHORT_YEAR)).to_vec(),
            ..Case::default()
        },
        Case {
            file: "06-kaggle-b/siv_info.csv",
            accepted: vec![kaggle(2, 748_374), kaggle(3, 1_096_327), wow(4)],
            refused: [5, 6].map(|line| (line, Some("upload_date"), SHORT_YEAR)).to_vec(),
            told: &[("lists", 2)],
            ..Case::default()
        },
        Case {
            file: "06-kaggle-c/siv_info.csv",
            accepted: vec![kaggle(2, 748_374), kaggle(3, 1_096_327), wow(4)],
            told: &[("lists", 2)],
            ..Case::default()
        },
        Case {
            file: "07-excel/bom/siv_info.csv",
            accepted: spreadsheet_from(2),
            told: &[("capitals", 2), ("dates", 2)],
            ..Case::default()
        },
        Case {
            file: "07-excel/sep/siv_info.csv",
            accepted: spreadsheet_from(3),
            told: &[("capitals", 2), ("dates", 2)],
            ..Case::default()
        },
        Case {
            file: "07-excel/preamble/siv_info.csv",
            stops: Some("line 1: this is no header of siv_info. Row 5 looks like the header: --header-row 5"),
            ..Case::default()
        },
        Case {
            file: "07-excel/preamble/siv_info.csv",
            header_row: Some(5),
            accepted: spreadsheet_from(6),
            told: &[("capitals", 2), ("dates", 2)],
            ..Case::default()
        },
        Case {
            file: "07-excel/preamble/siv_info.csv",
            header_row: Some(2),
            stops: Some("line 2: this is no header of siv_info. Row 5"),
            ..Case::default()
        },
        Case {
            file: "07-excel/sep-preamble/siv_info.csv",
            stops: Some("line 2: this is no header of siv_info. Row 4 looks"),
            ..Case::default()
        },
        Case {
            file: "07-excel/sep-preamble/siv_info.csv",
            header_row: Some(4),
            accepted: vec![(5, json!({"video_id": "s1", "title": "one"}))],
            refused: vec![(6, Some("platform"), "vimeo")],
            ..Case::default()
        },
        Case {
            file: "07-excel/cp1252/siv_info.csv",
            stops: Some("line 2 is not UTF-8; the encoding is probably windows-1252 (cp1252)"),
            ..Case::default()
        },
        Case {
            file: "07-excel/cp1252-b/siv_info.csv",
            stops: Some("line 4 is not UTF-8; the encoding is probably windows-1252 (cp1252)"),
            ..Case::default()
        },
        Case {
            file: "07-excel/crlf/siv_info.csv",
            accepted: vec![(2, json!({"video_id": "c1", "title": "plain", "views": 1}))],
            refused: vec![(3, Some("platform"), "vimeo"), (4, Some("views"), "Got 'x'.")],
            ..Case::default()
        },
        Case {
            file: "07-quotes/siv_info.csv",
            accepted: vec![
                (2, json!({"title": "12\" vinyl haul", "views": 5})),
                (4, json!({"title": "two\r\nlines", "views": 7})),
                (6, json!({"title": "ok", "views": 8})),
            ],
            refused: vec![(3, None, "text follows a quotation mark that ends a cell.")],
            ..Case::default()
        },
        Case {
            file: "07-quotes/siv_info-open.csv",
            stops: Some(
                "line 2: a quotation mark is not closed: the record that begins here goes on to the end of the file (line 4)",
            ),
            ..Case::default()
        },
        // Blank lines, CRLF, breaks in cells, and no break at the end.
        Case {
            file: "07-quotes-b/siv_info.csv",
            accepted: vec![(3, json!({"title": "one\r\ntwo\r\n\r\nfour \"five\""}))],
            refused: vec![
                (8, Some("platform"), "vimeo"),
                (9, None, "text follows"),
                (11, None, "text follows"),
                (12, None, "the record has 3 cells, its header 4. Is a quotation mark missing?"),
                (13, Some("platform"), "vimeo"),
            ],
            ..Case::default()
        },
        Case {
            file: "08-encodings/utf16le/siv_info.csv",
            accepted: vec![(2, json!({"title": "Größe «Ø» 日本", "platform": "youtube"}))],
            refused: vec![(3, Some("platform"), "vimeo")],
            told: &[("capitals", 1), ("dates", 1)],
            ..Case::default()
        },
        Case {
            file: "08-encodings/utf16be/siv_info.csv",
            accepted: vec![(2, json!({"title": "Größe «Ø» 日本", "platform": "youtube"}))],
            refused: vec![(3, Some("platform"), "vimeo")],
            told: &[("capitals", 1), ("dates", 1)],
            ..Case::default()
        },
        Case {
            file: "08-encodings/utf16-no-mark/siv_info.csv",
            stops: Some("the file is UTF-16 without a byte order mark."),
            ..Case::default()
        },
        Case {
            file: "08-encodings/utf16-broken/siv_info.csv",
            stops: Some("line 3 is not UTF-16LE"),
            ..Case::default()
        },
        Case {
            file: "08-encodings/shift-jis/siv_info.csv",
            stops: Some("line 2 is not UTF-8; the encoding is probably Shift_JIS."),
            ..Case::default()
        },
        Case {
            file: "08-encodings/mac/siv_info.csv",
            accepted: vec![(2, json!({"title": "one"}))],
            refused: vec![(3, Some("platform"), "vimeo")],
            ..Case::default()
        },
        Case {
            file: "09-newest/siv_info.ndjson",
            accepted: [(1, 9), (2, 1), (3, 5)]
                .map(|(line, views)| (line, json!({"views": views})))
                .into_iter()
                .chain([(4, json!({"views": null}))])
                .collect(),
            ..Case::default()
        },
        Case {
            file: "09-newest/siv_content_creator.ndjson",
            accepted: [(1, 2), (2, 5), (3, 1)].map(|(line, count)| (line, json!({"subscriber_count": count}))).to_vec(),
            ..Case::default()
        },
        Case {
            file: "09-newest/siv_business_ideas.ndjson",
            accepted: (1..).zip(["m1", "m1", "m1", "m2", "m2"]).map(|(line, id)| (line, mention(id))).collect(),
            ..Case::default()
        },
        Case {
            file: "10-times/siv_info.ndjson",
            accepted: (1..)
                .zip([
                    ("tz1", "2026-10-31"),
                    ("tz2", "2026-10-31"),
                    ("tz3", "2026-11-01"),
                    ("tz4", "2026-10-31"),
                    ("tz5", "2026-10-31"),
                    ("tz6", "2026-10-31"),
                ])
                .map(|(line, (id, day))| (line, id_and_day(id, day)))
                .collect(),
            told: &[("dates", 2), ("instants", 3)],
            ..Case::default()
        },
        Case {
            file: "10-times/siv_business_ideas.ndjson",
            accepted: vec![
                (1, json!({"indexed_at": "2026-11-01T01:15:00Z"})),
                (3, json!({"indexed_at": "2026-10-31T20:15:00Z"})),
                (4, json!({"indexed_at": "2026-10-31T20:15:00Z"})),
            ],
            refused: vec![(2, Some("indexed_at"), "It has no time zone.")],
            told: &[("instants", 3)],
            ..Case::default()
        },
    ];
    cases.iter().for_each(check);
    let mut files: Vec<String> = Vec::new();
    collect(&path(""), "", &mut files);
    let missing: Vec<&String> = files.iter().filter(|file| !cases.iter().any(|case| case.file == **file)).collect();
    assert!(missing.is_empty(), "files without an outcome: {missing:?}");
}

/// Returns the files below a folder.
fn collect(folder: &std::path::Path, below: &str, files: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{below}{}", entry.file_name().to_str().unwrap());
        match entry.path().is_dir() {
            true => collect(&entry.path(), &format!("{name}/"), files),
            false if below.is_empty() => {}
            false => files.push(name),
        }
    }
}

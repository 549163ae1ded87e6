//! Records with words in many scripts, and names with signs.

use overheard::spec::Index;
use serde_json::Value;

/// The columns with rewritten words.
const COLUMNS: [&str; 7] = ["title", "description", "tags", "context", "brand_name", "components", "topics"];
/// The columns with signs after names.
const NAMES: [&str; 3] = ["brand_name", "components", "topics"];
/// Signs after names. The first ones are the most frequent.
const SIGNS: [&str; 9] = ["", "", "", "", "+", "++", "#", "＋", " +"];
/// For each script a letter or a mark in place of each letter of a word: of the consonants `bcdfghjklmnprstvwxyz`, then
/// of the vowels `aeiou`. Marks replace vowels, so that some words only differ in marks.
const SCRIPTS: [(&str, &str); 13] = [
    ("bçđfģħjķłmñpřšțvwxýž", "àéıöų"),
    ("βχδφγηθκλμνπρστωψξζς", "άέίόύ"),
    ("бцдфгхжклмнпрствшщчз", "аёйоу"),
    ("بتثجحخدذرزسشصضطظعغفق", "\u{64e}\u{650}أا\u{640}"),
    ("בגדהוזחטיכלמנסעפצקרש", "\u{5b7}\u{5b8}\u{5bc}או"),
    ("कखगघचछजझटठडढतथदधनपफब", "\u{93e}\u{93f}\u{94d}\u{93c}\u{902}"),
    ("কখগঘচছজঝটঠডঢতথদধনপফব", "\u{9be}\u{9bf}\u{9cd}\u{9bc}\u{981}"),
    ("கஙசஞடணதநபமயரலவழளறனஜஷ", "\u{bbe}\u{bc0}\u{bcd}\u{bc6}\u{bc1}"),
    ("กขคฆงจฉชซญดตถทนบปผพม", "\u{e48}\u{e49}\u{e34}\u{e31}\u{e4c}"),
    ("ກຂຄງຈຊຍດຕຖທນບປຜພຟມຢລ", "\u{ec8}\u{ec9}\u{eb4}\u{eb1}\u{ebb}"),
    ("កខគឃងចឆជឈញដឋឌឍណតថទធន", "\u{17b6}\u{17b7}\u{17d2}\u{17cb}\u{17bb}"),
    ("かきくけこさしすせそたちつてとはひふへほ", "\u{3099}\u{309a}んーア"),
    ("保湿化粧水乳液美容韓국가나다라마바사아", "々한글사화"),
];
/// One in so many words stays Latin.
const LATIN: usize = 2;

/// Returns the same records with words of many scripts. Equal words are always written alike.
///
/// # Panics
/// If a line is no JSON object.
pub fn in_many_scripts(lines: impl IntoIterator<Item = (Index, String)>) -> impl Iterator<Item = (Index, String)> {
    lines.into_iter().enumerate().map(|(nth, (index, line))| {
        let mut document: Value = serde_json::from_str(&line).expect("a JSON object");
        let columns = document.as_object_mut().expect("an object").iter_mut();
        for (column, value) in columns.filter(|(column, _)| COLUMNS.contains(&column.as_str())) {
            // Names occur with and without signs.
            let signs = if NAMES.contains(&column.as_str()) { nth } else { 0 };
            rewrite(value, signs);
        }
        (index, document.to_string())
    })
}

fn rewrite(value: &mut Value, signs: usize) {
    match value {
        Value::String(text) => {
            let words: Vec<String> = text.split(' ').map(word).collect();
            let sign = if signs == 0 { "" } else { SIGNS[(hash(text) + signs) % SIGNS.len()] };
            *text = words.join(" ") + sign;
        }
        Value::Array(items) => items.iter_mut().enumerate().for_each(|(at, item)| rewrite(item, signs * (at + 1))),
        _ => {}
    }
}

/// Writes a word in a script that depends on the word.
fn word(word: &str) -> String {
    let place = hash(word) % (SCRIPTS.len() + LATIN);
    let Some((consonants, vowels)) = SCRIPTS.get(place) else { return word.to_owned() };
    let letter = |letter: char| {
        let small = letter.to_ascii_lowercase();
        let of = |all: &str, letters: &str| letters.chars().nth(all.find(small)?);
        of("bcdfghjklmnprstvwxyz", consonants).or_else(|| of("aeiou", vowels)).unwrap_or(letter)
    };
    word.chars().map(letter).collect()
}

fn hash(text: &str) -> usize {
    text.bytes().fold(7_usize, |hash, byte| (hash * 31 + usize::from(byte.to_ascii_lowercase())) % 1_000_003)
}

//! Full-text queries: their grammar, their canonical form, and what they match, beside a naive evaluator.

use overheard::base::boolean::parse;
use overheard::base::text::TextQuery;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A query as a tree. It is written in several ways, and evaluated word by word.
#[derive(Debug, Clone)]
enum Tree {
    Phrase(Vec<&'static str>),
    /// Words with at most so many others between them.
    Near(Vec<&'static str>, usize),
    /// The beginning of a word.
    Prefix(&'static str),
    /// Each part, and whether it is excluded. At least one is not.
    All(Vec<(Tree, bool)>),
    Any(Vec<Tree>),
}

impl Tree {
    /// Writes the tree. The bits of `style` choose between spellings with the same meaning.
    fn write(&self, style: &mut impl FnMut() -> bool) -> String {
        match self {
            Self::Phrase(words) if words.len() == 1 && style() => words[0].to_owned(),
            Self::Phrase(words) => format!("\"{}\"", words.join(if style() { " " } else { "-" })),
            Self::Near(words, distance) => format!("\"{}\"~{distance}", words.join(" ")),
            Self::Prefix(prefix) if style() => format!("{}*", prefix.to_uppercase()),
            Self::Prefix(prefix) => format!("{prefix}*"),
            Self::All(parts) => {
                let mut text = String::new();
                for (at, (part, is_excluded)) in parts.iter().enumerate() {
                    text += if at == 0 { "" } else { [" ", " AND "][usize::from(style())] };
                    text += if *is_excluded { ["-", "NOT "][usize::from(style())] } else { "" };
                    let written = part.write(style);
                    text += &if style() { format!("({written})") } else { part.operand(written) };
                }
                text
            }
            Self::Any(parts) => {
                let mut alternative = |part: &Self| {
                    let written = part.write(style);
                    if style() { format!("({written})") } else { written }
                };
                parts.iter().map(&mut alternative).collect::<Vec<_>>().join(" OR ")
            }
        }
    }

    fn operand(&self, written: String) -> String {
        if matches!(self, Self::Phrase(_) | Self::Near(..) | Self::Prefix(_)) {
            written
        } else {
            format!("({written})")
        }
    }

    fn matches(&self, text: &[&str]) -> bool {
        match self {
            Self::Phrase(words) => text.windows(words.len()).any(|window| window == words.as_slice()),
            Self::Near(words, distance) => {
                let wanted: BTreeSet<_> = words.iter().collect();
                (0..=text.len()).any(|from| {
                    (from..=text.len()).any(|to| {
                        let others = text[from..to].len().saturating_sub(wanted.len());
                        others <= *distance && wanted.iter().all(|word| text[from..to].contains(word))
                    })
                })
            }
            Self::Prefix(prefix) => text.iter().any(|word| folded(word).starts_with(folded(prefix))),
            Self::All(parts) => parts.iter().all(|(part, is_excluded)| part.matches(text) != *is_excluded),
            Self::Any(parts) => parts.iter().any(|part| part.matches(text)),
        }
    }
}

fn matches(query: &TextQuery, text: &[&str]) -> bool {
    match query {
        TextQuery::Phrase(words) => text.windows(words.len()).any(|window| window == words.as_slice()),
        TextQuery::Near(words, distance) => {
            let span = words.len() + usize::from(*distance);
            (0..text.len()).any(|at| {
                let text = &text[at..text.len().min(at + span)];
                words.iter().all(|word| text.contains(&word.as_str()))
            })
        }
        TextQuery::Prefix(prefix, _) => text.iter().any(|word| word.starts_with(prefix)),
        TextQuery::All { with, without } => {
            with.iter().all(|query| matches(query, text)) && !without.iter().any(|query| matches(query, text))
        }
        TextQuery::Any(queries) => queries.iter().any(|query| matches(query, text)),
    }
}

fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&["a", "b", "c", "d", "or", "ß", "serum", "serums", "not"][..])
}

fn tree() -> impl Strategy<Value = Tree> {
    let phrase = prop::collection::vec(word(), 1..3).prop_map(Tree::Phrase);
    let near =
        (prop::collection::vec(word(), 1..4), 0_usize..4).prop_map(|(words, distance)| Tree::Near(words, distance));
    let prefix = prop::sample::select(&["ser", "séru", "serums", "not"][..]).prop_map(Tree::Prefix);
    prop_oneof![3 => phrase, 1 => near, 1 => prefix].prop_recursive(4, 24, 4, |inner| {
        let parts = prop::collection::vec((inner.clone(), any::<bool>()), 1..4);
        prop_oneof![
            parts.prop_map(|mut parts| {
                parts[0].1 = false;
                Tree::All(parts)
            }),
            prop::collection::vec(inner, 2..4).prop_map(Tree::Any),
        ]
    })
}

fn folded(word: &str) -> &str {
    match word {
        "ß" => "ss",
        "séru" => "seru",
        word => word,
    }
}

proptest! {
    #[test]
    fn queries_match_what_a_naive_evaluator_says(
        tree in tree(),
        styles in prop::collection::vec(any::<bool>(), 1..64),
        text in prop::collection::vec(word(), 0..12),
    ) {
        let mut next = styles.iter().cycle().copied();
        let written = tree.write(&mut || next.next().unwrap());
        let query = TextQuery::parse(&written).unwrap_or_else(|| panic!("{written}: {:?}", parse(written.as_bytes(), &mut ())));
        let folded: Vec<&str> = text.iter().copied().map(folded).collect();
        prop_assert_eq!(matches(&query, &folded), tree.matches(&text), "{}", written);
    }

    #[test]
    fn the_canonical_form_is_an_equal_query(
        tree in tree(),
        styles in prop::collection::vec(any::<bool>(), 1..64),
    ) {
        let mut next = styles.iter().cycle().copied();
        let written = tree.write(&mut || next.next().unwrap());
        let query = TextQuery::parse(&written).unwrap();
        let canonical = query.canonical();
        let again = TextQuery::parse(&canonical).unwrap();
        prop_assert_eq!(&again, &query, "{}", &canonical);
        prop_assert_eq!(again.canonical(), canonical);
    }

    #[test]
    fn every_text_is_a_query_or_has_a_fault_at_a_character(
        text in "([a-c\"() \\-~*15]|AND|OR|NOT|\\PC|\u{3000}|\u{A0}){0,40}"
    ) {
        if let Err(fault) = parse(text.as_bytes(), &mut ()) {
            prop_assert!(text.is_char_boundary(fault.at), "{}: {:?}", text, fault);
            prop_assert_eq!(TextQuery::parse(&text), None);
        }
    }

    #[test]
    fn every_sequence_of_bytes_is_parsed(bytes in prop::collection::vec(prop::sample::select(&b"aO RANDT\"()-~*15\xC2\xA0\xE3\x80"[..]), 0..60)) {
        if let Err(fault) = parse(&bytes, &mut ()) {
            prop_assert!(fault.at <= bytes.len());
        }
    }
}

fn canonical(q: &str) -> Option<String> {
    TextQuery::parse(q).map(|query| query.canonical())
}

#[test]
fn words_are_required_each_and_quotes_make_phrases() {
    assert_eq!(canonical("Vitamin C \"SPF 50\"").unwrap(), "(c AND \"spf 50\" AND vitamin)");
    assert_eq!(canonical("l'oréal").unwrap(), "(l AND oreal)");
    assert_eq!(canonical("serum").unwrap(), "serum");
    assert_eq!(canonical("\"\" !"), None);
}

#[test]
fn operators_are_written_out_and_operands_sorted() {
    for equal in ["b OR a", "a OR b", "(b) OR (a)", "A OR (\"b\")"] {
        assert_eq!(canonical(equal).unwrap(), "(a OR b)");
    }
    for equal in ["c -b a", "a AND c NOT b", "(a c) AND NOT b", "a (-b) c", "-b c a -b"] {
        assert_eq!(canonical(equal).unwrap(), "(a AND c AND NOT b)");
    }
    assert_eq!(canonical("a b OR c").unwrap(), "(c OR (a AND b))");
    assert_eq!(canonical("a -(night-cream)").unwrap(), "(a AND NOT (cream AND night))");
    assert_eq!(canonical("\"a b\"-c (-d e)").unwrap(), "(\"a b\" AND c AND e AND NOT d)");
}

#[test]
fn words_near_each_other_are_a_set() {
    for equal in ["\"Night cream\"~5", "\"cream night cream\"~05"] {
        assert_eq!(canonical(equal).unwrap(), "\"cream night\"~5");
    }
    assert_eq!(canonical("\"cream cream\"~3").unwrap(), "cream");
    assert_eq!(canonical("\"緑茶飲\"~3").unwrap(), "\"緑茶 茶飲\"~3");
    assert_eq!(canonical("-\"a b\"~100(c)").unwrap(), "(c AND NOT \"a b\"~100)");
    for words in ["\"a b\" ~5", "\"a b\"~", "\"a b\"~x", "\"a b\"~5x"] {
        assert!(canonical(words).unwrap().contains("\"a b\""), "{words}");
    }
    assert_eq!(parse(b"\"a b\"~101", &mut ()).unwrap_err().reason, "words are more than 100 apart");
}

#[test]
fn a_star_behind_a_word_makes_a_prefix() {
    for equal in ["serum*", "SÉRUM*", "(serum*)"] {
        assert_eq!(canonical(equal).unwrap(), "serum*");
    }
    assert_eq!(canonical("ser* OR -ser* seru*").unwrap(), "(ser* OR (seru* AND NOT ser*))");
    assert_eq!(canonical("Straß*\"night cream\"").unwrap(), "(\"night cream\" AND strass*)");
    assert_eq!(canonical("l'oré*-cream*").unwrap(), "(l AND ore AND cream*)");
    assert_eq!(canonical("緑茶cream*").unwrap(), "(緑茶 AND cream*)");
    assert_eq!(canonical("AND* NOT not*").unwrap(), "(and* AND NOT not*)");
}

#[test]
fn other_stars_are_signs() {
    for (q, words) in [
        ("serum *", "serum"),
        ("serum**", "serum"),
        ("**serum!*", "serum"),
        ("ser*um", "(ser AND um)"),
        ("\"night cream*\"", "\"night cream\""),
        // A run without blanks is found as a part of longer runs anyway.
        ("緑茶飲*", "緑茶飲"),
        ("茶* ครีม* ខ*", "(ครีม AND ខ AND 茶)"),
        // Marks are no letters of a word.
        ("a\u{301}\u{301}*", "a"),
    ] {
        assert_eq!(canonical(q).unwrap(), words, "{q}");
    }
}

#[test]
fn a_prefix_has_three_characters_behind_the_last_sign() {
    for (q, at) in [("se*", 0), ("serum é1*", 6), ("night-se*", 0), ("(OR*)", 1), ("-é1*", 1), ("한국*", 0)] {
        let fault = parse(q.as_bytes(), &mut ()).unwrap_err();
        assert_eq!((fault.reason, fault.at), ("a prefix has fewer than 3 characters", at), "{q}");
    }
}

#[test]
fn prefixes_take_their_words_from_a_vocabulary() {
    let mut query = TextQuery::parse("seru* (cream -ser* OR gel*)").unwrap();
    assert_eq!(query.prefixes(), ["gel", "ser"]);
    let vocabulary = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<String>>();
    query.expand(&vocabulary(&["se", "ser", "serac", "seru", "serum", "set", "cream", "creams"])).unwrap();
    let words: Vec<&String> = query.all_words().into_iter().collect();
    assert_eq!(words, ["cream", "ser", "serac", "seru", "serum"]);
    assert_eq!(query.canonical(), "(seru* AND (gel* OR (cream AND NOT ser*)))");
    assert_eq!(query.phrases().len(), 3);
    let size = |words: &[String]| Some(words.len() as u64);
    assert_eq!(query.cover(&size).unwrap().size, 1, "of cream, and none of gel*");
}

#[test]
fn a_prefix_has_at_most_500_words() {
    let mut vocabulary: BTreeSet<String> = (0..500).map(|number| format!("serum{number}")).collect();
    let mut query = TextQuery::parse("cream* serum*").unwrap();
    assert_eq!(query.expand(&vocabulary), Ok(()));
    assert_eq!(query.all_words().len(), 500);
    vocabulary.insert("serums".to_owned());
    assert_eq!(query.expand(&vocabulary), Err("serum".to_owned()));
}

#[test]
fn words_without_letters_are_ignored() {
    assert_eq!(canonical("a & b").unwrap(), "(a AND b)");
    assert_eq!(canonical("! -a"), None);
    assert_eq!(canonical("a OR !").unwrap(), "a");
    assert_eq!(canonical("b NOT (! -a)").unwrap(), "b");
}

#[test]
fn blanks_of_other_scripts_separate() {
    assert_eq!(canonical("美容\u{3000}-化粧").unwrap(), "(美容 AND NOT 化粧)");
    assert_eq!(canonical("a\u{A0}OR\u{A0}b").unwrap(), "(a OR b)");
}

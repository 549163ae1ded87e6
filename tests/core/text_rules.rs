//! The text rules: equal and different texts, in all scripts.

use caseless::Caseless;
use overheard::base::matching::names_brand;
use overheard::base::runtime::Host;
use overheard::base::text::{has_token, name_tokens, normal_form, spelling, tokens};
use proptest::prelude::*;
use serde_json::Value;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

/// Scripts whose marks are accents or vowel marks: letters, and marks that are ignored.
const WITH_ACCENTS: [(&str, &str); 5] = [
    ("aeinouyAEINOUYcgrsz", "\u{300}\u{301}\u{302}\u{303}\u{308}\u{30C}\u{31B}\u{323}\u{327}\u{328}"),
    ("αβγδεηικλοσυωΑΒΓΩ", "\u{300}\u{301}\u{308}\u{313}\u{314}\u{342}"),
    ("абвгдежзиклмуАЕИ", "\u{300}\u{301}\u{306}\u{308}\u{483}"),
    ("ابتثجحدرسعلمنهوي", "\u{64B}\u{64E}\u{64F}\u{650}\u{651}\u{652}\u{670}\u{640}\u{6DC}"),
    ("אבגדהושתםן", "\u{5B0}\u{5B8}\u{5BC}\u{5C1}\u{5BF}\u{591}"),
];
/// Scripts whose marks change the letter: letters and such marks.
const WITH_LETTER_MARKS: [(&str, &str); 12] = [
    ("कखगजडढनफमरलसह", "\u{93C}\u{94D}\u{93E}\u{93F}\u{902}\u{951}"),
    ("কখগডঢনরলসহ", "\u{9BC}\u{9CD}\u{9BE}\u{9BF}\u{981}"),
    ("ਕਖਗਜਫਲਸ", "\u{A3C}\u{A4D}\u{A3E}\u{A70}"),
    ("கசடதபறலவ", "\u{BCD}\u{BBE}\u{BC6}\u{BC0}"),
    ("కగజడదపబమ", "\u{C4D}\u{C3E}\u{C46}"),
    ("กขคงจชดตนมรวห", "\u{E31}\u{E34}\u{E38}\u{E48}\u{E49}\u{E4C}\u{301}"),
    ("ກຂຄງຈນມລວ", "\u{EB1}\u{EB4}\u{EC8}\u{EC9}"),
    ("កខគងចនមរស", "\u{17B6}\u{17B7}\u{17D2}\u{17CB}"),
    ("ကခဂငစနမရ", "\u{102C}\u{1037}\u{1039}\u{103A}"),
    ("ཀཁགངཅནམར", "\u{F72}\u{F74}\u{F90}\u{F71}"),
    ("かきくけこさしはひカキハヒ", "\u{3099}\u{309A}"),
    ("ᄀᄂᄃᄅ한국語漢々", "\u{302E}\u{302A}"),
];

fn file() -> Value {
    serde_json::from_str(include_str!("../corpus/text.json")).unwrap()
}

fn text<'v>(entry: &'v Value, member: &str) -> &'v str {
    entry[member].as_str().unwrap()
}

#[test]
fn texts_are_the_same_or_different_as_the_corpus_says() {
    let file = file();
    for (list, is_same) in [("same", true), ("different", false)] {
        for entry in file[list].as_array().unwrap() {
            let (one, other) = (text(entry, "one"), text(entry, "other"));
            for tokens in [tokens, name_tokens] {
                assert_eq!(tokens(one) == tokens(other), is_same, "{entry}: {:?} {:?}", tokens(one), tokens(other));
                assert!(!tokens(one).is_empty(), "{entry}");
            }
        }
    }
}

#[test]
fn names_match_terms_as_the_corpus_says() {
    for entry in file()["names"].as_array().unwrap() {
        let (name, term) = (name_tokens(text(entry, "name")), name_tokens(text(entry, "term")));
        for exact in [false, true] {
            assert_eq!(Value::from(names_brand(&term, &name, exact)), entry["matches"], "{entry}: {name:?} {term:?}");
        }
    }
}

#[test]
fn texts_have_tokens_as_the_corpus_says() {
    for entry in file()["tokens"].as_array().unwrap() {
        assert_eq!(Value::from(has_token(text(entry, "text"))), entry["has"], "{entry}");
    }
}

/// Compares the core's ranges with the property Script, for every letter.
#[test]
fn scripts_without_blanks_are_cut_into_letters_and_pairs() {
    use Script::{Han, Hiragana, Katakana, Khmer, Lao, Myanmar, Thai};
    for letter in char::MIN..=char::MAX {
        let [token] = &tokens(&letter.to_string())[..] else { continue };
        let mut of_token = token.chars();
        let (Some(first), None) = (of_token.next(), of_token.next()) else { continue };
        let is_letter = first.is_alphabetic() && !is_combining_mark(first);
        let has_script = [Han, Hiragana, Katakana, Khmer, Lao, Myanmar, Thai].contains(&first.script());
        let is_cut = tokens(&format!("{token}{token}")).len() == 3;
        assert_eq!(is_cut, is_letter && (has_script || first == 'ー'), "U+{:X}", u32::from(letter));
    }
}

#[test]
fn runs_are_segmented_as_the_corpus_says() {
    for entry in file()["runs"].as_array().unwrap() {
        let words: Vec<&str> = entry["tokens"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        assert_eq!(tokens(text(entry, "text")), words);
        assert_eq!(spelling(&words), text(entry, "spelling"));
    }
}

/// Compares the core's ranges with the property Script, for every letter and mark.
#[test]
fn accents_are_folded_where_the_script_has_accents() {
    let has_accents =
        |script| matches!(script, Script::Latin | Script::Greek | Script::Cyrillic | Script::Arabic | Script::Hebrew);
    let is_known = |character: &char| character.script() != Script::Unknown;
    // Letters whose accent composes with few of them.
    for letter in (char::MIN..=char::MAX).filter(|letter| letter.is_alphabetic() && !is_combining_mark(*letter)) {
        let folded: String = letter.nfkc().default_case_fold().nfkd().collect();
        if !is_known(&letter) || folded != letter.to_string() || letter == '\u{640}' {
            continue;
        }
        let is_folded = tokens(&format!("{letter}\u{303}")) == tokens(&letter.to_string());
        assert_eq!(is_folded, has_accents(letter.script()), "{letter:?} of {:?}", letter.script());
    }
    // Marks on a Latin letter, and on a letter of a script with marks of its own.
    for mark in (char::MIN..=char::MAX).filter(|mark| is_combining_mark(*mark) && is_known(mark)) {
        let is_alone = |base: &str| tokens(&format!("{base}{mark}")) == [base];
        let is_of_letters = ('\u{653}'..='\u{655}').contains(&mark);
        let is_accent = has_accents(mark.script()) || matches!(mark.script(), Script::Inherited | Script::Common);
        let is_ignored = is_alone("क");
        let adds_a_letter =
            mark == '\u{345}' || mark.nfkd().any(|part| part.is_alphabetic() && !is_combining_mark(part));
        if !adds_a_letter {
            let expected = is_ignored || (is_accent && !is_of_letters);
            assert_eq!(is_alone("x"), expected, "{mark:?} of {:?}", mark.script());
        }
    }
}

/// Returns words of a script: letters with or without marks.
fn word((letters, marks): (&'static str, &'static str)) -> BoxedStrategy<String> {
    let one_of = |text: &'static str| prop::sample::select(text.chars().collect::<Vec<_>>());
    let letter = (one_of(letters), prop::collection::vec(one_of(marks), 0..3));
    let letter = letter.prop_map(|(letter, marks)| [letter].into_iter().chain(marks).collect::<String>());
    prop::collection::vec(letter, 1..6).prop_map(|letters| letters.concat()).boxed()
}

fn any_word(scripts: &[(&'static str, &'static str)]) -> impl Strategy<Value = String> + use<> {
    prop::strategy::Union::new(scripts.iter().map(|script| word(*script)))
}

/// Returns words of many scripts, separated by signs and blanks, with characters of all kinds.
fn any_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => any_word(&WITH_ACCENTS),
        4 => any_word(&WITH_LETTER_MARKS),
        2 => prop::sample::select(vec![" ", "+", "#", "++", "＃", "-", "\u{200D}", "\u{200C}", "\u{640}", "\u{FE0F}"])
            .prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => prop::sample::select(vec!['\u{3099}', '\u{94D}', '\u{301}', '\u{654}', '\u{E49}', '\u{345}', 'İ', 'ß', '\u{FF9E}'])
            .prop_map(String::from),
    ];
    prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn folding_what_is_folded_changes_nothing(text in any_text()) {
        for tokens in [tokens, name_tokens] {
            prop_assert_eq!(tokens(&spelling(&tokens(&text))), tokens(&text));
        }
    }

    #[test]
    fn marks_of_scripts_with_accents_do_not_count(word in any_word(&WITH_ACCENTS)) {
        let bare: String = word.chars().filter(|part| !is_combining_mark(*part) && *part != '\u{640}').collect();
        prop_assert_eq!(normal_form(&word), bare.chars().default_case_fold().collect::<String>());
    }

    #[test]
    fn other_scripts_keep_all_marks(word in any_word(&WITH_LETTER_MARKS)) {
        // Different words stay different. Letters of another script begin another word.
        prop_assert_eq!(spelling(&tokens(&word)).replace(' ', ""), word.nfkc().collect::<String>().nfd().nfc().collect::<String>());
    }

    #[test]
    fn composition_does_not_count(text in any_text()) {
        prop_assert_eq!(tokens(&text.nfc().collect::<String>()), tokens(&text));
        prop_assert_eq!(tokens(&text.nfd().collect::<String>()), tokens(&text));
        prop_assert_eq!(name_tokens(&text.nfkc().collect::<String>()), name_tokens(&text));
    }

    #[test]
    fn a_text_has_a_token_when_the_guardrails_say_so(text in any_text()) {
        prop_assert_eq!(has_token(&text), !tokens(&text).is_empty());
        prop_assert_eq!(has_token(&text), !name_tokens(&text).is_empty());
        prop_assert_eq!((Host::NATIVE.has_letter)(text.as_bytes()), has_token(&text));
        // The ranges in other runtimes decide this.
        prop_assert_eq!(has_token(&text), text.chars().any(|part| has_token(&part.to_string())));
    }

    #[test]
    fn names_differ_from_texts_in_signs_alone(text in any_text()) {
        let without = spelling(&name_tokens(&text)).replace(['+', '#'], " ");
        prop_assert_eq!(tokens(&without), tokens(&text));
        for token in name_tokens(&text) {
            let word = token.trim_end_matches(['+', '#']);
            prop_assert!(has_token(word) && !word.contains(['+', '#']), "{:?}", token);
        }
    }

    #[test]
    fn ascii_is_cut_into_words_without_tables(text in "[ -~]{0,30}") {
        let lower = text.to_ascii_lowercase();
        let words: Vec<&str> = lower.split(|part: char| !part.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
        prop_assert_eq!(tokens(&text), words);
    }
}

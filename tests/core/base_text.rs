//! The normal form of text, the names of brands, and the rounding of numbers.

use overheard::base::matching::names_brand;
use overheard::base::number::*;
use overheard::base::text::*;

fn matches(term: &str, name: &str, exact: bool) -> bool {
    names_brand(&name_tokens(term), &name_tokens(name), exact)
}

#[test]
fn all_tokens_in_any_order_unless_exact() {
    assert!(matches("beauty cinder", "Cinder Beauty Co", false));
    assert!(!matches("beauty cinder", "Cinder Beauty Co", true));
    assert!(matches("cinder beauty", "The Cinder Beauty", true));
    assert!(!matches("cinder co", "Cinder Beauty Co", true));
    assert!(!matches("cinder x", "Cinder", false));
}

#[test]
fn rounds_half_away_from_zero() {
    assert_eq!(round(0.125, 2), 0.13);
    assert_eq!(round(-0.125, 2), -0.13);
    assert_eq!(round(56.25, 2), 56.25);
    // The product with 10^6 exceeds the exact integers of a double.
    assert_eq!(round(1_736_153_616_214.0, 6), 1_736_153_616_214.0);
}

#[test]
fn never_lets_negative_zero_or_not_a_number_out() {
    assert!(round(-0.0001, 2).is_sign_positive());
    assert_eq!(round(f64::NAN, 2), 0.0);
    assert_eq!(round(f64::INFINITY, 2), 0.0);
}

#[test]
fn whole_numbers_have_no_fraction() {
    let text = |value| serde_json::to_string(&Number::rounded(value, 6)).unwrap();
    assert_eq!(text(75.0), "75");
    assert_eq!(text(-0.0), "0");
    assert_eq!(text(0.613204), "0.613204");
    assert_eq!(text(1e20).parse(), Ok(1e20));
}

#[test]
fn folds_case_diacritics_and_compatibility_forms() {
    assert_eq!(tokens("L’Oréal Straße ①"), ["l", "oreal", "strasse", "1"]);
    assert_eq!(normal_form("ＡＢＣ-Ñandú"), "abc nandu");
}

#[test]
fn words_of_scripts_with_blanks_stay_whole() {
    assert_eq!(tokens("한국 스킨케어"), ["한국", "스킨케어"]);
}

#[test]
fn texts_have_a_few_usual_cases() {
    assert_eq!(usual_cases("skin care"), ["SKIN CARE", "Skin Care", "Skin care"]);
    assert_eq!(usual_cases("BEAUTY"), ["Beauty", "beauty"]);
    assert_eq!(usual_cases("éLAN"), ["ÉLAN", "Élan", "élan"]);
    assert!(usual_cases("24h").contains(&"24H".to_owned()));
    assert!(usual_cases("保湿").is_empty());
}

#[test]
fn sets_list_items_apart() {
    assert_eq!(normal_form_of_list(["Skin Care", "Night"]), "skin care \u{E000} night");
}

#[test]
fn punctuation_alone_has_no_token() {
    assert!(!has_token("!? …"));
    assert!(has_token("…é"));
}

//! Tests of audience distributions: labels, sums, order, and samples that are too small.

use crate::support::*;
use overheard::guard::problem::Code;
use proptest::prelude::*;
use serde_json::{Value, json};

const AGES: &str = "viewer_age_distribution";
const GENDERS: &str = "viewer_gender_distribution";
const COUNTRIES: &str = "viewer_country_distribution";

/// Returns the text of a distribution in its row, which shows the order of its members.
fn stored(column: &str, shares: Value) -> String {
    value(ContentCreator, json!({column: shares}), column).to_string()
}

#[test]
fn known_labels_stand_in_the_order_of_the_enumeration() {
    assert_eq!(
        stored(AGES, json!({"65+": 0.1, "18-24": 0.5, "13-17": 0.1, "25-34": 0.3})),
        r#"{"13-17":0.1,"18-24":0.5,"25-34":0.3,"65+":0.1}"#
    );
    assert_eq!(
        stored(GENDERS, json!({"other": 0.05, "male": 0.25, "female": 0.7})),
        r#"{"female":0.7,"male":0.25,"other":0.05}"#
    );
}

#[test]
fn unknown_labels_are_refused() {
    for (column, label) in [
        (AGES, "18-25"),
        (AGES, "other"),
        (GENDERS, "Female"),
        (COUNTRIES, "Spain"),
        (COUNTRIES, "E1"),
        (COUNTRIES, ""),
    ] {
        let (at, code, message) = refused(ContentCreator, json!({column: {label: 1.0}}));
        assert_eq!((at, code), (Some(column), Code::ValueNotAllowed), "{label}");
        assert!(message.starts_with(&format!("{column} label '{label}' is not allowed. Allowed: [")), "{message}");
    }
}

#[test]
fn sums_within_two_hundredths_of_one_are_normalised() {
    assert_eq!(stored(GENDERS, json!({"female": 0.51, "male": 0.51})), r#"{"female":0.5,"male":0.5}"#);
    assert_eq!(stored(GENDERS, json!({"female": 0.66, "male": 0.32})), r#"{"female":0.6735,"male":0.3265}"#);
    for (female, male) in [(0.5, 0.47), (0.5, 0.53), (0.0, 0.0), (50.0, 50.0)] {
        let (column, code, _) = refused(ContentCreator, json!({GENDERS: {"female": female, "male": male}}));
        assert_eq!((column, code), (Some(GENDERS), Code::LimitViolation), "{female} {male}");
    }
    assert_eq!(refused(ContentCreator, json!({GENDERS: {}})).1, Code::LimitViolation);
    assert_eq!(refused(ContentCreator, json!({GENDERS: {"female": 1.2, "male": -0.2}})).1, Code::LimitViolation);
}

#[test]
fn shares_are_numbers_in_an_object() {
    for bad in [json!([0.5, 0.5]), json!("female"), json!({"female": "1"}), json!({"female": [1]})] {
        assert_eq!(refused(ContentCreator, json!({GENDERS: bad})).1, Code::InvalidType, "{bad}");
    }
    assert_eq!(stored(GENDERS, json!({"female": 1, "male": null})), r#"{"female":1.0}"#);
}

#[test]
fn countries_are_listed_by_share_then_code_in_upper_case() {
    assert_eq!(
        stored(COUNTRIES, json!({"mx": 0.2, "AR": 0.2, "es": 0.5, "US": 0.1})),
        r#"{"ES":0.5,"AR":0.2,"MX":0.2,"US":0.1}"#
    );
    assert_eq!(stored(COUNTRIES, json!({"us": 0.3, "US": 0.3, "ES": 0.4})), r#"{"US":0.6,"ES":0.4}"#);
}

#[test]
fn countries_beyond_ten_are_summed_up_as_other_at_the_end() {
    let shares: Value = ["AA", "AB", "AC", "AD", "AE", "AF", "AG", "AH", "AI", "AJ", "AK", "AL"]
        .iter()
        .map(|code| ((*code).to_owned(), json!(0.07)))
        .chain([("Other".to_owned(), json!(0.16))])
        .collect();
    assert_eq!(
        stored(COUNTRIES, shares),
        r#"{"AA":0.07,"AB":0.07,"AC":0.07,"AD":0.07,"AE":0.07,"AF":0.07,"AG":0.07,"AH":0.07,"AI":0.07,"AJ":0.07,"other":0.3}"#
    );
    assert_eq!(stored(COUNTRIES, json!({"other": 0.9, "ES": 0.1})), r#"{"ES":0.1,"other":0.9}"#);
}

#[test]
fn distributions_of_a_known_sample_below_100_are_withheld() {
    let shares = json!({AGES: {"18-24": 1}, GENDERS: {"female": 1}, COUNTRIES: {"ES": 1}});
    for (sample, withheld) in [(json!(99), true), (json!(0), true), (json!(100), false), (Value::Null, false)] {
        let mut document = shares.clone();
        document["viewer_sample_size"] = sample.clone();
        let accepted = accepted(ContentCreator, document);
        assert_eq!(accepted.withheld, withheld);
        let row = columns(row(&accepted));
        for column in [AGES, GENDERS, COUNTRIES] {
            assert_eq!(row[column].is_null(), withheld, "{column} of {sample}");
        }
    }
    assert!(!accepted(ContentCreator, json!({"viewer_sample_size": 5})).withheld);
}

#[test]
fn a_withheld_distribution_is_checked_all_the_same() {
    let document = json!({"viewer_sample_size": 5, AGES: {"18-25": 1}});
    assert_eq!(refused(ContentCreator, document).0, Some(AGES));
}

proptest! {
    #[test]
    fn stored_countries_sum_to_one_and_are_at_most_ten_and_other(
        weights in prop::collection::btree_map("[A-Z]{2}", 1_u32..1000, 1..40),
    ) {
        let total: u32 = weights.values().sum();
        let shares: Value =
            weights.iter().map(|(code, weight)| (code.clone(), json!(f64::from(*weight) / f64::from(total)))).collect();
        let stored: Value = serde_json::from_str(&stored(COUNTRIES, shares)).unwrap();
        let stored = stored.as_object().unwrap();
        let sum: f64 = stored.values().filter_map(Value::as_f64).sum();
        prop_assert!((sum - 1.0).abs() < 0.001, "{sum}");
        prop_assert!(stored.len() <= 10 + usize::from(weights.len() > 10));
    }
}

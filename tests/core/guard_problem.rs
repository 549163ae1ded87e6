//! Violations and problems: titles, and details that they never reveal.

use overheard::guard::problem::*;

#[test]
fn titles_are_sentences_of_the_name() {
    assert_eq!(Code::ValueNotAllowed.title(), "Value not allowed");
    assert_eq!(Code::InvalidJson.title(), "Invalid JSON");
    assert_eq!(Code::ValueNotAllowed.slug(), "value-not-allowed");
}

#[test]
fn a_long_value_is_cut_at_a_character() {
    assert_eq!(echo(&"é".repeat(65)), format!("{}…", "é".repeat(64)));
    assert_eq!(echo(&"é".repeat(64)), "é".repeat(64));
}

#[test]
fn a_secret_is_told_by_its_kind_alone() {
    let secret = format!("ohk_live_{}", "aB3".repeat(12));
    assert_eq!(echo(&format!("Bearer {secret} and more")), "Bearer ohk_live_…");
    assert_eq!(echo(&format!("{}{secret}", "x".repeat(50))), format!("{}ohk_live_…", "x".repeat(50)));
    assert_eq!(echo_path("/v1/ohk%5flive%5fDNp9xyz"), "/v1/ohk_live_…");
    assert_eq!(echo_path("/v1/%00"), "/v1/%00");
    let message = format!("unknown field `{secret}`, or `ohb_ab-c.d_e`: neither is told. An ohk_live_… may be.");
    let violation = Violation::new(Code::UnknownField, format!("/{secret}"), message);
    assert_eq!(violation.param, "/ohk_live_…");
    let told = "unknown field `ohk_live_…`, or `ohb_…`: neither is told. An ohk_live_… may be.";
    assert_eq!(violation.message, told);
}

proptest::proptest! {
    #[test]
    fn a_secret_inside_any_text_is_not_repeated(
        before in "\\PC{0,80}", kind in "oh[ktb]_(live_|test_)?", random in "[0-9A-Za-z]{12,38}", after in "\\PC{0,80}",
    ) {
        let sent = format!("{before}{kind}{random}{after}");
        let told = Violation::new(Code::ValueNotAllowed, "", format!("'{}' or {sent}", echo(&sent))).message;
        proptest::prop_assert!(!told.contains(random.get(..8).unwrap_or(&random)), "{}", told);
    }
}

#[test]
fn the_first_violation_is_promoted() {
    let problems = Problems::from_violations(vec![
        Violation::new(Code::MissingField, "/index", "index is required."),
        Violation::new(Code::MissingField, "/group_by", "group_by is required."),
    ]);
    let problem: serde_json::Value = serde_json::from_str(&Problem::from_problems(problems, "req_1").write()).unwrap();
    assert_eq!(problem["message"], "index is required.");
    assert_eq!(problem["detail"], problem["message"]);
    assert_eq!(problem["errors"].as_array().unwrap().len(), 2);
}

//! Browser tokens: their content, and valid requests for them.

use overheard::guard::problem::Code;
use overheard::service::browser_token::{TokenApi, TokenClaims, TokenRequest, read, sign};
use overheard::spec::AccountOperation;

const SECRET: &[u8] = b"0123456789abcdef0123456789abcdef";

fn claims() -> TokenClaims {
    TokenClaims {
        key: "tok_1".to_owned(),
        origin: "https://dashboard.example".to_owned(),
        operations: vec!["search".to_owned()],
        filters: Some(r#"{"category":"Beauty"}"#.to_owned()),
        expires_at: 1_000,
    }
}

#[test]
fn a_token_says_what_was_signed_until_it_expires() {
    let token = sign(&claims(), SECRET).unwrap();
    assert_eq!(read(&token, SECRET), Some(claims()));
    assert_eq!(read(&token, b"another"), None);
    assert!(claims().is_valid_at(999) && !claims().is_valid_at(1_000));
    assert!(claims().permits("search") && !claims().permits("sector"));
}

#[test]
fn a_token_that_was_changed_says_nothing() {
    let token = sign(&claims(), SECRET).unwrap();
    for position in 0..token.len() {
        let mut changed = token.clone().into_bytes();
        changed[position] = if changed[position] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).unwrap();
        // The last character of a base64 text has unused bits, which must be zero.
        assert_eq!(read(&changed, SECRET), None, "{position}");
    }
}

const PROFESSIONAL: TokenApi<'_> = TokenApi::Account { plan: "professional" };

fn messages(body: &str, interface: TokenApi<'_>) -> Vec<String> {
    let problems = TokenRequest::parse(body.as_bytes(), interface).unwrap_err();
    problems.violations().iter().map(|violation| violation.message.clone()).collect()
}

fn operations(more: &str, interface: TokenApi<'_>) -> Vec<&'static str> {
    let body = format!(r#"{{"origin": "https://a.example"{more}}}"#);
    TokenRequest::parse(body.as_bytes(), interface).unwrap().operations
}

#[test]
fn a_token_opens_everything_that_its_filters_can_narrow() {
    let plain = TokenRequest::parse(br#"{"origin": "https://a.example"}"#, TokenApi::Data).unwrap();
    assert_eq!((plain.operations.len(), plain.expires_in), (6, 900));
    let body = br#"{"origin": "https://a.example", "filters": {"category": "Beauty"}}"#;
    let forced = TokenRequest::parse(body, TokenApi::Data).unwrap();
    assert_eq!(forced.operations, ["aggregate", "search", "creators", "schema"]);
    assert_eq!(forced.filters.as_deref(), Some(r#"{"category":"Beauty"}"#));
}

#[test]
fn a_token_of_an_account_opens_what_its_plan_has() {
    let changing = ["create-report", "create-webhook", "delete-webhook"];
    let of_pages: Vec<&str> = AccountOperation::NAMES.iter().copied().filter(|name| !changing.contains(name)).collect();
    assert_eq!(operations("", PROFESSIONAL), of_pages);
    let starter = ["mentions", "mention", "mention-stats", "sentiment", "sentiment-timeline", "sentiment-breakdown"];
    let opened = operations("", TokenApi::Account { plan: "starter" });
    assert_eq!(opened, [starter.as_slice(), &["account", "account-usage"]].concat());
    let forced = operations(r#", "filters": {"platform": "youtube"}"#, TokenApi::Account { plan: "starter" });
    assert_eq!(forced, ["mentions", "mention-stats", "sentiment", "sentiment-timeline", "sentiment-breakdown"]);
    assert!(operations(r#", "filters": {"brand": ["Velunara"]}"#, PROFESSIONAL).contains(&"influencer"));
}

#[test]
fn a_token_only_reads() {
    for operation in ["create-report", "create-webhook", "delete-webhook"] {
        let body = format!(r#"{{"origin":"https://a.example","operations":["webhooks","{operation}"]}}"#);
        let told = format!("operations '{operation}' changes something. Browser tokens only read.");
        assert_eq!(messages(&body, PROFESSIONAL), [told]);
    }
    assert_eq!(operations(r#", "operations": ["webhooks"]"#, PROFESSIONAL), ["webhooks"]);
    // A token that was signed earlier, when more operations were allowed.
    let signed = ["report", "create-report", "search"].map(str::to_owned);
    let earlier = TokenClaims { operations: signed.to_vec(), ..claims() };
    assert_eq!(earlier.permitted().collect::<Vec<_>>(), ["report", "search"]);
    assert!(earlier.permits("report") && !earlier.permits("create-report"));
}

#[test]
fn filters_cannot_be_forced_on_reports() {
    let reports = ["report", "download-report"];
    let opened = |more: &str| operations(more, PROFESSIONAL).into_iter().filter(|name| reports.contains(name)).count();
    assert_eq!((opened(""), opened(r#", "filters": {}"#), opened(r#", "filters": {"min_views": 5}"#)), (2, 2, 0));
    for report in reports {
        let body =
            format!(r#"{{"origin":"https://a.example","operations":["{report}"],"filters":{{"topic":"glow"}}}}"#);
        let told = format!("operations '{report}' does not take these filters, so they cannot be forced on it.");
        assert_eq!(messages(&body, PROFESSIONAL), [told]);
    }
    assert_eq!(
        operations("", TokenApi::Account { plan: "starter" }).iter().filter(|name| reports.contains(name)).count(),
        0
    );
}

#[test]
fn a_filter_that_is_not_set_forces_nothing_and_is_refused() {
    for (filters, place, interface) in [
        (r#"{"category": null}"#, "/filters/category", TokenApi::Data),
        (r#"{"brand_name": "Velunara", "category": null}"#, "/filters/category", TokenApi::Data),
        (r#"{"upload_date": {"gte": "2026-01-01", "lte": null}}"#, "/filters/upload_date/lte", TokenApi::Data),
        (r#"{"categories": ["Beauty", null]}"#, "/filters/categories/1", TokenApi::Data),
        (r#"{"brand": "Velunara", "platform": null}"#, "/filters/platform", PROFESSIONAL),
        (r#"{"topic": ["glow", null]}"#, "/filters/topic/1", PROFESSIONAL),
        (r#"{"min_views": null}"#, "/filters/min_views", PROFESSIONAL),
    ] {
        let body = format!(r#"{{"origin": "https://a.example", "filters": {filters}}}"#);
        let problems = TokenRequest::parse(body.as_bytes(), interface).unwrap_err();
        let [violation] = problems.violations() else { panic!("{problems:?}") };
        assert_eq!((violation.code, violation.param.as_str()), (Code::InvalidType, place), "{filters}");
    }
}

#[test]
fn an_invalid_request_names_its_faults() {
    assert_eq!(messages("{}", TokenApi::Data), ["origin is required."]);
    let body = r#"{"origin": "https://a.example", "operations": ["sector"], "filters": {"category": "Beauty"}}"#;
    assert_eq!(messages(body, TokenApi::Data), ["operations 'sector' takes no filters, so none can be forced on it."]);
    let filters =
        |text: &str| messages(&format!(r#"{{"origin": "https://a.example", "filters": {text}}}"#), TokenApi::Data);
    assert_eq!(
        filters(r#"{"nothing": 1}"#),
        ["filters must be a JSON object of filters that one index has, with values that they take."]
    );
    assert_eq!(filters("5"), ["filters must be a JSON object. Got 5."]);
    assert_eq!(
        filters(r#"{"category": "Beauty", "platform": "vimeo"}"#),
        ["filters.platform 'vimeo' is not allowed. Allowed: [youtube, tiktok, instagram]"]
    );
    let body = r#"{"origin": "https://a.example", "operations": ["schema", "search", "schema"]}"#;
    assert_eq!(messages(body, TokenApi::Data), ["operations 'schema' is given twice."]);
    assert_eq!(messages(r#"{"origin": "*", "expires_in": 100000, "operations": ["delete"]}"#, TokenApi::Data).len(), 3);
    let body = r#"{"origin": "https://a.example", "operations": ["mention"], "filters": {"topic": "glow"}}"#;
    let told = ["operations 'mention' does not take these filters, so they cannot be forced on it."];
    assert_eq!(messages(body, PROFESSIONAL), told);
    // Each interface has its own operations.
    assert_eq!(messages(r#"{"origin": "https://a.example", "operations": ["search"]}"#, PROFESSIONAL).len(), 1);
    assert_eq!(messages(r#"{"origin": "https://a.example", "operations": ["mentions"]}"#, TokenApi::Data).len(), 1);
}

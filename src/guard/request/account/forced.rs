//! Forced filters of the Account API: filters of a browser token that its requests cannot widen.

use super::list::{decode_values, encode_values};
use super::{AccountRequest, whole_query};
use crate::guard::account::check_object;
use crate::guard::problem::{Code, Problems, Violation, echo};
use crate::guard::request::MonitoredBrand;
use crate::guard::{Guard, Items, JsonKind, NullHandling, TokenRef};
use crate::spec::AccountOperation;
use crate::spec::request::account::filters::{ATTRIBUTES, BRAND as BRANDS, CHANNEL_NAME};
use crate::spec::request::{Parameters, parameters};
use serde_json::{Map, Value};

/// Parameters that can be forced: those that filter mentions by their attributes. Windows and search words cannot.
const FORCED: Parameters = &[BRANDS, ATTRIBUTES, CHANNEL_NAME];
/// Parameter whose values are brands of the account.
const BRAND: &str = "brand";

/// Parses a JSON object of filters and records violations. Each member is one value or a list; a minus before a value
/// excludes it.
pub(crate) fn parse(guard: &mut Guard, at: TokenRef) -> Option<String> {
    let count_before = guard.violation_count();
    // A null filter must not count as absent, because that would widen the selection.
    check_object(guard, at, FORCED, NullHandling::AsValues);
    (guard.violation_count() == count_before).then(|| json_of(guard, at).to_string())
}

/// Returns valid filters as JSON.
fn json_of(guard: &Guard, at: TokenRef) -> Value {
    let body = &guard.body;
    let mut items = Items::of(at, body);
    match guard.kind(at) {
        JsonKind::Object => {
            let mut members = Map::new();
            while let Some(name) = items.next(body) {
                if let Some(value) = items.next(body) {
                    members.insert(guard.str(name).to_owned(), json_of(guard, value));
                }
            }
            Value::Object(members)
        }
        JsonKind::List => std::iter::from_fn(|| items.next(body)).map(|item| json_of(guard, item)).collect(),
        JsonKind::Number => Value::from(guard.number_at(at) as u64),
        _ => guard.str(at).into(),
    }
}

/// Returns true if an operation supports all of the filters, a JSON object.
pub(crate) fn are_taken_by(operation: AccountOperation, filters: &str) -> bool {
    read(filters).is_some_and(|filters| filters.keys().all(|name| takes(operation, name)))
}

fn takes(operation: AccountOperation, name: &str) -> bool {
    parameters(operation.takes()).any(|parameter| parameter.name == name)
}

fn read(filters: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(filters).ok()
}

/// Checks that the account monitors every brand in the filters.
///
/// # Errors
/// A violation that lists the monitored brands.
pub fn check_brands(filters: &str, brands: &[MonitoredBrand]) -> Result<(), Violation> {
    let forced = read(filters).and_then(|mut filters| filters.remove(BRAND));
    let is_unknown = |name: &&String| position(brands, name.strip_prefix('-').unwrap_or(name)).is_none();
    match forced.map(values).iter().flatten().find(is_unknown) {
        Some(name) => {
            let labels: Vec<&str> = brands.iter().map(|brand| brand.label.as_str()).collect();
            let message = format!("filters.brand '{}' is not allowed.", echo(name));
            Err(Violation::new(Code::ValueNotAllowed, "/filters/brand", message).allowing(&labels, name))
        }
        None => Ok(()),
    }
}

/// Narrows a valid request to forced filters, a JSON object. `brands` are those of the account.
///
/// # Errors
/// If the request selects values outside the forced filters, or if the operation does not support them.
pub fn within(asked: &AccountRequest, forced: &str, brands: &[MonitoredBrand]) -> Result<AccountRequest, Problems> {
    let operation = asked.operation;
    let outside = |param: String, message: String| Violation::new(Code::InsufficientScope, param, message);
    let of_token = |message: String| outside("header:Authorization".to_owned(), message);
    let filters = read(forced).ok_or_else(|| of_token("the token forces filters that are none.".to_owned()))?;
    let (path, query) = asked.address.split_once('?').unwrap_or((&asked.address, ""));
    let mut parameters: Vec<(&str, Vec<String>)> =
        query.split('&').filter_map(|pair| parameter_of(operation, pair)).collect();
    if check_brands(forced, brands).is_err() {
        return Err(of_token("the token forces a brand that the account does not monitor.".to_owned()).into());
    }
    for (name, value) in &filters {
        if !takes(operation, name) {
            let message = format!("the token forces {name}, which {} does not take.", operation.endpoint());
            return Err(of_token(message).into());
        }
        let position = parameters.iter().position(|(known, _)| known == name);
        let asked = position.map(|position| parameters.swap_remove(position).1).unwrap_or_default();
        let narrowed = match value {
            Value::Number(least) => Some(vec![least_of(least.as_u64(), &asked)]),
            value => {
                let one_name = |value: String| if name == BRAND { with_id(brands, value) } else { value };
                let asked: Vec<String> = asked.into_iter().map(one_name).collect();
                let forced: Vec<String> = values(value.clone()).into_iter().map(one_name).collect();
                narrowed(operation, name, &asked, &forced)
            }
        };
        let values = narrowed
            .ok_or_else(|| outside(format!("?{name}"), format!("{name} must lie within {value} with this token.")))?;
        parameters.push((name, values));
    }
    let pairs = parameters.iter().map(|(name, values)| {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        format!("{name}={}", encode_values(operation, name, &values))
    });
    let query = pairs.collect::<Vec<String>>().join("&");
    AccountRequest::parse(operation, whole_query(operation, path, &query).as_bytes())
}

/// Splits a parameter of a canonical URL into its name and its values.
fn parameter_of(operation: AccountOperation, pair: &str) -> Option<(&str, Vec<String>)> {
    let (name, values) = pair.split_once('=')?;
    Some((name, decode_values(operation, name, values)))
}

/// Returns the values of a filter as texts.
fn values(filter: Value) -> Vec<String> {
    match filter {
        Value::String(value) => vec![value],
        Value::Array(values) => values.into_iter().flat_map(self::values).collect(),
        _ => Vec::new(),
    }
}

fn least_of(forced: Option<u64>, asked: &[String]) -> String {
    let asked = asked.first().and_then(|asked| asked.parse().ok());
    asked.max(forced).unwrap_or_default().to_string()
}

fn position(brands: &[MonitoredBrand], name: &str) -> Option<usize> {
    brands.iter().position(|brand| brand.id == name || brand.label == name)
}

/// Replaces a brand label with the brand's id.
fn with_id(brands: &[MonitoredBrand], name: String) -> String {
    let (sign, bare) = if name.starts_with('-') { name.split_at(1) } else { ("", name.as_str()) };
    match position(brands, bare).and_then(|position| brands.get(position)) {
        Some(brand) => format!("{sign}{}", brand.id),
        None => name,
    }
}

/// Intersects requested and forced values. Returns `None` if the result is empty. A comparison must not silently lose
/// a brand.
fn narrowed(operation: AccountOperation, name: &str, asked: &[String], forced: &[String]) -> Option<Vec<String>> {
    let [(wanted, unwanted), (allowed, refused)] = [asked, forced]
        .map(|values| values.iter().cloned().partition::<Vec<String>, _>(|value| !value.starts_with('-')));
    let excluded: Vec<String> =
        unwanted.iter().chain(refused.iter().filter(|value| !unwanted.contains(value))).cloned().collect();
    let is_left = |value: &&String| {
        let is_allowed = allowed.is_empty() || allowed.contains(value);
        is_allowed && !excluded.iter().any(|excluded| excluded.strip_prefix('-') == Some(value.as_str()))
    };
    let of = if wanted.is_empty() { &allowed } else { &wanted };
    let left: Vec<String> = of.iter().filter(is_left).cloned().collect();
    if left.is_empty() {
        return of.is_empty().then_some(excluded);
    }
    if name != BRAND {
        return Some([left, excluded].concat());
    }
    // The included brands are explicit, so no exclusion is needed. If several brands are forced, a comparison must
    // name its brands.
    let compares = operation == AccountOperation::TrendComparison;
    let is_unclear = if wanted.is_empty() { left.len() > 1 } else { left.len() < wanted.len() };
    (!compares || !is_unclear).then_some(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn brands() -> Vec<MonitoredBrand> {
        let brand = |(at, label): (usize, &str)| MonitoredBrand {
            id: format!("brd_{at}"),
            label: label.to_owned(),
            terms: Vec::new(),
            must_context: Vec::new(),
            must_not_context: Vec::new(),
            exact: false,
        };
        ["Velunara", "Borealume", "Cinderelm Beauty"].into_iter().enumerate().map(brand).collect()
    }

    fn narrow(operation: AccountOperation, query: &str, forced: &str) -> Result<String, String> {
        let asked = AccountRequest::parse(operation, query.as_bytes()).unwrap();
        let narrowed = within(&asked, forced, &brands());
        let message = |problems: Problems| problems.violations().first().unwrap().message.clone();
        narrowed.map(|request| request.address.split_once('?').unwrap().1.to_owned()).map_err(message)
    }

    fn messages(filters: &str) -> Vec<String> {
        let result = Guard::check(filters.as_bytes(), |guard| parse(guard, TokenRef::BODY));
        result.unwrap_err().violations().iter().map(|violation| violation.message.clone()).collect()
    }

    #[test]
    fn filters_are_values_of_parameters() {
        let filters = r#"{"min_views":1000,"brand":["Velunara","brd_1"],"topic":"-price","region":"unknown"}"#;
        let read = Guard::check(filters.as_bytes(), |guard| parse(guard, TokenRef::BODY));
        assert_eq!(read.as_deref(), Ok(filters));
        let pointed = Guard::check(br#"{"min_views":1000.0}"#, |guard| parse(guard, TokenRef::BODY));
        assert_eq!(pointed.as_deref(), Ok(r#"{"min_views":1000}"#), "a number that is whole, however it is written");
        assert_eq!(messages(r#"{"platform":"vimeo"}"#).len(), 1);
        assert_eq!(messages(r#"{"platform":null}"#), ["platform must be a string. Got null."]);
        assert_eq!(
            messages(r#"{"topic":"a,b"}"#),
            ["topic 'a,b' has a comma, which stands between values. Send a list."]
        );
        assert_eq!(messages(r#"{"min_views":"5"}"#), ["min_views must be a whole number. Got '5', a string."]);
        assert_eq!(messages(r#"{"topic":[]}"#), ["topic must be between 1 and 20 items. Got 0."]);
        assert!(messages(r#"{"q":"glow"}"#)[0].starts_with("field 'q' is not allowed. Allowed: [brand, platform,"));
        assert_eq!(check_brands(r#"{"brand":["-brd_2","Velunara"]}"#, &brands()), Ok(()));
        let unknown = check_brands(r#"{"brand":["Velunra"]}"#, &brands()).unwrap_err();
        assert_eq!(unknown.did_you_mean.as_deref(), Some("Velunara"));
    }

    #[test]
    fn a_question_is_narrowed_to_what_is_forced() {
        let sentiment = |query, forced| narrow(AccountOperation::Sentiment, query, forced);
        assert_eq!(sentiment("", r#"{"platform":"youtube"}"#).as_deref(), Ok("platform=youtube"));
        assert_eq!(
            sentiment("platform=-tiktok", r#"{"platform":"youtube"}"#).as_deref(),
            Ok("platform=-tiktok,youtube")
        );
        assert_eq!(sentiment("min_views=5", r#"{"min_views":9}"#).as_deref(), Ok("min_views=9"));
        assert_eq!(sentiment("min_views=10", r#"{"min_views":9}"#).as_deref(), Ok("min_views=10"));
        assert_eq!(sentiment("topic=a%26b,c", r#"{"topic":["a&b","d"]}"#).as_deref(), Ok("topic=a%26b"));
        assert_eq!(
            sentiment("q=%22night%20routine%22&topic=%22a,%20b%22", r#"{"topic":["a, b","-\"c\""]}"#).as_deref(),
            Ok("q=%22night%20routine%22&topic=%22-%22%22c%22%22%22,%22a%2C%20b%22")
        );
        let outside = sentiment("platform=tiktok", r#"{"platform":["youtube","instagram"]}"#);
        assert_eq!(outside.unwrap_err(), r#"platform must lie within ["youtube","instagram"] with this token."#);
        // The label and the id of a brand are equivalent.
        assert_eq!(sentiment("brand=brd_0,Borealume", r#"{"brand":"Velunara"}"#).as_deref(), Ok("brand=brd_0"));
        assert!(sentiment("brand=Nobody", r#"{"brand":"Velunara"}"#).is_err());
        assert_eq!(
            sentiment("", r#"{"brand":"Gone"}"#).unwrap_err(),
            "the token forces a brand that the account does not monitor."
        );
        let one = |forced| narrow(AccountOperation::Influencer, "id=inf_0123456789", forced);
        assert_eq!(one(r#"{"brand":"Velunara"}"#).as_deref(), Ok("brand=brd_0"));
        assert!(one(r#"{"platform":"youtube"}"#).unwrap_err().contains("which GET /v1/influencers/:id does not take"));
    }

    #[test]
    fn what_is_compared_loses_no_column() {
        let compare = |query, forced| narrow(AccountOperation::TrendComparison, query, forced);
        let two = r#"{"brand":["Velunara","Borealume"]}"#;
        assert_eq!(
            compare("by=brand&brand=Velunara,Borealume", two).as_deref(),
            Ok("brand=brd_0,brd_1&by=brand&limit=10")
        );
        assert!(compare("by=brand&brand=Velunara,Borealume,Cinderelm%20Beauty", two).is_err());
        assert!(compare("by=period", two).is_err());
        assert_eq!(compare("by=period&brand=Velunara", two).as_deref(), Ok("brand=brd_0&by=period&limit=10"));
        let without = r#"{"brand":"-Borealume"}"#;
        assert_eq!(
            compare("by=brand&brand=Velunara,brd_2", without).as_deref(),
            Ok("brand=brd_0,brd_2&by=brand&limit=10")
        );
        assert_eq!(compare("by=period", without).as_deref(), Ok("brand=-brd_1&by=period&limit=10"));
    }

    fn choice() -> impl Strategy<Value = Vec<String>> {
        prop::collection::vec(prop::sample::select(vec!["a", "b", "c", "-a", "-b", "-c"]), 0..4)
            .prop_map(|values| values.into_iter().map(str::to_owned).collect())
    }

    /// Returns true if an item with these values matches the choice.
    fn passes(choice: &[String], has: &[&str]) -> bool {
        let (excluded, included): (Vec<&str>, Vec<&str>) =
            choice.iter().map(String::as_str).partition(|value| value.starts_with('-'));
        let is_in = |value: &&str| has.contains(&value.trim_start_matches('-'));
        (included.is_empty() || included.iter().any(is_in)) && !excluded.iter().any(is_in)
    }

    proptest! {
        /// An item matches the narrowed choice only if it matches both. For items with one value, the reverse holds
        /// too.
        #[test]
        fn forced_values_narrow_and_never_widen(asked in choice(), forced in choice(), one in 0..4_usize, other in 0..4_usize) {
            let narrowed = narrowed(AccountOperation::Mentions, "topic", &asked, &forced);
            let has = [["a", "b", "c", "d"][one], ["a", "b", "c", "d"][other]];
            let both = passes(&asked, &has) && passes(&forced, &has);
            let passing = narrowed.as_ref().is_some_and(|narrowed| passes(narrowed, &has));
            prop_assert!(!passing || both, "{:?} within {:?}: {:?}", asked, forced, narrowed);
            prop_assert!(one != other || passing == both, "{:?} within {:?}: {:?}", asked, forced, narrowed);
        }
    }
}

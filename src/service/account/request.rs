//! Operator requests for accounts, keys and plans: JSON that is checked before anything changes.

use super::{ACCOUNT_SCOPE, AccountStatus, Api, DATA_SCOPE};
use crate::guard::problem::{Code, Problems, Violation, echo};
use crate::guard::request::{Brand, MonitoredBrand, monitored_brands};
use crate::guard::{Guard, JsonKind, MessageArg, TokenRef};
use crate::service::credential::AccessLevel;
use crate::service::meter::PlanLimits;
use crate::spec::limits::MAX_NAME_CHARACTERS;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use strum::VariantNames;

/// Maximum number of characters of an origin.
pub(crate) const MAX_ORIGIN_CHARACTERS: usize = 200;
/// The regular expression of an origin, for published schemas.
pub(crate) const ORIGIN_PATTERN: &str = r"^https?://[a-z0-9.:\[\]-]+$";

/// Maximum number of hours for which a rotated key stays valid beside the new one.
const MAX_GRACE_HOURS: u32 = 72;
/// The highest value of a limit.
const MAX_LIMIT: u32 = 1_000_000_000;
/// All scopes.
const SCOPES: &[&str] = &[DATA_SCOPE, ACCOUNT_SCOPE];
/// Maximum number of origins of one key.
const MAX_ORIGINS: usize = 20;

/// A new account, or the changes of one. Absent members stay unchanged.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members are those of the account")]
pub struct AccountChange {
    pub name: Option<String>,
    pub plan: Option<String>,
    pub status: Option<AccountStatus>,
    pub brands: Option<Vec<MonitoredBrand>>,
    /// The revision that the account must have for the change.
    pub revision: Option<u64>,
}

/// A request for a new key.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(missing_docs, reason = "the members are those of the key")]
pub struct KeyRequest {
    pub account_id: Option<String>,
    pub name: String,
    pub api: Api,
    pub plan: Option<String>,
    pub access_level: AccessLevel,
    pub scopes: Vec<String>,
    pub origins: Vec<String>,
    pub expires_at: Option<String>,
    /// True if the secret is marked as a test secret.
    pub test: bool,
}

/// Parses an account request. A new account needs a name and a plan.
pub fn parse_account(body: &[u8], is_new: bool) -> Result<AccountChange, Problems> {
    Guard::check(body, |guard| {
        let mut request = AccountChange::default();
        const MEMBERS: &[&str] = &["name", "plan", "status", "brands"];
        const CHANGES: &[&str] = &["name", "plan", "status", "brands", "revision"];
        let (members, required): (_, &[&str]) = if is_new { (MEMBERS, &["name", "plan"]) } else { (CHANGES, &[]) };
        guard.members_of(TokenRef::BODY, members, required, |guard, name, value| match name {
            "name" => request.name = parse_display_name(guard, value),
            "plan" => request.plan = parse_plan_name(guard, value),
            "status" => request.status = parse_choice(guard, value),
            "revision" => request.revision = guard.whole_number(value, 0, u32::MAX).map(u64::from),
            _ => request.brands = monitored_brands(guard, value),
        })?;
        Some(request)
    })
}

/// Parses the brands that an account sets for itself.
pub fn parse_brands(body: &[u8]) -> Result<AccountChange, Problems> {
    Guard::check(body, |guard| {
        let mut request = AccountChange::default();
        guard.members_of(TokenRef::BODY, &["brands", "revision"], &["brands"], |guard, name, value| match name {
            "revision" => request.revision = guard.whole_number(value, 0, u32::MAX).map(u64::from),
            _ => request.brands = monitored_brands(guard, value),
        })?;
        Some(request)
    })
}

/// Parses the request for the preview of a brand: a list of one brand.
pub fn parse_preview(body: &[u8]) -> Result<Brand, Problems> {
    Guard::check(body, |guard| {
        let mut brands = None;
        guard.members_of(TokenRef::BODY, &["brands"], &["brands"], |guard, _, value| {
            let count_before = guard.violation_count();
            guard.items(value, 1, 1);
            if guard.violation_count() == count_before {
                brands = monitored_brands(guard, value);
            }
        })?;
        brands?.first().map(Brand::from)
    })
}

/// Parses an operator's key request.
pub fn parse_key(body: &[u8]) -> Result<KeyRequest, Problems> {
    const MEMBERS: &[&str] =
        &["account_id", "name", "face", "plan", "access_level", "scopes", "origins", "expires_at", "test"];
    key_request(body, MEMBERS, &[])
}

/// Parses an account's own key request, which cannot set the account or the plan.
pub fn parse_own_key(body: &[u8]) -> Result<KeyRequest, Problems> {
    key_request(body, &["name", "face", "access_level", "origins", "expires_at"], &["name", "face"])
}

fn key_request(body: &[u8], members: &'static [&'static str], required: &[&str]) -> Result<KeyRequest, Problems> {
    Guard::check(body, |guard| {
        let (mut request, mut scopes) = (KeyRequest::default(), None);
        guard.members_of(TokenRef::BODY, members, required, |guard, name, value| match name {
            "account_id" => request.account_id = parse_name(guard, value),
            "name" => request.name = parse_display_name(guard, value).unwrap_or_default(),
            "plan" => request.plan = parse_plan_name(guard, value),
            "face" => request.api = parse_choice(guard, value).unwrap_or_default(),
            "access_level" => request.access_level = parse_choice(guard, value).unwrap_or_default(),
            "scopes" => {
                scopes = Some(parse_list(guard, value, 0, SCOPES.len(), |guard, at| {
                    Some(guard.choice(at, SCOPES)?.to_owned())
                }))
            }
            "origins" => request.origins = parse_list(guard, value, 0, MAX_ORIGINS, parse_origin),
            "expires_at" => request.expires_at = guard.time(value).then(|| guard.str(value).to_owned()),
            _ => request.test = guard.boolean(value).unwrap_or(false),
        })?;
        request.scopes = scopes.unwrap_or_else(|| vec![request.api.scope().to_owned()]);
        Some(request)
    })
}

/// Parses the grace hours of a rotation: `{"grace_hours": 0..72}`, 0 if absent.
pub fn parse_rotation(body: &[u8]) -> Result<u32, Problems> {
    Guard::check(body, |guard| {
        let mut hours = Some(0);
        guard.members_of(TokenRef::BODY, &["grace_hours"], &[], |guard, _, value| {
            hours = guard.whole_number(value, 0, MAX_GRACE_HOURS);
        })?;
        hours
    })
}

/// Parses the limits of a plan.
pub fn parse_limits(body: &[u8]) -> Result<PlanLimits, Problems> {
    Guard::check(body, |guard| {
        let mut limits = PlanLimits::default();
        const MEMBERS: &[&str] = &["per_minute", "per_day", "per_month"];
        guard.members_of(TokenRef::BODY, MEMBERS, &[], |guard, name, value| {
            let number =
                if guard.kind(value) == JsonKind::Null { None } else { guard.whole_number(value, 0, MAX_LIMIT) };
            let limit = match name {
                "per_minute" => &mut limits.per_minute,
                "per_day" => &mut limits.per_day,
                _ => &mut limits.per_month,
            };
            *limit = number.map(u64::from);
        })?;
        if guard.violation_count() == 0 && limits == PlanLimits::default() {
            let message = "a plan needs per_minute, per_day or per_month.";
            guard.refuse(Code::MissingField, TokenRef::BODY, b"", message, &[]);
        }
        Some(limits)
    })
}

/// The rule for plan names, in messages about invalid names.
const PLAN_RULE: &str = "@ '#' must be 1 to 40 of a-z, 0-9, _ and -.";

/// Checks the name of a new plan.
///
/// # Errors
/// A violation that states the rule.
pub fn check_plan_name(name: &str) -> Result<(), Violation> {
    if is_plan_name(name) {
        return Ok(());
    }
    let message = PLAN_RULE.replace('@', "name").replace('#', &echo(name));
    Err(Violation::new(Code::ValueNotAllowed, "/name", message))
}

/// Returns true if a text is valid as a plan name, which becomes part of a key in KV.
fn is_plan_name(name: &str) -> bool {
    (1..=40).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_' || byte == b'-')
}

fn parse_choice<E: FromStr + VariantNames>(guard: &mut Guard, at: TokenRef) -> Option<E> {
    guard.choice(at, E::VARIANTS)?.parse().ok()
}

/// Parses the display name of an account or a key.
fn parse_display_name(guard: &mut Guard, at: TokenRef) -> Option<String> {
    guard.given_name(at, MAX_NAME_CHARACTERS).then(|| guard.str(at).to_owned())
}

fn parse_name(guard: &mut Guard, at: TokenRef) -> Option<String> {
    guard.name(at).then(|| guard.str(at).to_owned())
}

fn parse_plan_name(guard: &mut Guard, at: TokenRef) -> Option<String> {
    parse_text(guard, at, Code::ValueNotAllowed, is_plan_name, PLAN_RULE)
}

/// Parses a text that must follow a rule, which the violation names.
fn parse_text(guard: &mut Guard, at: TokenRef, code: Code, is_good: fn(&str) -> bool, rule: &str) -> Option<String> {
    if !guard.text(at) {
        return None;
    }
    if !is_good(guard.str(at)) {
        guard.refuse(code, at, b"", rule, &[MessageArg::Echo(at)]);
        return None;
    }
    Some(guard.str(at).to_owned())
}

/// Parses the items of a list with a limited length.
pub(crate) fn parse_list<T>(
    guard: &mut Guard,
    at: TokenRef,
    min: usize,
    max: usize,
    read: impl Fn(&mut Guard, TokenRef) -> Option<T>,
) -> Vec<T> {
    let (mut list, mut items) = (Vec::new(), guard.items(at, min, max));
    while let Some(item) = items.next(&guard.body) {
        list.extend(read(guard, item));
    }
    list
}

/// Parses an origin as browsers send it: scheme, host and optional port.
pub(crate) fn parse_origin(guard: &mut Guard, at: TokenRef) -> Option<String> {
    let rule = "@ '#' must be an origin such as https://dashboard.example.com: scheme, host in lower case, perhaps a port, no path.";
    parse_text(guard, at, Code::ValueNotAllowed, is_origin, rule)
}

pub(crate) fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    text.len() <= MAX_ORIGIN_CHARACTERS
        && host.is_some_and(|host| {
            !host.is_empty()
                && host
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-:[]".contains(&byte))
        })
}

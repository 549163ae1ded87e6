//! Checks of a query string against the parameters of its operation.

use super::exclusion::exclude;
use super::values::{each_part, part_count, unclosed_value, value_of};
use super::{comparison, timeline, window};
use crate::guard::{Guard, MessageArg, Suggestion, TokenRef};
use crate::spec::limits::MAX_CURSOR_CHARACTERS;
use crate::spec::request::{MAX_COUNT, Parameter, Parameters, Presence, Type, in_query, parameters};
use crate::spec::symbol::Choices;
use crate::spec::{AccountOperation, Code};

/// Maximum number of parameters of an operation.
pub const MAX_PARAMETERS: usize = 32;

/// Checks the parsed query string of a request and records violations.
pub fn check(guard: &mut Guard, operation: AccountOperation) {
    let known = operation.takes();
    let mut given = 0_u32;
    let (mut name, end) = (TokenRef::BODY.next(), guard.body.behind(TokenRef::BODY));
    while name < end {
        let value = name.next();
        match parameters(known).enumerate().find(|(_, known)| known.name.as_bytes() == guard.body.bytes(name)) {
            None => unknown(guard, known, name),
            Some((position, parameter)) => {
                let is_again = given >> position & 1 != 0;
                given |= 1 << position;
                if !is_again {
                    check_value(guard, parameter, name, value);
                } else if matches!(parameter.member.takes, Type::Id(_)) {
                    // The id is part of the path, so a query parameter of this name is unknown.
                    unknown(guard, known, name);
                } else if parameter.member.takes.counts().is_none() {
                    let message = "parameter '@' is given twice.";
                    guard.refuse(Code::DuplicateValue, name, b"", message, &[]);
                }
            }
        }
        name = guard.body.behind(value);
    }
    for (position, parameter) in parameters(known).enumerate() {
        if matches!(parameter.member.presence, Presence::Required) && given >> position & 1 == 0 {
            guard.missing(TokenRef::BODY, parameter.name.as_bytes());
        }
    }
    if guard.violation_count() == 0 {
        check_together(guard, operation);
    }
}

#[cold]
fn unknown(guard: &mut Guard, known: Parameters, name: TokenRef) {
    let (mut names, mut count) = ([""; MAX_PARAMETERS], 0);
    for (place, parameter) in names.iter_mut().zip(parameters(in_query(known))) {
        *place = parameter.name;
        count += 1;
    }
    let allowed = Choices::Texts(names.get(..count).unwrap_or_default());
    let message = "parameter '@' is not allowed.";
    guard.refuse_choice(Code::UnknownParameter, name, b"", message, &[], allowed, Suggestion::NearestName);
}

/// Checks rules that involve several parameters.
fn check_together(guard: &mut Guard, operation: AccountOperation) {
    match operation {
        AccountOperation::Mention
        | AccountOperation::CreateReport
        | AccountOperation::Report
        | AccountOperation::DownloadReport
        | AccountOperation::CreateWebhook
        | AccountOperation::Webhooks
        | AccountOperation::DeleteWebhook
        | AccountOperation::Account => {}
        AccountOperation::AccountUsage => window::check_usage(guard),
        _ => window::check(guard),
    }
    match operation {
        AccountOperation::SentimentTimeline => timeline::check_points(guard),
        AccountOperation::Influencers => check_subscribers(guard),
        AccountOperation::Trends | AccountOperation::EmergingTrends => {
            exclude(guard, "window_days", &["from"]);
        }
        AccountOperation::TrendComparison => comparison::check_comparison(guard),
        _ => {}
    }
}

/// Records a subscriber range whose lower bound is above its upper bound.
#[inline(never)]
fn check_subscribers(guard: &mut Guard) {
    let [Some(min), Some(max)] = ["min_subscribers", "max_subscribers"].map(|name| value_of(guard, name)) else {
        return;
    };
    let number = |at| guard.number_at(at);
    if number(min) > number(max) {
        let message = "@ must not be above max_subscribers. Got # to #.";
        guard.refuse(Code::InvalidRange, min, b"", message, &[MessageArg::Echo(min), MessageArg::Echo(max)]);
    }
}

/// Checks the value of a parameter. For a list parameter, checks every repetition.
fn check_value(guard: &mut Guard, parameter: &Parameter, name: TokenRef, value: TokenRef) {
    let Some((min, max)) = parameter.member.takes.counts() else {
        return check_part(guard, value, parameter.member.takes);
    };
    if let Some(unclosed) = unclosed_value(guard, parameter.name) {
        let message = "@ '#' has a quotation mark that is not closed. Expected a value such as \"a, b\", \
                       with two quotation marks for one inside.";
        return guard.refuse(Code::InvalidUrl, unclosed, b"", message, &[MessageArg::Echo(unclosed)]);
    }
    let count = part_count(guard, parameter.name);
    if guard.length(name, count, min, max, "values") {
        each_part(guard, parameter.name, &mut |guard, part| {
            check_part(guard, part, parameter.member.takes);
            if parameter.member.takes.is_each_once() {
                refuse_again(guard, parameter.name, part);
            }
        });
    }
}

/// Records a part that repeats an earlier part.
#[inline(never)]
fn refuse_again(guard: &mut Guard, name: &str, part: TokenRef) {
    let mut is_again = false;
    each_part(guard, name, &mut |guard, other| is_again |= other < part && guard.body.is_same(other, part));
    if is_again {
        guard.refuse(Code::DuplicateValue, part, b"", "@ '#' is given twice.", &[MessageArg::Echo(part)]);
    }
}

/// Checks a value, or a part of a list value.
pub fn check_part(guard: &mut Guard, at: TokenRef, takes: Type) {
    match takes {
        Type::Id(prefix) => id(guard, at, prefix),
        Type::Choice(names) | Type::Choices(names, _) => one_of(guard, at, names, b""),
        Type::AnyOf(names) => one_of(guard, at, names, b"-"),
        Type::Integer(min, max) => whole(guard, at, min, max.into()),
        Type::Count(min) => whole(guard, at, min, MAX_COUNT),
        Type::Decimal(min, max) => number(guard, at, min, max),
        Type::Date => {
            guard.date(at);
        }
        Type::Time => {
            guard.time(at);
        }
        Type::FullText => guard.full_text(at),
        Type::Cursor => cursor(guard, at),
        Type::AnyNames | Type::Columns | Type::List(..) => {
            guard.name(at);
        }
        Type::Periods(..) => window::check_period(guard, at),
        // Types of bodies only.
        _ => {}
    }
}

/// Checks that a value is one of some names, after an optional prefix that excludes it.
fn one_of(guard: &mut Guard, at: TokenRef, names: &'static [&'static str], excluding: &[u8]) {
    let text = guard.body.bytes(at);
    let name = text.strip_prefix(excluding).unwrap_or(text);
    if !names.iter().any(|known| known.as_bytes() == name) {
        guard.not_allowed(at, Choices::Texts(names));
    }
}

/// Splits the sign off a number and returns true if it is negative. No limit is below 0, so those are out of range.
fn unsigned(text: &[u8]) -> (&[u8], bool) {
    let size = text.strip_prefix(b"-").unwrap_or(text);
    (size, size.len() < text.len())
}

#[inline(never)]
fn whole(guard: &mut Guard, at: TokenRef, min: u32, max: u64) {
    // Numbers with more digits are above every limit.
    const MAX_DIGITS: usize = 17;
    let (digits, is_negative) = unsigned(guard.body.bytes(at));
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) || (digits.len() > 1 && digits.starts_with(b"0")) {
        return guard.wrong_type(at, "a whole number");
    }
    let number = digits.iter().take(MAX_DIGITS).fold(0, |number: u64, byte| number * 10 + u64::from(byte - b'0'));
    if is_negative || number < min.into() || number > max {
        outside(guard, at, min, max as f64);
    }
}

fn number(guard: &mut Guard, at: TokenRef, min: u32, max: u32) {
    let (text, is_negative) = unsigned(guard.body.bytes(at));
    if !is_decimal(text) {
        return guard.wrong_type(at, "a number such as 2.5");
    }
    if is_negative || !(f64::from(min)..=f64::from(max)).contains(&guard.host.number(text)) {
        outside(guard, at, min, max.into());
    }
}

/// Records a number outside its limits.
#[cold]
fn outside(guard: &mut Guard, at: TokenRef, min: u32, max: f64) {
    let args = [MessageArg::Whole(min as usize), MessageArg::Number(max), MessageArg::Echo(at)];
    guard.refuse(Code::LimitViolation, at, b"", "@ must be between # and #. Got #.", &args);
}

/// Returns true for digits with an optional decimal point and more digits.
fn is_decimal(text: &[u8]) -> bool {
    let is_digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    let points = text.iter().filter(|byte| **byte == b'.').count();
    let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    let has_leading_zero = text.first() == Some(&b'0') && is_digit(1);
    is_digit(0) && is_digit(text.len() - 1) && !has_leading_zero && points < 2 && digits + points == text.len()
}

/// Checks the form of an id. A malformed id gets the error of an unknown id, so the response reveals nothing.
fn id(guard: &mut Guard, at: TokenRef, prefix: &str) {
    let rest = guard.body.bytes(at).strip_prefix(prefix.as_bytes()).unwrap_or_default();
    // Crockford's base32.
    let is_letter = |byte: &u8| matches!(byte, b'0'..=b'9' | b'A'..=b'Z') && !b"ILOU".contains(byte);
    if !(10..=26).contains(&rest.len()) || !rest.iter().all(is_letter) {
        guard.refuse(Code::NotFound, at, b"", "there is nothing with the id '#'.", &[MessageArg::Echo(at)]);
    }
}

/// Message for an invalid cursor.
pub const CURSOR_RULE: &str = "@ must be the next_cursor of an answer, unchanged.";

fn cursor(guard: &mut Guard, at: TokenRef) {
    let text = guard.body.bytes(at);
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
    if text.is_empty() || text.len() > MAX_CURSOR_CHARACTERS || !text.iter().all(is_letter) {
        guard.refuse(Code::InvalidCursor, at, b"", CURSOR_RULE, &[]);
    }
}

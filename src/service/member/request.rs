//! Requests about members: JSON that is checked before anything changes.

use super::{MAX_LABEL_CHARACTERS, MAX_VIEW_BYTES, MAX_VIEWS, MemberRole};
use crate::guard::problem::{Code, Problems, Violation};
use crate::guard::{Guard, TokenRef};
use crate::service::credential::contains_secret;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};
use strum::VariantNames;

/// A new member, or the changes of one. Absent members stay unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the members are those of the member")]
pub struct MemberChange {
    pub label: Option<String>,
    pub role: Option<MemberRole>,
}

/// Views to save.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewsRequest {
    /// The revision that the views must have.
    pub revision: u64,
    /// The views.
    pub views: Vec<SavedView>,
}

/// The body of [`ViewsRequest`] before its numbers and lengths are checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ViewsBody {
    revision: Number,
    views: Vec<SavedView>,
}

/// A view with its name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct SavedView {
    pub name: String,
    pub view: Value,
}

/// The credential of a sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignInRequest {
    /// The secret of an invitation.
    Invitation(String),
    /// The assertion of the identity provider.
    Identity,
}

/// Parses the credential of a sign-in: `{"invitation": "ohi_…"}` or `{"identity": "access"}`.
pub fn parse_sign_in(body: &[u8]) -> Result<SignInRequest, Problems> {
    let (mut invitation, mut identity) = (None, false);
    Guard::check(body, |guard| {
        guard.members_of(TokenRef::BODY, &["invitation", "identity"], &[], |guard, name, value| match name {
            "invitation" => invitation = guard.text(value).then(|| guard.str(value).to_owned()),
            _ => identity = guard.choice(value, &["access"]).is_some(),
        })
    })?;
    match (invitation, identity) {
        (Some(invitation), false) => Ok(SignInRequest::Invitation(invitation)),
        (None, true) => Ok(SignInRequest::Identity),
        (None, false) => {
            let message =
                "invitation is required; identity takes its place where an identity provider stands in front.";
            Err(Violation::new(Code::MissingField, "/invitation", message).into())
        }
        (Some(_), true) => {
            let message = "identity must be left out beside an invitation: one of them signs in.";
            Err(Violation::new(Code::ValueNotAllowed, "/identity", message).into())
        }
    }
}

/// Parses a member. `required` names the members of the body that must be present.
pub fn parse_member(body: &[u8], required: &[&str]) -> Result<MemberChange, Problems> {
    Guard::check(body, |guard| {
        let mut change = MemberChange::default();
        guard.members_of(TokenRef::BODY, &["label", "role"], required, |guard, name, value| match name {
            "label" => change.label = label(guard, value),
            _ => change.role = guard.choice(value, MemberRole::VARIANTS).and_then(|name| name.parse().ok()),
        })?;
        Some(change)
    })
}

fn label(guard: &mut Guard, at: TokenRef) -> Option<String> {
    guard.given_name(at, MAX_LABEL_CHARACTERS).then(|| guard.str(at).to_owned())
}

/// Parses the views of a member.
pub fn parse_views(body: &[u8]) -> Result<ViewsRequest, Violation> {
    let invalid = |error: serde_json::Error| {
        Violation::new(Code::InvalidJson, "", format!("body is not a list of views with their revision: {error}."))
    };
    if contains_secret(body) {
        let message = "a view holds what looks like a secret. Views are kept as they are: leave it out.";
        return Err(Violation::new(Code::ValueNotAllowed, "/views", message));
    }
    let ViewsBody { revision, views } = serde_json::from_slice(body).map_err(invalid)?;
    let wanted = ViewsRequest { revision: parse_revision(&revision)?, views };
    let too_much = |place: String, message: String| Err(Violation::new(Code::LimitViolation, place, message));
    if wanted.views.len() > MAX_VIEWS {
        return too_much(
            "/views".to_owned(),
            format!("views must be at most {MAX_VIEWS} items. Got {}.", wanted.views.len()),
        );
    }
    for (at, SavedView { name, view }) in wanted.views.iter().enumerate() {
        let (place, field) = (format!("/views/{at}"), format!("views[{at}].name"));
        if let Some(violation) = Violation::of_name(&field, &format!("{place}/name"), name, MAX_LABEL_CHARACTERS) {
            return Err(violation);
        }
        let bytes = view.to_string().len();
        if bytes > MAX_VIEW_BYTES {
            return too_much(
                format!("{place}/view"),
                format!("a view must be at most {MAX_VIEW_BYTES} bytes. Got {bytes}."),
            );
        }
    }
    Ok(wanted)
}

/// Parses a revision: an integer that every JSON parser reads exactly.
fn parse_revision(revision: &Number) -> Result<u64, Violation> {
    const MAX: u64 = 9_007_199_254_740_991;
    let is_whole =
        revision.is_i64() || revision.is_u64() || revision.as_f64().is_some_and(|number| number.fract() == 0.0);
    match revision.as_u64() {
        Some(revision) if revision <= MAX => Ok(revision),
        _ if is_whole => {
            let message = format!("revision must be between 0 and {MAX}. Got {revision}.");
            Err(Violation::new(Code::LimitViolation, "/revision", message))
        }
        _ => {
            let message = format!("revision must be a whole number. Got {revision}.");
            Err(Violation::new(Code::InvalidType, "/revision", message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(body: &str) -> Option<Code> {
        parse_member(body.as_bytes(), &["label", "role"]).err().map(|problems| problems.violations()[0].code)
    }

    #[test]
    fn a_member_has_a_visible_label_and_a_role() {
        let good = parse_member(br#"{"label":"Reporting desk","role":"analyst"}"#, &[]).unwrap();
        assert_eq!((good.label.as_deref(), good.role), (Some("Reporting desk"), Some(MemberRole::Analyst)));
        assert_eq!(parse_member(b"{}", &[]), Ok(MemberChange::default()));
        assert_eq!(code(r#"{"label":"a"}"#), Some(Code::MissingField));
        assert_eq!(code(r#"{"label":"a","role":"owner"}"#), Some(Code::ValueNotAllowed));
        assert_eq!(code(r#"{"label":"a","role":"admin","email":"a"}"#), Some(Code::UnknownField));
        for label in ["", &"x".repeat(81)] {
            assert_eq!(
                code(&format!(r#"{{"label":"{label}","role":"admin"}}"#)),
                Some(Code::LimitViolation),
                "{label}"
            );
        }
        for label in ["a\\u0000b", "a\\nb", "\\u202eadmin", " ", "\\u200b"] {
            assert_eq!(
                code(&format!(r#"{{"label":"{label}","role":"admin"}}"#)),
                Some(Code::ValueNotAllowed),
                "{label}"
            );
        }
        assert_eq!(code(&format!(r#"{{"label":"{}","role":"admin"}}"#, "é".repeat(80))), None);
    }

    #[test]
    fn a_sign_in_has_exactly_one_credential() {
        let parse = |body: &str| parse_sign_in(body.as_bytes()).map_err(|problems| problems.violations()[0].code);
        assert_eq!(parse(r#"{"invitation":"ohi_a"}"#), Ok(SignInRequest::Invitation("ohi_a".to_owned())));
        assert_eq!(parse(r#"{"identity":"access"}"#), Ok(SignInRequest::Identity));
        for (body, code) in [
            ("{}", Code::MissingField),
            (r#"{"invitation":null}"#, Code::MissingField),
            (r#"{"invitation":"ohi_a","identity":"access"}"#, Code::ValueNotAllowed),
            (r#"{"identity":"other"}"#, Code::ValueNotAllowed),
            (r#"{"identity":true}"#, Code::InvalidType),
            (r#"{"invitation":7}"#, Code::InvalidType),
            (r#"{"identity":"access","email":"a"}"#, Code::UnknownField),
            ("[]", Code::InvalidType),
        ] {
            assert_eq!(parse(body), Err(code), "{body}");
        }
    }

    #[test]
    fn views_are_limited_in_size_and_number() {
        let view = |name: &str, bytes: usize| format!(r#"{{"name":"{name}","view":"{}"}}"#, "x".repeat(bytes - 2));
        let parse = |views: &[String]| {
            let body = format!(r#"{{"revision":1,"views":[{}]}}"#, views.join(","));
            parse_views(body.as_bytes()).map_err(|violation| (violation.code, violation.param))
        };
        assert_eq!(parse(&vec![view("a", 2_048); 50]).unwrap().views.len(), 50);
        assert_eq!(parse(&vec![view("a", 2); 51]), Err((Code::LimitViolation, "/views".to_owned())));
        assert_eq!(parse(&[view("a", 2_049)]), Err((Code::LimitViolation, "/views/0/view".to_owned())));
        assert_eq!(parse(&[view("", 2)]), Err((Code::LimitViolation, "/views/0/name".to_owned())));
        for hidden in ["\u{202e}desk", "a\u{200b}b", "\u{a0}"] {
            assert_eq!(
                parse(&[view(hidden, 2)]),
                Err((Code::ValueNotAllowed, "/views/0/name".to_owned())),
                "{hidden:?}"
            );
        }
        let secret = r#"{"name":"a","view":{"token":"oht_live_0123456789abcdef"}}"#.to_owned();
        assert_eq!(parse(&[secret]), Err((Code::ValueNotAllowed, "/views".to_owned())));
        assert_eq!(parse_views(b"[]").unwrap_err().code, Code::InvalidJson);
        let revision = |number: &str| {
            let body = format!(r#"{{"revision":{number},"views":[]}}"#);
            parse_views(body.as_bytes()).map(|wanted| wanted.revision).map_err(|violation| violation.code)
        };
        assert_eq!(revision("9007199254740991"), Ok(9_007_199_254_740_991));
        for large in ["9007199254740992", "9223372036854775808", "18446744073709551616", "-1", "1e300"] {
            assert_eq!(revision(large), Err(Code::LimitViolation), "{large}");
        }
        assert_eq!(revision("1.5"), Err(Code::InvalidType));
    }
}

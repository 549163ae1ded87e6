//! Messages between the Worker and an account's Durable Object about members.

use super::access::unknown_subject;
use super::{
    CurrentSession, MemberDetails, MemberRole, SessionDetails, SessionProof, SignInProof, bad_invitation, session_over,
};
use super::{LOCATION, MAX_MEMBERS};
use crate::guard::problem::{Code, Violation, echo};
use serde::{Deserialize, Serialize};

/// A request to an account's Durable Object. Creating requests are idempotent: a request may be repeated after a lost
/// response.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the members say what they are")]
pub enum MembersRequest {
    /// Creates a session. The answer is [`MembersAnswer::CurrentSession`].
    SignIn {
        account: String,
        member: String,
        by: SignInProof,
        /// SHA-256 of the new session, hexadecimal.
        session: String,
        /// The session of the request, which this one replaces.
        previous: Option<SessionProof>,
        /// The client address, as the platform reports it.
        address: String,
    },
    /// Applies an action of a member.
    Act {
        proof: SessionProof,
        #[serde(rename = "act")]
        action: MemberAction,
    },
    /// Applies an action of the operator.
    Operate {
        #[serde(rename = "act")]
        action: MemberAction,
    },
}

/// An action.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the members say what they are")]
pub enum MemberAction {
    /// Returns the member of the session after a check of the role. The answer is [`MembersAnswer::CurrentSession`].
    #[serde(rename = "look")]
    CheckRole {
        needs: MemberRole,
    },
    /// Ends the session. The answer is [`MembersAnswer::Done`].
    SignOut,
    Members,
    /// Creates a member. The answer is [`MembersAnswer::Member`], as for the next three actions.
    CreateMember {
        id: String,
        label: String,
        role: MemberRole,
        invitation: String,
    },
    Invite {
        member: String,
        invitation: String,
    },
    ChangeMember {
        member: String,
        label: Option<String>,
        role: Option<MemberRole>,
    },
    RemoveMember {
        member: String,
    },
    Sessions,
    /// Ends any session. The answer is [`MembersAnswer::Done`].
    EndSession {
        session: String,
    },
    Views,
    /// Saves the views. The answer is [`MembersAnswer::Views`].
    #[serde(rename = "keep_views")]
    SaveViews {
        revision: u64,
        views: String,
    },
}

impl MemberAction {
    /// Returns the role that the action needs.
    pub const fn needs(&self) -> MemberRole {
        match self {
            Self::CheckRole { needs } => *needs,
            Self::SignOut
            | Self::Members
            | Self::Sessions
            | Self::EndSession { .. }
            | Self::Views
            | Self::SaveViews { .. } => MemberRole::Viewer,
            Self::CreateMember { .. } | Self::Invite { .. } | Self::ChangeMember { .. } | Self::RemoveMember { .. } => {
                MemberRole::Admin
            }
        }
    }

    /// Returns true if the action is idempotent.
    pub const fn is_idempotent(&self) -> bool {
        !matches!(self, Self::RemoveMember { .. } | Self::EndSession { .. })
    }
}

/// An answer of the object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the members say what they are")]
pub enum MembersAnswer {
    #[serde(rename = "signed_in")]
    CurrentSession(Box<CurrentSession>),
    Members(Vec<MemberDetails>),
    Member(Box<MemberDetails>),
    Sessions(Vec<SessionDetails>),
    Views {
        revision: u64,
        /// A list, as JSON.
        views: String,
    },
    Done,
    /// A refusal of the request.
    Refused(MembersRefusal),
}

/// The reason for a refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the variants say why")]
pub enum MembersRefusal {
    SignedOut,
    Suspended,
    BadInvitation,
    /// No member is bound to the subject of the identity provider.
    UnknownSubject,
    /// Too many attempts to sign in failed.
    #[serde(rename = "tries")]
    LoginThrottled {
        wait: i64,
    },
    /// The member exceeds the rate limit.
    #[serde(rename = "pace")]
    RateLimited {
        wait: i64,
    },
    Role {
        has: MemberRole,
        needs: MemberRole,
    },
    NoMember {
        id: String,
    },
    NoSession {
        id: String,
    },
    LastAdmin,
    TooManyMembers,
    Revision {
        named: u64,
        current: u64,
    },
}

impl MembersRefusal {
    /// Returns the violation for the refusal.
    pub fn violation(&self) -> Violation {
        match self {
            Self::SignedOut => session_over(),
            Self::Suspended => crate::service::account::suspended(),
            Self::BadInvitation => bad_invitation(),
            Self::UnknownSubject => unknown_subject(),
            Self::LoginThrottled { wait } => {
                let message = format!("too many tries to sign in have failed. Retry in {wait} s.");
                Violation::new(Code::RateLimited, "", message)
            }
            Self::RateLimited { wait } => {
                let message = format!("the member has asked too often in this minute. Retry in {wait} s.");
                Violation::new(Code::RateLimited, "", message)
            }
            Self::Role { has, needs } => has.authorize(*needs).err().unwrap_or_else(|| {
                Violation::new(Code::InsufficientScope, LOCATION, "the role of the member does not allow it.")
            }),
            Self::NoMember { id } => Violation::new(Code::NotFound, "", format!("there is no member '{}'.", echo(id))),
            Self::NoSession { id } => {
                Violation::new(Code::NotFound, "", format!("there is no session '{}'.", echo(id)))
            }
            Self::LastAdmin => {
                let message = "this is the last admin of the account. Make another member admin first.";
                Violation::new(Code::Conflict, "", message)
            }
            Self::TooManyMembers => {
                let message = format!("the account has {MAX_MEMBERS} members, as many as may be. Remove one first.");
                Violation::new(Code::LimitReached, "", message)
            }
            Self::Revision { named, current } => {
                let message = format!(
                    "the views have changed since revision {named}: they are at revision {current} now. Read them again."
                );
                Violation::new(Code::Conflict, "/revision", message)
            }
        }
    }

    /// Returns the seconds until a retry is allowed, if known.
    pub const fn wait(&self) -> Option<i64> {
        match self {
            Self::LoginThrottled { wait } | Self::RateLimited { wait } => Some(*wait),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{json, to_value};

    #[test]
    fn messages_keep_their_wire_names() {
        let check = MembersRequest::Operate { action: MemberAction::CheckRole { needs: MemberRole::Viewer } };
        assert_eq!(to_value(&check).unwrap(), json!({"operate": {"act": {"look": {"needs": "viewer"}}}}));
        let proof = SessionProof { member: "mem_1".to_owned(), hash: "a".to_owned() };
        let save = MemberAction::SaveViews { revision: 1, views: "[]".to_owned() };
        let expected = json!({"act": {
            "proof": {"member": "mem_1", "hash": "a"},
            "act": {"keep_views": {"revision": 1, "views": "[]"}},
        }});
        assert_eq!(to_value(MembersRequest::Act { proof, action: save }).unwrap(), expected);
        let throttled = MembersAnswer::Refused(MembersRefusal::LoginThrottled { wait: 9 });
        assert_eq!(to_value(&throttled).unwrap(), json!({"refused": {"tries": {"wait": 9}}}));
        let limited = MembersRefusal::RateLimited { wait: 9 };
        assert_eq!(to_value(&limited).unwrap(), json!({"pace": {"wait": 9}}));
        assert_eq!(to_value(MembersAnswer::Members(Vec::new())).unwrap(), json!({"members": []}));
    }
}

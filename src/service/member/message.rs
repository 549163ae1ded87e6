//! Messages between the Worker and an account's Durable Object about members.

use super::access::unknown_subject;
use super::{MAX_MEMBERS, PLACE};
use super::{MemberDetails, MemberRole, SessionDetails, SessionProof, SignedIn, bad_invitation, session_over};
use crate::guard::problem::{Code, Violation, echo};
use serde::{Deserialize, Serialize};

/// A request to an account's Durable Object. Creating requests are idempotent: a request may be repeated after a lost
/// response.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the members say what they are")]
pub enum MembersRequest {
    /// Makes a session; answered with [`MembersAnswer::SignedIn`].
    SignIn {
        account: String,
        member: String,
        by: Entrance,
        /// SHA-256 of the new session, hexadecimal.
        session: String,
        /// The session of the request, which ends.
        previous: Option<SessionProof>,
        /// The client address, as the platform reports it.
        address: String,
    },
    /// Does something for a member.
    Act { proof: SessionProof, act: Act },
    /// Does something for the operator.
    Operate { act: Act },
}

/// The proof for a sign-in. All of it is SHA-256, hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entrance {
    /// An invitation, which is over by that. Whoever comes through an identity provider is known by it from then on.
    #[expect(missing_docs, reason = "the members say what they are")]
    Invitation { invitation: String, subject: Option<String> },
    /// The subject of the identity provider that the member is known by.
    Subject(String),
}

/// An action.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the members say what they are")]
pub enum Act {
    /// Returns the member of the session after a check of the role. The answer is [`MembersAnswer::SignedIn`].
    Look {
        needs: MemberRole,
    },
    /// Ends the session; answered with [`MembersAnswer::Done`].
    SignOut,
    Members,
    /// Answered with [`MembersAnswer::Member`], as the next three.
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
    /// Answered with [`MembersAnswer::Done`].
    EndSession {
        session: String,
    },
    Views,
    /// Answered with [`MembersAnswer::Views`].
    KeepViews {
        revision: u64,
        views: String,
    },
}

impl Act {
    /// Returns the role that the action needs.
    pub const fn needs(&self) -> MemberRole {
        match self {
            Self::Look { needs } => *needs,
            Self::SignOut
            | Self::Members
            | Self::Sessions
            | Self::EndSession { .. }
            | Self::Views
            | Self::KeepViews { .. } => MemberRole::Viewer,
            Self::CreateMember { .. } | Self::Invite { .. } | Self::ChangeMember { .. } | Self::RemoveMember { .. } => {
                MemberRole::Admin
            }
        }
    }

    /// Returns true if the action is idempotent.
    pub const fn may_be_sent_again(&self) -> bool {
        !matches!(self, Self::RemoveMember { .. } | Self::EndSession { .. })
    }
}

/// An answer of the object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the members say what they are")]
pub enum MembersAnswer {
    SignedIn(Box<SignedIn>),
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
    /// The identity provider knows somebody else than the member.
    UnknownSubject,
    /// Too many attempts to sign in failed.
    Tries {
        wait: i64,
    },
    /// The member exceeds the rate limit.
    Pace {
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
            Self::Tries { wait } => {
                let message = format!("too many tries to sign in have failed. Retry in {wait} s.");
                Violation::new(Code::RateLimited, "", message)
            }
            Self::Pace { wait } => {
                let message = format!("the member has asked too often in this minute. Retry in {wait} s.");
                Violation::new(Code::RateLimited, "", message)
            }
            Self::Role { has, needs } => has.authorize(*needs).err().unwrap_or_else(|| {
                Violation::new(Code::InsufficientScope, PLACE, "the role of the member does not allow it.")
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
            Self::Tries { wait } | Self::Pace { wait } => Some(*wait),
            _ => None,
        }
    }
}

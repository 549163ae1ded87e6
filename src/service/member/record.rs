//! Stored members and sessions, and their public details.

use super::access::Identity;
use super::{IDLE_SECONDS, MemberRole, SESSION_SECONDS, SignInProof};
use crate::base::date::time_of_seconds;
use crate::service::credential::hashes_match;
use serde::{Deserialize, Serialize};

/// A stored member. Times are seconds since 1970, 0 for never.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct StoredMember {
    pub id: String,
    pub label: String,
    pub role: MemberRole,
    pub created_at: i64,
    /// SHA-256 of the open invitation, hexadecimal, or empty without one.
    pub invitation: String,
    pub invited_until: i64,
    /// SHA-256 of the subject at the identity provider, hexadecimal, or empty without one. It has its own table.
    pub subject: String,
}

/// A stored session. Times are seconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct StoredSession {
    pub id: String,
    pub member: String,
    /// SHA-256 of its secret, hexadecimal.
    pub hash: String,
    pub created_at: i64,
    /// The last use, accurate to the minute.
    pub used_at: i64,
}

/// A subject change for KV: the subject's member, or the end of that binding.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct SubjectChange {
    pub subject: String,
    pub account: String,
    pub member: String,
    /// 1 if the subject belongs to the member, else 0.
    pub(super) is_bound: u8,
}

impl SubjectChange {
    /// Returns true if the subject belongs to the member.
    pub const fn is_bound(&self) -> bool {
        self.is_bound == 1
    }
}

/// The public details of a member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members are those of the member")]
pub struct MemberDetails {
    pub id: String,
    pub label: String,
    pub role: MemberRole,
    /// `invited`, `active` or `away`.
    pub status: String,
    pub created_at: String,
    pub invited_until: Option<String>,
    pub last_used_at: Option<String>,
    pub sessions: usize,
    /// The identity provider of the bound subject, if there is one.
    pub identity: Option<Identity>,
}

/// The id, label and role of a member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members are those of the member")]
pub struct MemberSummary {
    pub id: String,
    pub label: String,
    pub role: MemberRole,
}

/// The public details of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members are those of the session")]
pub struct SessionDetails {
    pub id: String,
    pub member: MemberSummary,
    /// True if the session is that of the request.
    pub current: bool,
    pub created_at: String,
    pub last_used_at: String,
    pub idle_ends_at: String,
    pub ends_at: String,
}

/// A caller with a valid session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurrentSession {
    /// The member.
    pub member: MemberSummary,
    /// The session.
    pub session: SessionDetails,
}

impl StoredMember {
    /// Returns true if the member has an open invitation at a time.
    pub fn is_invited(&self, now: i64) -> bool {
        !self.invitation.is_empty() && now < self.invited_until
    }

    /// Returns true if the proof admits the member at a time. Compares hashes in constant time.
    pub fn is_admitted_by(&self, by: &SignInProof, now: i64) -> bool {
        match by {
            SignInProof::Invitation { invitation, .. } => {
                self.is_invited(now) && hashes_match(&self.invitation, invitation)
            }
            SignInProof::Subject(subject) => !self.subject.is_empty() && hashes_match(&self.subject, subject),
        }
    }

    pub fn summary(&self) -> MemberSummary {
        MemberSummary { id: self.id.clone(), label: self.label.clone(), role: self.role }
    }

    /// Returns the public details of the member, given its valid sessions.
    pub fn details(&self, sessions: &[StoredSession], now: i64) -> Result<MemberDetails, String> {
        let status = match (sessions.is_empty(), self.is_invited(now)) {
            (false, _) => "active",
            (true, true) => "invited",
            (true, false) => "away",
        };
        Ok(MemberDetails {
            id: self.id.clone(),
            label: self.label.clone(),
            role: self.role,
            status: status.to_owned(),
            created_at: format_time(self.created_at)?,
            invited_until: self.is_invited(now).then(|| format_time(self.invited_until)).transpose()?,
            last_used_at: sessions.iter().map(|session| session.used_at).max().map(format_time).transpose()?,
            sessions: sessions.len(),
            identity: (!self.subject.is_empty()).then_some(Identity::Access),
        })
    }
}

impl StoredSession {
    fn idle_ends_at(&self) -> i64 {
        self.used_at.saturating_add(IDLE_SECONDS)
    }

    fn ends_at(&self) -> i64 {
        self.created_at.saturating_add(SESSION_SECONDS)
    }

    /// Returns true if the session is valid at a time.
    pub fn is_valid_at(&self, now: i64) -> bool {
        now < self.idle_ends_at() && now < self.ends_at()
    }

    /// Returns the public details of the session and its member.
    pub fn details(&self, member: &StoredMember, current: bool) -> Result<SessionDetails, String> {
        Ok(SessionDetails {
            id: self.id.clone(),
            member: member.summary(),
            current,
            created_at: format_time(self.created_at)?,
            last_used_at: format_time(self.used_at)?,
            idle_ends_at: format_time(self.idle_ends_at().min(self.ends_at()))?,
            ends_at: format_time(self.ends_at())?,
        })
    }
}

fn format_time(seconds: i64) -> Result<String, String> {
    time_of_seconds(seconds).ok_or_else(|| format!("{seconds} seconds since 1970 are no time of the calendar"))
}

//! Members of an account: whoever uses its dashboard, let in by a link that works once, and known by a session from then
//! on. Nobody has a password, and nothing is known of a person but a label that the account chooses, and, where an identity
//! provider stands in front ([`access`]), a hash of what that calls them.
//!
//! In scope: the form of their secrets, what is kept of them, who may do what, and how members, sessions and invitations
//! change ([`Members`]). The account's own object is the authority for all of it, as it is for keys, and hashes are all
//! that it keeps of secrets. Out of scope: secrets and randomness, which whoever asks brings along; the clock; headers
//! and cookies as HTTP (the Worker).

pub mod access;
mod act;
mod message;
mod pace;
pub mod page;
mod people;
mod record;
pub mod request;
pub mod secret;
mod table;
mod taking;
mod tries;

pub use message::{Act, Entrance, MembersAnswer, MembersRefusal, MembersRequest};
pub use people::Members;
pub use record::{MemberDetails, NamedMember, SessionDetails, SignedIn, SubjectNews};
pub use taking::take;

use crate::guard::problem::{Code, Violation};
use crate::service::credential::AccessLevel;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantNames};

/// Maximum number of members of an account, which also limits open invitations.
pub const MAX_MEMBERS: usize = 100;
/// Maximum number of sessions of a member. One more ends the oldest.
pub const MAX_SESSIONS: usize = 20;
/// Characters of a label.
pub const MAX_LABEL_CHARACTERS: usize = 80;
/// Views that a member keeps at most, and bytes of one as JSON.
pub const MAX_VIEWS: usize = 50;
/// Bytes of a view as JSON.
pub const MAX_VIEW_BYTES: usize = 2_048;
/// Seconds for which an invitation is valid.
pub const INVITED_FOR: i64 = 7 * 86_400;
/// Seconds after its last use at which a session ends.
pub const IDLE_FOR: i64 = 12 * 3_600;
/// Seconds after which a session ends regardless of use.
pub const SESSION_FOR: i64 = 30 * 86_400;

/// The location of a session, as problems name it.
pub const PLACE: &str = "header:Cookie";

/// The role of a member. Each role includes the rights of those before it.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    IntoStaticStr,
    VariantNames,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum MemberRole {
    /// Asks questions, and keeps views of its own.
    #[default]
    Viewer,
    /// Has reports made, by schedules too, and tries webhooks.
    Analyst,
    /// Looks after tokens, webhooks, members and brands.
    Admin,
}

impl MemberRole {
    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the access level of the role for the Data API.
    pub const fn access_level(self) -> AccessLevel {
        match self {
            Self::Viewer => AccessLevel::Aggregate,
            Self::Analyst | Self::Admin => AccessLevel::Raw,
        }
    }

    /// Refuses what takes another role.
    ///
    /// # Errors
    /// When it does; the violation says which.
    pub fn authorize(self, needed: Self) -> Result<(), Violation> {
        if self >= needed {
            return Ok(());
        }
        let message = format!("this takes the role {needed}. The member of this session is {self}.");
        Err(Violation::new(Code::InsufficientScope, PLACE, message))
    }
}

/// A session as a request shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionProof {
    /// The id of the member that the session claims.
    pub member: String,
    /// SHA-256 of its secret, hexadecimal.
    pub hash: String,
}

/// The request has no session.
pub fn no_session() -> Violation {
    let message = "there is no session. Open the link of an invitation to sign in.";
    Violation::new(Code::MissingCredentials, PLACE, message)
}

/// The session is unknown or over. The message does not say which applies.
pub fn session_over() -> Violation {
    let message = "the session has ended. Ask an admin of the account, or its operator, for a link to sign in again.";
    Violation::new(Code::InvalidCredentials, PLACE, message)
}

/// The invitation is unknown or no longer valid. The message does not say which applies.
pub fn bad_invitation() -> Violation {
    let message = "the link is not good: it works once and for 7 days, and a newer one ends it. Ask for a new one.";
    Violation::new(Code::InvalidCredentials, "/invitation", message)
}

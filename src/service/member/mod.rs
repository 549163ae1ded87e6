//! Members of an account: the people who use its dashboard.
//!
//! An invitation link works once and creates a session. Members have no passwords. The stored data about a person is a
//! label that the account chooses. If an identity provider is configured ([`access`]), a hash of the provider's subject
//! is stored too.
//!
//! In scope: the format of secrets, the stored records, the rights of roles, and changes of members, sessions and
//! invitations ([`MemberDirectory`]). The account's Durable Object is the authority for them, as for keys. It stores
//! only hashes of secrets. Out of scope: secrets and random bytes (parameters), the clock, headers and cookies as HTTP
//! (the Worker).

pub mod access;
mod action;
mod login_throttle;
mod members;
mod message;
pub mod page;
mod rate_limit;
mod record;
pub mod request;
mod reservation;
pub mod secret;
mod sign_in_proof;
mod table;

pub use members::MemberDirectory;
pub use message::{MemberAction, MembersAnswer, MembersRefusal, MembersRequest};
pub use record::{CurrentSession, MemberDetails, MemberSummary, SessionDetails, SubjectChange};
pub use reservation::reserve;
pub use sign_in_proof::SignInProof;

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
/// Maximum number of saved views of a member.
pub const MAX_VIEWS: usize = 50;
/// Bytes of a view as JSON.
pub const MAX_VIEW_BYTES: usize = 2_048;
/// Seconds for which an invitation is valid.
pub const INVITATION_SECONDS: i64 = 7 * 86_400;
/// Seconds after its last use at which a session ends.
pub const IDLE_SECONDS: i64 = 12 * 3_600;
/// Seconds after which a session ends regardless of use.
pub const SESSION_SECONDS: i64 = 30 * 86_400;

/// The location of the session in problems.
pub const LOCATION: &str = "header:Cookie";

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
    /// Queries data, and saves views of its own.
    #[default]
    Viewer,
    /// Creates reports and report schedules, and tests webhooks.
    Analyst,
    /// Manages tokens, webhooks, members and brands.
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

    /// Checks that the role includes another one.
    ///
    /// # Errors
    /// A violation that names the missing role.
    pub fn authorize(self, needed: Self) -> Result<(), Violation> {
        if self >= needed {
            return Ok(());
        }
        let message = format!("this takes the role {needed}. The member of this session is {self}.");
        Err(Violation::new(Code::InsufficientScope, LOCATION, message))
    }
}

/// The session of a request, before it is verified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionProof {
    /// The id of the member that the session claims.
    pub member: String,
    /// SHA-256 of its secret, hexadecimal.
    pub hash: String,
}

/// Returns the violation for a request without a session.
pub fn no_session() -> Violation {
    let message = "there is no session. Open the link of an invitation to sign in.";
    Violation::new(Code::MissingCredentials, LOCATION, message)
}

/// Returns the violation for an unknown or ended session. The message does not say which applies.
pub fn session_over() -> Violation {
    let message = "the session has ended. Ask an admin of the account, or its operator, for a link to sign in again.";
    Violation::new(Code::InvalidCredentials, LOCATION, message)
}

/// Returns the violation for an unknown or expired invitation. The message does not say which applies.
pub fn bad_invitation() -> Violation {
    let message = "the link is not good: it works once and for 7 days, and a newer one ends it. Ask for a new one.";
    Violation::new(Code::InvalidCredentials, "/invitation", message)
}

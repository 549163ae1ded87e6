//! The proof for a sign-in.

use serde::{Deserialize, Serialize};

/// The proof for a sign-in. All of it is SHA-256, hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignInProof {
    /// An invitation, which works once. It binds the subject of the identity provider to the member, if there is one.
    #[expect(missing_docs, reason = "the members say what they are")]
    Invitation { invitation: String, subject: Option<String> },
    /// The subject that is bound to the member.
    Subject(String),
}

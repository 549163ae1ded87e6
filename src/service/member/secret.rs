//! The secrets of members: `ohs_` for sessions, `ohi_` for invitations. A secret contains the ids of its account and
//! its member, so that no lookup is needed to find the account.
//!
//! `ohs_<account>_<member>_<random><checksum>`: the ids without their prefixes, 32 random characters, and the checksum
//! of everything before it, as in keys.

use crate::service::credential::{CHECKSUM_CHARACTERS, KEY_ENTROPY, RANDOM_CHARACTERS, checksum, is_base62, random};
use crate::service::credential::{digest_id, new_id};

/// The kind of a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberSecret {
    /// Gives access to the dashboard.
    Session,
    /// Creates one session.
    Invitation,
}

/// The owner that a secret states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretOwner {
    /// `acc_…`
    pub account: String,
    /// `mem_…`
    pub member: String,
}

/// Maximum number of characters of an id after its prefix.
const MAX_ID_CHARACTERS: usize = 32;
const ACCOUNT: &str = "acc_";
const MEMBER: &str = "mem_";

impl MemberSecret {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Session => "ohs_",
            Self::Invitation => "ohi_",
        }
    }

    /// Creates a secret of a member from random bytes. Returns `None` if there are too few bytes, or if an id has
    /// another format.
    pub fn make(self, owner: &SecretOwner, entropy: &[u8; KEY_ENTROPY]) -> Option<String> {
        let (account, member) = (owner.account.strip_prefix(ACCOUNT)?, owner.member.strip_prefix(MEMBER)?);
        if !is_part(account) || !is_part(member) {
            return None;
        }
        let body = format!("{}{account}_{member}_{}", self.prefix(), random(entropy)?);
        let checksum = checksum(&body);
        Some(body + &checksum)
    }

    /// Returns the owner of a secret with the right format and checksum. Detects typing errors without a lookup.
    pub fn owner(self, secret: &str) -> Option<SecretOwner> {
        let (account, rest) = secret.strip_prefix(self.prefix())?.split_once('_')?;
        let (member, random) = rest.split_once('_')?;
        let is_random = random.len() == RANDOM_CHARACTERS + CHECKSUM_CHARACTERS && is_base62(random);
        if !is_part(account) || !is_part(member) || !is_random {
            return None;
        }
        let (body, given) = secret.split_at_checked(secret.len() - CHECKSUM_CHARACTERS)?;
        let owner = SecretOwner { account: format!("{ACCOUNT}{account}"), member: format!("{MEMBER}{member}") };
        (checksum(body) == given).then_some(owner)
    }
}

fn is_part(text: &str) -> bool {
    (1..=MAX_ID_CHARACTERS).contains(&text.len()) && is_base62(text)
}

/// Returns the id of the session whose secret has a hash. The id does not reveal the secret.
pub fn session_id(hash: &str) -> Option<String> {
    digest_id(hash).map(|start| new_id("ses", &start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::credential::hash;
    use proptest::prelude::*;

    fn owner() -> SecretOwner {
        SecretOwner { account: "acc_AW3GPW6MPSF88485NBRC".to_owned(), member: "mem_0123456789ABCDEFGHJK".to_owned() }
    }

    #[test]
    fn a_secret_contains_its_account_and_member() {
        let secret = MemberSecret::Session.make(&owner(), &[17; KEY_ENTROPY]).unwrap();
        assert!(secret.starts_with("ohs_AW3GPW6MPSF88485NBRC_0123456789ABCDEFGHJK_"), "{secret}");
        assert_eq!(MemberSecret::Session.owner(&secret), Some(owner()));
        assert_eq!(MemberSecret::Invitation.owner(&secret), None, "one is not taken for the other");
        let foreign = SecretOwner { account: "tok_1".to_owned(), ..owner() };
        assert_eq!(MemberSecret::Session.make(&foreign, &[17; KEY_ENTROPY]), None);
        assert_eq!(
            MemberSecret::Session.make(&owner(), &[0xff; KEY_ENTROPY]),
            None,
            "there is too little that is random"
        );
    }

    #[test]
    fn every_single_typo_is_noticed() {
        let secret = MemberSecret::Invitation.make(&owner(), &[17; KEY_ENTROPY]).unwrap();
        for position in 0..secret.len() {
            let mut typo = secret.clone().into_bytes();
            let letter = typo.get_mut(position).unwrap();
            *letter = if *letter == b'x' { b'y' } else { b'x' };
            assert_eq!(MemberSecret::Invitation.owner(&String::from_utf8(typo).unwrap()), None, "{position}");
        }
    }

    #[test]
    fn a_session_id_is_derived_from_the_hash() {
        let (one, other) = (session_id(&hash("a")).unwrap(), session_id(&hash("b")).unwrap());
        assert!(one.starts_with("ses_") && one.len() == 24, "{one}");
        assert_ne!(one, other);
        assert_eq!(session_id("no hash"), None);
    }

    proptest! {
        #[test]
        fn only_created_secrets_have_an_owner(text in "\\PC{0,90}", entropy in prop::array::uniform32(any::<u8>())) {
            prop_assert_eq!(MemberSecret::Session.owner(&text), None);
            prop_assert_eq!(MemberSecret::Session.owner(&format!("ohs_{text}")), None);
            let entropy: [u8; KEY_ENTROPY] = std::array::from_fn(|at| entropy[at % 32] & 0x3f);
            if let Some(secret) = MemberSecret::Session.make(&owner(), &entropy) {
                prop_assert_eq!(MemberSecret::Session.owner(&secret), Some(owner()));
            }
        }
    }
}

//! Proof that a process on this machine is the project's edge, required before it receives the secret.
//!
//! Any process may listen at the URL of an edge that has ended. So the command sends a fresh random number. The edge
//! answers with the number's HMAC under the admin secret, which only a holder of the secret can compute.
//! `scripts/proof.mjs` computes the answer.

use anyhow::Context as _;
use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::Deserialize;
use sha2::Sha256;
use std::time::Duration;
use ureq::Agent;

/// The timeout for the answer of a local edge.
const TIMEOUT: Duration = Duration::from_secs(5);
const PATH: &str = "/.overheard/proof";
/// A prefix of the signed message, so that the answer cannot be used for another purpose.
const PURPOSE: &[u8] = b"overheard local edge\n";
const MAX_ANSWER_BYTES: u64 = 1_024;

#[derive(Deserialize)]
struct Proof {
    /// Hexadecimal digits.
    proof: String,
}

/// Returns true if an edge with this secret answers at the URL.
pub fn verify(url: &str, secret: &str) -> anyhow::Result<bool> {
    let mut random = [0; 32];
    getrandom::fill(&mut random).map_err(|error| anyhow::anyhow!("{error}")).context("there is no randomness")?;
    let challenge = HEXLOWER.encode(&random);
    Ok(answer(url, &challenge).is_some_and(|answer| is_proof(&answer, &challenge, secret)))
}

fn answer(url: &str, challenge: &str) -> Option<String> {
    // A proxy or a redirect could lead to another host.
    let agent = Agent::config_builder().proxy(None).max_redirects(0).timeout_global(Some(TIMEOUT)).build().new_agent();
    let mut response = agent.get(format!("{url}{PATH}?challenge={challenge}")).call().ok()?;
    let text = response.body_mut().with_config().limit(MAX_ANSWER_BYTES).read_to_string().ok()?;
    serde_json::from_str::<Proof>(&text).ok().map(|answer| answer.proof)
}

fn is_proof(answer: &str, challenge: &str, secret: &str) -> bool {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return false };
    mac.update(PURPOSE);
    mac.update(challenge.as_bytes());
    HEXLOWER.decode(answer.as_bytes()).is_ok_and(|answer| mac.verify_slice(&answer).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_of_one_secret_and_one_challenge() {
        // Computed by `openssl dgst -sha256 -hmac s3cret` from the purpose and the challenge.
        let proof = "e0587d2841c81541d0bcf935986473d676e37653d9eaac87fc050a56182ffff1";
        assert!(is_proof(proof, "0123", "s3cret"));
        assert!(!is_proof(proof, "0123", "s3cre"));
        assert!(!is_proof(proof, "0124", "s3cret"));
        assert!(!is_proof("", "0123", "s3cret"));
    }
}

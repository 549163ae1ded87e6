//! Whether an edge on this machine is the project's: asked before it is sent the secret.
//!
//! Anything may listen where an edge was. So it is sent a number that was never used before, and has to answer with that
//! number's HMAC under the admin secret, which only an edge that has the secret can make. `scripts/proof.mjs` is the
//! other side.

use anyhow::Context as _;
use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::Deserialize;
use sha2::Sha256;
use std::time::Duration;
use ureq::Agent;

/// How long an edge on this machine may take.
const TIMEOUT: Duration = Duration::from_secs(5);
const PATH: &str = "/.overheard/proof";
/// What stands before the number, so that the answer is good for nothing else.
const PURPOSE: &[u8] = b"overheard local edge\n";
const MAX_ANSWER_BYTES: u64 = 1_024;

#[derive(Deserialize)]
struct Proof {
    /// Hexadecimal digits.
    proof: String,
}

/// Whether an edge with this secret answers at a URL.
pub fn verify(url: &str, secret: &str) -> anyhow::Result<bool> {
    let mut random = [0; 32];
    getrandom::fill(&mut random).map_err(|error| anyhow::anyhow!("{error}")).context("there is no randomness")?;
    let challenge = HEXLOWER.encode(&random);
    Ok(answer(url, &challenge).is_some_and(|answer| is_proof(&answer, &challenge, secret)))
}

fn answer(url: &str, challenge: &str) -> Option<String> {
    // No proxy leads to this machine, and no other place answers for it.
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
        // As `openssl dgst -sha256 -hmac s3cret` says of the purpose and the challenge.
        let proof = "e0587d2841c81541d0bcf935986473d676e37653d9eaac87fc050a56182ffff1";
        assert!(is_proof(proof, "0123", "s3cret"));
        assert!(!is_proof(proof, "0123", "s3cre"));
        assert!(!is_proof(proof, "0124", "s3cret"));
        assert!(!is_proof("", "0123", "s3cret"));
    }
}

//! Requests that are counted, of which some are made by sessions.

use super::Members;
use crate::service::meter::ledger::{Ledger, Tables};
use crate::service::meter::message::{Message, Settlement, Take, Taken};

/// Takes requests from the windows of an account, at a time in milliseconds since 1970. A session that is over is
/// answered as a revoked key is, and counts for nothing.
pub fn take<T: Tables, M: Tables>(
    ledger: &mut Ledger<T>,
    members: &mut Members<M>,
    (account, takes, settled): (&str, &[Take], &[Settlement]),
    now_ms: i64,
) -> Result<Vec<Taken>, String> {
    let told = Message::Settle { account: account.to_owned(), settled: settled.to_vec() };
    ledger.handle(&told, now_ms)?;
    let taken = |take: &Take| {
        let Some(proof) = &take.session else { return Ok(ledger.take(take, now_ms)) };
        if proof.member != take.key {
            return Ok(Taken::Revoked);
        }
        match members.signed_in(proof, now_ms)? {
            None => Ok(Taken::Revoked),
            Some(member) => Ok(match ledger.take(take, now_ms) {
                Taken::Verdict(verdict) => Taken::OfMember { verdict, member: Box::new(member) },
                other => other,
            }),
        }
    };
    takes.iter().map(taken).collect()
}

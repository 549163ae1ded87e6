//! Reserves requests, some of which use a session.

use super::MemberDirectory;
use crate::service::meter::ledger::{Ledger, Tables};
use crate::service::meter::message::{MeterRequest, RequestOutcome, Reservation, ReservationRequest};

/// Applies outcomes and reserves requests of an account, at a time in milliseconds since 1970. A request of an invalid
/// session gets the answer for a revoked key, and is not counted.
pub fn reserve<T: Tables, M: Tables>(
    ledger: &mut Ledger<T>,
    members: &mut MemberDirectory<M>,
    (account, requests, outcomes): (&str, &[ReservationRequest], &[RequestOutcome]),
    now_ms: i64,
) -> Result<Vec<Reservation>, String> {
    let outcomes = MeterRequest::ConfirmOrRefund { account: account.to_owned(), outcomes: outcomes.to_vec() };
    ledger.handle(&outcomes, now_ms)?;
    let reserve = |request: &ReservationRequest| {
        let Some(proof) = &request.session else { return Ok(ledger.reserve(request, now_ms)) };
        if proof.member != request.key {
            return Ok(Reservation::Revoked);
        }
        match members.current_session(proof, now_ms)? {
            None => Ok(Reservation::Revoked),
            Some(member) => Ok(match ledger.reserve(request, now_ms) {
                Reservation::Verdict(verdict) => Reservation::MemberVerdict { verdict, member: Box::new(member) },
                other => other,
            }),
        }
    };
    requests.iter().map(reserve).collect()
}

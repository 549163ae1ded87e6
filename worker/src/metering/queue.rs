//! Queue of requests that wait for the meter of an account, and of outcomes that it has not received yet.

use crate::store::meter::TIMEOUT_MS;
use overheard::service::meter::message::{RequestOutcome, ReservationRequest};

/// Requests that share a call at most.
const MAX_BATCH: usize = 200;
/// Milliseconds for which an outcome waits for a reservation that carries it.
const FLUSH_AFTER_MS: u64 = 2_000;
/// Milliseconds for which an ended request stays alive to send outcomes of others.
const FLUSHER_MS: u64 = 20_000;
/// Queued outcomes at most. The meter counts reservations without an outcome as failed.
const MAX_OUTCOMES: usize = 2_000;

/// The queue. `W` is the handle of a waiting request.
pub(super) struct Queue<W> {
    waiting: Vec<(ReservationRequest, W)>,
    outcomes: Vec<RequestOutcome>,
    /// The time at which the first queued outcome was added, in milliseconds since 1970.
    outcomes_since: u64,
    /// The time from which the leader is assumed to have ended, in milliseconds since 1970. 0 if no call is running.
    called_until: u64,
    /// The time from which the flusher is assumed to have ended, in milliseconds since 1970. 0 if there is none.
    flushed_until: u64,
}

/// The content of one call to the meter.
pub(super) struct MeterCall<W> {
    pub requests: Vec<ReservationRequest>,
    /// The waiting requests, in the order of `requests`.
    pub waiters: Vec<W>,
    /// Outcomes that the call carries.
    pub outcomes: Vec<RequestOutcome>,
}

impl<W> Default for Queue<W> {
    fn default() -> Self {
        Self { waiting: Vec::new(), outcomes: Vec::new(), outcomes_since: 0, called_until: 0, flushed_until: 0 }
    }
}

impl<W> Queue<W> {
    /// Returns true if the caller becomes the leader: no call is running, or calls are not coalesced.
    pub(super) fn try_lead(&mut self, coalesces: bool, now: u64) -> bool {
        let leads = !coalesces || self.called_until <= now;
        if leads {
            self.called_until = now + TIMEOUT_MS;
        }
        leads
    }

    /// Adds a request.
    pub(super) fn push(&mut self, request: ReservationRequest, waiter: W) {
        self.waiting.push((request, waiter));
    }

    /// Returns true if no call has been made for a request yet.
    pub(super) fn contains(&self, id: &str) -> bool {
        self.waiting.iter().any(|(request, _)| request.id == id)
    }

    /// Removes a request.
    pub(super) fn remove(&mut self, id: &str) {
        self.waiting.retain(|(request, _)| request.id != id);
    }

    /// Removes the waiting requests and the queued outcomes for one call.
    pub(super) fn begin_call(&mut self) -> MeterCall<W> {
        let some = self.waiting.len().min(MAX_BATCH);
        let (requests, waiters) = self.waiting.drain(..some).unzip();
        MeterCall { requests, waiters, outcomes: std::mem::take(&mut self.outcomes) }
    }

    /// Ends a call. Returns the request that leads the next one, if any waits.
    pub(super) fn end_call(&mut self, now: u64) -> Option<&W> {
        let next = self.waiting.first().map(|(_, waiter)| waiter);
        self.called_until = if next.is_some() { now + TIMEOUT_MS } else { 0 };
        next
    }

    /// Adds outcomes back after a failed call. The meter applies each outcome once.
    pub(super) fn requeue(&mut self, outcomes: Vec<RequestOutcome>) {
        self.outcomes.extend(outcomes);
    }

    /// Adds the outcome of a request. Returns true if the caller must start a flusher.
    pub(super) fn add_outcome(&mut self, outcome: RequestOutcome, now: u64) -> bool {
        if self.outcomes.is_empty() {
            self.outcomes_since = now;
        }
        if self.outcomes.len() < MAX_OUTCOMES {
            self.outcomes.push(outcome);
        }
        let is_first = self.flushed_until <= now;
        if is_first {
            self.flushed_until = now + FLUSHER_MS;
        }
        is_first
    }

    /// Returns the milliseconds until the flusher checks again, or `None` if it must flush now.
    pub(super) fn flush_in(&self, now: u64) -> Option<u64> {
        let since = if self.outcomes.is_empty() { now } else { self.outcomes_since };
        let left = (since + FLUSH_AFTER_MS).saturating_sub(now);
        (left > 0 && now < self.flushed_until).then_some(left)
    }

    /// Returns true if outcomes are queued.
    pub(super) fn has_outcomes(&self) -> bool {
        !self.outcomes.is_empty()
    }

    /// Ends the flusher. Removes and returns the queued outcomes.
    pub(super) fn end_flush(&mut self) -> Vec<RequestOutcome> {
        self.flushed_until = 0;
        std::mem::take(&mut self.outcomes)
    }

    /// Returns true if no request waits, no outcome is queued and no flusher runs.
    pub(super) fn is_idle(&self, now: u64) -> bool {
        self.waiting.is_empty() && self.outcomes.is_empty() && self.flushed_until <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use overheard::service::account::Api;
    use overheard::service::meter::PlanLimits;
    use overheard::service::meter::message::UsageStatus;
    use overheard::service::meter::window::Charge;

    fn request(id: &str) -> ReservationRequest {
        ReservationRequest {
            id: id.to_owned(),
            key: "key".to_owned(),
            api: Api::Data,
            endpoint: "POST /v1/sector".to_owned(),
            limits: PlanLimits::default(),
            charge: Charge::Quota,
            status: UsageStatus::Answered,
            cost: 0,
            not_after: 0,
            expires_at_ms: 0,
            session: None,
        }
    }

    fn outcome(id: &str) -> RequestOutcome {
        RequestOutcome { id: id.to_owned(), key: "key".to_owned(), status: UsageStatus::Answered, milliseconds: 1 }
    }

    fn join(queue: &mut Queue<String>, id: &str, now: u64) -> bool {
        let leads = queue.try_lead(true, now);
        queue.push(request(id), id.to_owned());
        leads
    }

    #[test]
    fn requests_that_arrive_during_a_call_share_the_next_one() {
        let mut queue = Queue::default();
        assert!(join(&mut queue, "a", 1));
        assert_eq!(queue.begin_call().waiters, ["a"]);
        assert_eq!(["b", "c"].map(|id| join(&mut queue, id, 2)), [false, false]);
        assert!(queue.contains("b") && !queue.contains("a"));
        assert_eq!(queue.end_call(3).map(String::as_str), Some("b"), "the first of them leads");
        assert!(!join(&mut queue, "d", 3), "the next call is under way");
        queue.remove("c");
        assert_eq!(queue.begin_call().waiters, ["b", "d"]);
        assert_eq!(queue.end_call(4), None);
        assert!(join(&mut queue, "e", 5));
        assert_eq!(queue.begin_call().requests, [request("e")]);
        assert!(join(&mut queue, "f", 5 + TIMEOUT_MS), "a call that does not end blocks nobody");
    }

    #[test]
    fn a_call_has_a_maximum_size_and_every_request_leads_without_coalescing() {
        let mut queue = Queue::default();
        for id in 0..=MAX_BATCH {
            join(&mut queue, &id.to_string(), 1);
        }
        assert_eq!(queue.begin_call().waiters.len(), MAX_BATCH);
        assert!(queue.contains(&MAX_BATCH.to_string()));
        assert!(queue.try_lead(false, 1));
    }

    #[test]
    fn an_outcome_is_sent_with_the_next_call_or_after_a_while() {
        let mut queue: Queue<String> = Queue::default();
        assert!(queue.add_outcome(outcome("a"), 100));
        assert!(!queue.add_outcome(outcome("b"), 200), "a flusher runs already");
        assert_eq!(queue.flush_in(600), Some(1_500));
        assert_eq!(queue.flush_in(2_100), None);
        let outcomes = queue.begin_call().outcomes;
        assert_eq!(outcomes.len(), 2);
        assert!(!queue.has_outcomes());
        assert_eq!(queue.flush_in(2_100), Some(FLUSH_AFTER_MS), "more outcomes may come");
        queue.requeue(outcomes);
        assert!(!queue.is_idle(2_100));
        assert_eq!(queue.end_flush().len(), 2);
        assert!(queue.is_idle(2_100));
        assert!(queue.add_outcome(outcome("c"), 2_200));
        assert_eq!(queue.flush_in(2_200 + FLUSHER_MS), None, "a flusher ends after a while");
    }

    #[test]
    fn queued_outcomes_are_bounded() {
        let mut queue: Queue<String> = Queue::default();
        for id in 0..=MAX_OUTCOMES {
            queue.add_outcome(outcome(&id.to_string()), 1);
        }
        assert_eq!(queue.end_flush().len(), MAX_OUTCOMES);
    }
}

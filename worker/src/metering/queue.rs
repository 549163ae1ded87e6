//! Queue of outcomes that the meter of an account has not received yet.

use overheard::service::meter::message::RequestOutcome;

/// Milliseconds for which an outcome waits for a reservation that carries it.
const FLUSH_AFTER_MS: u64 = 2_000;
/// Milliseconds for which an ended request stays alive to send outcomes of others.
const FLUSHER_MS: u64 = 20_000;
/// Queued outcomes at most. The meter counts reservations without an outcome as failed.
const MAX_OUTCOMES: usize = 2_000;
/// Outcomes that one call carries at most.
const MAX_CARRIED: usize = 200;

/// The queue.
#[derive(Default)]
pub(super) struct OutcomeQueue {
    outcomes: Vec<RequestOutcome>,
    /// The time at which the first queued outcome was added, in milliseconds since 1970.
    outcomes_since: u64,
    /// The time from which the flusher is assumed to have ended, in milliseconds since 1970. 0 if there is none.
    flushed_until: u64,
}

impl OutcomeQueue {
    /// Removes the oldest outcomes for one call.
    pub(super) fn take(&mut self) -> Vec<RequestOutcome> {
        let count = self.outcomes.len().min(MAX_CARRIED);
        self.outcomes.drain(..count).collect()
    }

    /// Adds outcomes back after a failed call. The meter applies each outcome once.
    pub(super) fn requeue(&mut self, outcomes: Vec<RequestOutcome>) {
        self.outcomes.extend(outcomes);
    }

    /// Adds the outcome of a request. Returns true if the caller must start a flusher.
    pub(super) fn push(&mut self, outcome: RequestOutcome, now: u64) -> bool {
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

    /// Returns true if no outcome is queued and no flusher runs.
    pub(super) fn is_idle(&self, now: u64) -> bool {
        self.outcomes.is_empty() && self.flushed_until <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use overheard::service::meter::message::UsageStatus;

    fn outcome(id: &str) -> RequestOutcome {
        RequestOutcome { id: id.to_owned(), key: "key".to_owned(), status: UsageStatus::Answered, milliseconds: 1 }
    }

    #[test]
    fn an_outcome_is_sent_with_the_next_call_or_after_a_while() {
        let mut queue = OutcomeQueue::default();
        assert!(queue.push(outcome("a"), 100));
        assert!(!queue.push(outcome("b"), 200), "a flusher runs already");
        assert_eq!(queue.flush_in(600), Some(1_500));
        assert_eq!(queue.flush_in(2_100), None);
        let outcomes = queue.take();
        assert_eq!(outcomes.len(), 2);
        assert!(!queue.has_outcomes());
        assert_eq!(queue.flush_in(2_100), Some(FLUSH_AFTER_MS), "more outcomes may come");
        queue.requeue(outcomes);
        assert!(!queue.is_idle(2_100));
        assert_eq!(queue.end_flush().len(), 2);
        assert!(queue.is_idle(2_100));
        assert!(queue.push(outcome("c"), 2_200));
        assert_eq!(queue.flush_in(2_200 + FLUSHER_MS), None, "a flusher ends after a while");
    }

    #[test]
    fn queued_outcomes_are_bounded() {
        let mut queue = OutcomeQueue::default();
        for id in 0..=MAX_OUTCOMES {
            queue.push(outcome(&id.to_string()), 1);
        }
        assert_eq!(queue.take().first(), Some(&outcome("0")), "the oldest first");
        assert_eq!(queue.end_flush().len(), MAX_OUTCOMES - MAX_CARRIED);
    }
}

//! The line in front of the meter of an account: who makes the next call, for whom, and what is told with it.

use crate::store::meter::TIMEOUT_MS;
use overheard::service::meter::message::{Settlement, Take};

/// Requests that share a call at most.
const TOGETHER: usize = 200;
/// Milliseconds for which what became of a request waits for another request to be told with.
const SETTLED_AFTER_MS: u64 = 2_000;
/// Milliseconds for which one request, which is over, sees to it that what others settle is told.
const TELLS_FOR_MS: u64 = 20_000;
/// Settlements that wait at most. Of others the meter will think that they failed.
const WAITING: usize = 2_000;

/// The line. Whoever stands in it waits in a seat.
pub(super) struct Queue<S> {
    waiting: Vec<(Take, S)>,
    settled: Vec<Settlement>,
    /// When the first of them was settled.
    settled_at: u64,
    /// Until when somebody is taken to make a call, in milliseconds since 1970.
    called_until: u64,
    /// Until when somebody sees to it that what is settled is told.
    told_until: u64,
}

/// What a call is made for.
pub(super) struct Call<S> {
    pub takes: Vec<Take>,
    /// Where those wait who are counted, in the same order.
    pub seats: Vec<S>,
    /// What is told with it.
    pub settled: Vec<Settlement>,
}

impl<S> Default for Queue<S> {
    fn default() -> Self {
        Self { waiting: Vec::new(), settled: Vec::new(), settled_at: 0, called_until: 0, told_until: 0 }
    }
}

impl<S> Queue<S> {
    /// Whether who comes now makes a call: where none is under way, and always where calls are not shared.
    pub(super) fn leads(&mut self, shares: bool, now: u64) -> bool {
        let leads = !shares || self.called_until <= now;
        if leads {
            self.called_until = now + TIMEOUT_MS;
        }
        leads
    }

    /// Takes a place.
    pub(super) fn stand(&mut self, take: Take, seat: S) {
        self.waiting.push((take, seat));
    }

    /// Whether nobody has made the call for a request yet.
    pub(super) fn stands(&self, id: &str) -> bool {
        self.waiting.iter().any(|(take, _)| take.id == id)
    }

    /// Gives up the place of a request.
    pub(super) fn leave(&mut self, id: &str) {
        self.waiting.retain(|(take, _)| take.id != id);
    }

    /// Begins the call for those who stand here.
    pub(super) fn begin(&mut self) -> Call<S> {
        let some = self.waiting.len().min(TOGETHER);
        let (takes, seats) = self.waiting.drain(..some).unzip();
        Call { takes, seats, settled: std::mem::take(&mut self.settled) }
    }

    /// Ends a call; returns where the one waits who is to make the next one, if anybody does.
    pub(super) fn end(&mut self, now: u64) -> Option<&S> {
        let next = self.waiting.first().map(|(_, seat)| seat);
        self.called_until = if next.is_some() { now + TIMEOUT_MS } else { 0 };
        next
    }

    /// Notes what the meter has not heard; it does each once.
    pub(super) fn not_heard(&mut self, settled: Vec<Settlement>) {
        self.settled.extend(settled);
    }

    /// Notes what became of a request; returns whether nobody sees to it yet that it is told.
    pub(super) fn settle(&mut self, settlement: Settlement, now: u64) -> bool {
        if self.settled.is_empty() {
            self.settled_at = now;
        }
        if self.settled.len() < WAITING {
            self.settled.push(settlement);
        }
        let is_first = self.told_until <= now;
        if is_first {
            self.told_until = now + TELLS_FOR_MS;
        }
        is_first
    }

    /// In how many milliseconds whoever sees to it looks again; not at all when it is time to tell.
    pub(super) fn tells_in(&self, now: u64) -> Option<u64> {
        let since = if self.settled.is_empty() { now } else { self.settled_at };
        let left = (since + SETTLED_AFTER_MS).saturating_sub(now);
        (left > 0 && now < self.told_until).then_some(left)
    }

    /// Whether there is something to tell.
    pub(super) fn has_settled(&self) -> bool {
        !self.settled.is_empty()
    }

    /// Ends seeing to it; returns what is to be told.
    pub(super) fn tell(&mut self) -> Vec<Settlement> {
        self.told_until = 0;
        std::mem::take(&mut self.settled)
    }

    /// Whether nobody stands here, and there is nothing to tell.
    pub(super) fn is_idle(&self, now: u64) -> bool {
        self.waiting.is_empty() && self.settled.is_empty() && self.told_until <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use overheard::service::account::Api;
    use overheard::service::meter::Limits;
    use overheard::service::meter::message::Status;
    use overheard::service::meter::window::Charge;

    fn take(id: &str) -> Take {
        Take {
            id: id.to_owned(),
            key: "key".to_owned(),
            face: Api::Data,
            endpoint: "POST /v1/sector".to_owned(),
            limits: Limits::default(),
            charge: Charge::Quota,
            status: Status::Answered,
            cost: 0,
            not_after: 0,
            settled_by: 0,
            session: None,
        }
    }

    fn settlement(id: &str) -> Settlement {
        Settlement { id: id.to_owned(), key: "key".to_owned(), became: Status::Answered, milliseconds: 1 }
    }

    fn join(queue: &mut Queue<String>, id: &str, now: u64) -> bool {
        let leads = queue.leads(true, now);
        queue.stand(take(id), id.to_owned());
        leads
    }

    #[test]
    fn those_who_come_while_a_call_is_under_way_share_the_next_one() {
        let mut queue = Queue::default();
        assert!(join(&mut queue, "a", 1));
        assert_eq!(queue.begin().seats, ["a"]);
        assert_eq!(["b", "c"].map(|id| join(&mut queue, id, 2)), [false, false]);
        assert!(queue.stands("b") && !queue.stands("a"));
        assert_eq!(queue.end(3).map(String::as_str), Some("b"), "the first of them makes it");
        assert!(!join(&mut queue, "d", 3), "the next call is under way");
        queue.leave("c");
        assert_eq!(queue.begin().seats, ["b", "d"]);
        assert_eq!(queue.end(4), None);
        assert!(join(&mut queue, "e", 5));
        assert_eq!(queue.begin().takes, [take("e")]);
        assert!(join(&mut queue, "f", 5 + TIMEOUT_MS), "nobody waits for a call that does not end");
    }

    #[test]
    fn a_call_is_made_for_so_many_at_most_and_calls_that_are_not_shared_by_everybody() {
        let mut queue = Queue::default();
        for id in 0..=TOGETHER {
            join(&mut queue, &id.to_string(), 1);
        }
        assert_eq!(queue.begin().seats.len(), TOGETHER);
        assert!(queue.stands(&TOGETHER.to_string()));
        assert!(queue.leads(false, 1));
    }

    #[test]
    fn what_became_of_a_request_is_told_with_the_next_call_or_after_a_while() {
        let mut queue: Queue<String> = Queue::default();
        assert!(queue.settle(settlement("a"), 100));
        assert!(!queue.settle(settlement("b"), 200), "somebody sees to it already");
        assert_eq!(queue.tells_in(600), Some(1_500));
        assert_eq!(queue.tells_in(2_100), None);
        let told = queue.begin().settled;
        assert_eq!(told.len(), 2);
        assert!(!queue.has_settled());
        assert_eq!(queue.tells_in(2_100), Some(SETTLED_AFTER_MS), "others may come");
        queue.not_heard(told);
        assert!(!queue.is_idle(2_100));
        assert_eq!(queue.tell().len(), 2);
        assert!(queue.is_idle(2_100));
        assert!(queue.settle(settlement("c"), 2_200));
        assert_eq!(queue.tells_in(2_200 + TELLS_FOR_MS), None, "a request cannot see to it for ever");
    }

    #[test]
    fn settlements_that_nobody_hears_are_bounded() {
        let mut queue: Queue<String> = Queue::default();
        for id in 0..=WAITING {
            queue.settle(settlement(&id.to_string()), 1);
        }
        assert_eq!(queue.tell().len(), WAITING);
    }
}

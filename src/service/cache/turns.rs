//! Taking turns at preparing what accounts see: one view at a time in an instance, and once for all who wait for it.
//!
//! The platform ends requests without a word, so a turn is only believed as long as it gives signs of life. Who waits
//! looks from time to time: nothing here wakes anybody, as no request can be woken by another one.

use crate::query::columnar::Progress;
use crate::sql::StoreError;
use std::collections::VecDeque;
use std::rc::Rc;

/// Milliseconds without a sign of life after which a turn is somebody else's.
const GIVEN_UP_AFTER_MS: u64 = 10_000;
/// Outcomes that are remembered for those who wait.
const OUTCOMES: usize = 64;

/// What became of a view: how many mentions it has, or why there is none.
pub type ViewOutcome = Result<usize, StoreError>;

/// Whose turn it is.
#[derive(Debug, Default)]
pub struct Turns {
    taken: u64,
    preparing: Option<Preparing>,
    outcomes: VecDeque<Outcome>,
}

/// A turn: tells it from one that was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn(u64);

/// What somebody sees who waits for a view.
#[derive(Debug)]
pub enum Seen {
    /// It is done.
    Done(ViewOutcome),
    /// It is being prepared, so many per cent; 0 while others are.
    Waiting(usize),
    /// Nothing is being prepared: whoever looks takes the turn, prepares it and tells how far that is.
    Yours(Turn, Rc<Progress>),
}

#[derive(Debug)]
struct Preparing {
    turn: Turn,
    view: String,
    progress: Rc<Progress>,
    /// The last sign of life, and when it was seen.
    sign: (u64, u64),
}

#[derive(Debug)]
struct Outcome {
    view: String,
    at_ms: u64,
    prepared: ViewOutcome,
}

impl Turns {
    /// What somebody sees who has waited for a view since a time in milliseconds.
    pub fn look(&mut self, view: &str, since_ms: u64, now_ms: u64) -> Seen {
        let of_view = |outcome: &&Outcome| outcome.view == view && outcome.at_ms >= since_ms;
        if let Some(outcome) = self.outcomes.iter().rev().find(of_view) {
            return Seen::Done(outcome.prepared.clone());
        }
        if let Some(preparing) = &mut self.preparing {
            if preparing.progress.signs() != preparing.sign.0 {
                preparing.sign = (preparing.progress.signs(), now_ms);
            }
            if now_ms < preparing.sign.1 + GIVEN_UP_AFTER_MS {
                return Seen::Waiting(if preparing.view == view { preparing.progress.percent() } else { 0 });
            }
        }
        self.taken += 1;
        let (turn, progress) = (Turn(self.taken), Rc::<Progress>::default());
        self.preparing = Some(Preparing { turn, view: view.to_owned(), progress: progress.clone(), sign: (0, now_ms) });
        Seen::Yours(turn, progress)
    }

    /// Ends a turn with what became of the view, unless it was given up.
    pub fn end(&mut self, turn: Turn, prepared: ViewOutcome, now_ms: u64) {
        let Some(ended) = self.preparing.take_if(|preparing| preparing.turn == turn) else { return };
        if self.outcomes.len() >= OUTCOMES {
            self.outcomes.pop_front();
        }
        self.outcomes.push_back(Outcome { view: ended.view, at_ms: now_ms, prepared });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin(turns: &mut Turns, view: &str, now_ms: u64) -> (Turn, Rc<Progress>) {
        match turns.look(view, now_ms, now_ms) {
            Seen::Yours(turn, progress) => (turn, progress),
            seen => panic!("{seen:?}"),
        }
    }

    fn percent(seen: Seen) -> usize {
        match seen {
            Seen::Waiting(percent) => percent,
            seen => panic!("{seen:?}"),
        }
    }

    #[test]
    fn one_prepares_and_the_others_wait_for_what_becomes_of_it() {
        let mut turns = Turns::default();
        let (turn, progress) = begin(&mut turns, "a", 0);
        progress.expect(4);
        progress.done(1);
        assert_eq!([percent(turns.look("a", 1, 1)), percent(turns.look("b", 1, 1))], [25, 0]);
        turns.end(turn, Ok(7), 5);
        assert!(matches!(turns.look("a", 1, 6), Seen::Done(Ok(7))));
        // Who comes later does not believe it: the version may be forgotten meanwhile.
        assert!(matches!(turns.look("a", 6, 6), Seen::Yours(..)));
    }

    #[test]
    fn a_failure_is_that_of_all_who_waited() {
        let mut turns = Turns::default();
        let (turn, _) = begin(&mut turns, "a", 0);
        turns.end(turn, Err(StoreError::Timeout), 5);
        assert!(matches!(turns.look("a", 3, 6), Seen::Done(Err(StoreError::Timeout))));
        assert!(matches!(turns.look("b", 3, 6), Seen::Yours(..)));
    }

    #[test]
    fn a_turn_without_a_sign_of_life_is_given_up() {
        let mut turns = Turns::default();
        let (dead, progress) = begin(&mut turns, "a", 0);
        assert_eq!(percent(turns.look("b", 0, GIVEN_UP_AFTER_MS - 1)), 0);
        progress.sign();
        assert_eq!(percent(turns.look("b", 0, GIVEN_UP_AFTER_MS)), 0, "it lives");
        assert_eq!(percent(turns.look("b", 0, 2 * GIVEN_UP_AFTER_MS - 1)), 0);
        let (turn, _) = begin(&mut turns, "b", 2 * GIVEN_UP_AFTER_MS);
        // Whoever was believed to be dead changes nothing.
        turns.end(dead, Ok(1), 2 * GIVEN_UP_AFTER_MS);
        assert_eq!(percent(turns.look("b", 0, 2 * GIVEN_UP_AFTER_MS)), 0);
        turns.end(turn, Ok(2), 2 * GIVEN_UP_AFTER_MS);
        assert!(matches!(turns.look("b", 0, 2 * GIVEN_UP_AFTER_MS), Seen::Done(Ok(2))));
    }

    #[test]
    fn outcomes_are_not_remembered_for_ever() {
        let mut turns = Turns::default();
        for at in 0..=OUTCOMES as u64 {
            let (turn, _) = begin(&mut turns, &at.to_string(), at);
            turns.end(turn, Ok(1), at);
        }
        assert!(matches!(turns.look("1", 0, 99), Seen::Done(Ok(1))));
        assert!(matches!(turns.look("0", 0, 99), Seen::Yours(..)));
    }
}

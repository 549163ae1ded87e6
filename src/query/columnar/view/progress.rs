//! How far a view is made, for whoever waits for it.

use std::cell::Cell;

/// How far a view is made. Nothing is known of one that has not begun.
#[derive(Debug, Default)]
pub struct Progress {
    done: Cell<usize>,
    expected: Cell<usize>,
    signs: Cell<u64>,
}

impl Progress {
    /// So many documents are read in all.
    pub(crate) fn expect(&self, documents: usize) {
        self.expected.set(documents);
    }

    /// So many more documents are read.
    pub(crate) fn done(&self, documents: usize) {
        self.done.set(self.done.get() + documents);
        self.sign();
    }

    /// It goes on.
    pub(crate) fn sign(&self) {
        self.signs.set(self.signs.get() + 1);
    }

    /// How often it went on.
    pub(crate) fn signs(&self) -> u64 {
        self.signs.get()
    }

    /// Per cent, rounded down: 0 to 99, as it is not done while anybody waits.
    pub fn percent(&self) -> usize {
        (100 * self.done.get()).checked_div(self.expected.get()).unwrap_or(0).min(99)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_never_done_while_it_is_waited_for() {
        let progress = Progress::default();
        assert_eq!(progress.percent(), 0);
        progress.expect(8);
        progress.done(3);
        assert_eq!(progress.percent(), 37);
        progress.expect(5);
        progress.done(2);
        assert_eq!(progress.percent(), 99);
    }
}

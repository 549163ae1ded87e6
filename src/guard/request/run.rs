//! Entry points for native code and the Worker. Each thread has one guard for requests of all kinds.

use crate::base::runtime::Host;
use crate::guard::problem::{Code, Problems, Violation};
use crate::guard::{Guard, NullHandling, TokenRef, Verbosity};
use crate::spec::symbol::Choices;
use std::cell::RefCell;

thread_local! {
    static GUARD: RefCell<Guard> = const { RefCell::new(Guard::new(Host::NATIVE)) };
}

impl Guard {
    /// Parses a body and runs `checks` on it.
    ///
    /// # Errors
    /// The recorded violations. `checks` must record at least one if it returns `None`.
    pub fn check<T>(body: &[u8], checks: impl FnOnce(&mut Self) -> Option<T>) -> Result<T, Problems> {
        Self::run(body, |guard| if guard.read(body.len(), Verbosity::Messages, false) { checks(guard) } else { None })
    }

    /// Parses a query string and runs `checks` on it.
    ///
    /// # Errors
    /// The recorded violations. `checks` must record at least one if it returns `None`.
    pub fn check_query<T>(query: &[u8], checks: impl FnOnce(&mut Self) -> Option<T>) -> Result<T, Problems> {
        Self::run(query, |guard| if guard.read_query(query.len(), Verbosity::Messages) { checks(guard) } else { None })
    }

    /// Returns true if `checks` record no violation. Violations are counted without messages and then discarded.
    pub fn passes(&mut self, checks: impl FnOnce(&mut Self)) -> bool {
        let (verbosity, count_before) =
            (std::mem::replace(&mut self.verbosity, Verbosity::CountOnly), self.violation_count());
        checks(self);
        let is_good = self.violation_count() == count_before;
        (self.verbosity, self.violations.count) = (verbosity, count_before);
        is_good
    }

    fn run<T>(input: &[u8], read: impl FnOnce(&mut Self) -> Option<T>) -> Result<T, Problems> {
        GUARD.with(|guard| {
            let Ok(mut guard) = guard.try_borrow_mut() else {
                return Err(Problems::from(fault("a request was checked while another was")));
            };
            for (place, byte) in guard.input().iter_mut().zip(input) {
                *place = *byte;
            }
            match read(&mut guard) {
                Some(request) if guard.violation_count() == 0 => Ok(request),
                _ if guard.violation_count() == 0 => {
                    Err(Problems::from(fault("the request was refused without a reason")))
                }
                _ => Err(Problems::from_list(guard.violations.list.as_bytes())),
            }
        })
    }

    /// Returns a string, or a number as written.
    pub fn str(&self, at: TokenRef) -> &str {
        std::str::from_utf8(self.body.bytes(at)).unwrap_or_default()
    }

    /// Visits the members of an object by name, for names without a symbol. Records missing required members.
    pub fn members_of(
        &mut self,
        object: TokenRef,
        names: &'static [&'static str],
        required: &[&str],
        mut visit: impl FnMut(&mut Self, &'static str, TokenRef),
    ) -> Option<()> {
        let given = self.members(object, Choices::Texts(names), NullHandling::AsAbsent, |guard, position, value| {
            if let Some(name) = names.get(position) {
                visit(guard, name, value);
            }
        })?;
        for (position, name) in names.iter().enumerate() {
            if required.contains(name) && !given.has(position) {
                self.missing(object, name.as_bytes());
            }
        }
        Some(())
    }

    /// Returns the name that equals a value. Records a violation otherwise.
    pub fn choice(&mut self, at: TokenRef, names: &'static [&'static str]) -> Option<&'static str> {
        if !self.text(at) {
            return None;
        }
        let name = names.iter().copied().find(|name| name.as_bytes() == self.body.bytes(at));
        if name.is_none() {
            self.not_allowed(at, Choices::Texts(names));
        }
        name
    }
}

/// Creates the violation for an internal error.
fn fault(message: &str) -> Violation {
    Violation::new(Code::InternalError, "", message)
}

/// Creates the violation for a body that is too large. `length` is the length as far as known.
pub fn too_large(limit: usize, length: &str) -> Violation {
    Violation::new(Code::PayloadTooLarge, "", format!("body must be at most {limit} bytes. Got {length}."))
}

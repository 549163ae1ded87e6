//! The guard as native code and the Worker use it: one for each thread, for requests of every kind.

use crate::base::runtime::Host;
use crate::guard::problem::{Code, Problems, Violation};
use crate::guard::{At, Guard, Nulls, Telling};
use crate::spec::symbol::Choices;
use std::cell::RefCell;

thread_local! {
    static GUARD: RefCell<Guard> = const { RefCell::new(Guard::new(Host::NATIVE)) };
}

impl Guard {
    /// Reads a body and runs the checks of a request on it; every violation they note refuses it.
    ///
    /// # Errors
    /// The violations. Checks that return nothing must have noted why.
    pub fn check<T>(body: &[u8], checks: impl FnOnce(&mut Self) -> Option<T>) -> Result<T, Problems> {
        Self::run(body, |guard| if guard.read(body.len(), Telling::All, false) { checks(guard) } else { None })
    }

    /// The same for the query of an address.
    ///
    /// # Errors
    /// The violations. Checks that return nothing must have noted why.
    pub fn check_query<T>(query: &[u8], checks: impl FnOnce(&mut Self) -> Option<T>) -> Result<T, Problems> {
        Self::run(query, |guard| if guard.read_query(query.len(), Telling::All) { checks(guard) } else { None })
    }

    /// Whether checks would note nothing: they are made without being told.
    pub fn passes(&mut self, checks: impl FnOnce(&mut Self)) -> bool {
        let (telling, noted) = (std::mem::replace(&mut self.telling, Telling::Nothing), self.noted());
        checks(self);
        let is_good = self.noted() == noted;
        (self.telling, self.noted.count) = (telling, noted);
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
                Some(request) if guard.noted() == 0 => Ok(request),
                _ if guard.noted() == 0 => Err(Problems::from(fault("the request was refused without a reason"))),
                _ => Err(Problems::from_list(guard.noted.list.as_bytes())),
            }
        })
    }

    /// A text, or a number as it is written.
    pub fn str(&self, at: At) -> &str {
        std::str::from_utf8(self.tape.bytes(at)).unwrap_or_default()
    }

    /// Visits the members of an object by name, for names that are no words. Notes those that are required and not
    /// given.
    pub fn members_of(
        &mut self,
        object: At,
        names: &'static [&'static str],
        required: &[&str],
        mut visit: impl FnMut(&mut Self, &'static str, At),
    ) -> Option<()> {
        let given = self.members(object, Choices::Texts(names), Nulls::AreNothing, |guard, position, value| {
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

    /// One of some names; notes a value that is none.
    pub fn choice(&mut self, at: At, names: &'static [&'static str]) -> Option<&'static str> {
        if !self.text(at) {
            return None;
        }
        let name = names.iter().copied().find(|name| name.as_bytes() == self.tape.bytes(at));
        if name.is_none() {
            self.not_allowed(at, Choices::Texts(names));
        }
        name
    }
}

/// A fault of ours.
fn fault(message: &str) -> Violation {
    Violation::new(Code::InternalError, "", message)
}

/// The violation of a body that is larger than its path takes; `length` is as much as is known.
pub fn too_large(limit: usize, length: &str) -> Violation {
    Violation::new(Code::PayloadTooLarge, "", format!("body must be at most {limit} bytes. Got {length}."))
}

//! Events: what an account is told of by its webhooks.

mod draft;

pub use draft::{EventAudience, EventDraft};

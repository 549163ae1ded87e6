//! Events: what an account is told of by its webhooks.

mod draft;
mod envelope;

pub use draft::{EventAudience, EventDraft};
pub use envelope::envelope;

//! Events: what an account is told of by its webhooks.

mod draft;
mod envelope;
mod report;

pub use draft::{EventAudience, EventDraft};
pub use envelope::envelope;
pub use report::report_draft;

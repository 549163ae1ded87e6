//! JSON (RFC 8259): a body becomes a row of tokens in one pass, values are places in it, and objects are written.
//!
//! In scope: what is JSON and what is not, how deep it may be nested, texts with their escapes, where a value stands.
//! Objects keep the order and the repetition of their members, because both are for the guardrails to judge. Out of
//! scope: what a body must say (`guard`, `data`). The reader is our own because nothing that is kept does this as fast
//! and as small: it names the words of requests while it reads (`word`), and neither formats nor panics.

mod reader;
mod scan;
mod tape;
mod write;

pub use reader::Fault;
pub(crate) use scan::load;
pub(crate) use tape::push_step;
pub use tape::{Children, Kind, Tape, Value};
pub use write::{ObjectWriter, push_list, push_name, push_text, push_whole};

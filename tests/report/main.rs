//! Reports as documents: laid out, written, and read again.

mod documents;
mod fixtures;
mod fonts;
mod pages;

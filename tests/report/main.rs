//! Reports as documents: laid out, written, and read again.

mod fixtures;
mod fonts;
mod pages;

//! Reports as documents: laid out, written, and read again.

#[cfg(test)]
mod documents;
#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod fonts;
#[cfg(test)]
mod pages;

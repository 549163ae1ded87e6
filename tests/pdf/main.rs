//! Tests of PDF reports: layout, writing, and reading the result.

#[cfg(test)]
mod documents;
#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod fonts;
#[cfg(test)]
mod pages;

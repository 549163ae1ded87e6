//! Databases that hold the dataset. Each implements traits of [`crate::query::Backend`].

mod account;
pub mod clickhouse;
pub mod columnar;
mod hint_texts;
mod prefix_words;
mod relevance;
mod similarity;
mod written_value;

//! Databases that hold the dataset. Each implements the traits of [`crate::query::Backend`].

pub mod columnar;

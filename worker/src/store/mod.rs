//! What is kept: the dataset in D1, keys in KV.

pub mod d1;
pub mod keys;

//! What may be asked of a dataset of brand mentions in public video.

pub mod text;

//! An independent computation of every answer.

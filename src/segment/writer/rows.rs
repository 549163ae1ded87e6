//! Rows of packed columns, split where they would be too large.

use super::{WriteError, too_many};
use crate::segment::{MAX_ROW_BYTES, SEQUENCES};
use std::ops::Range;

/// A row as a JSON array.
pub(super) type Json = String;

/// Makes rows of `length` items. Each row has at most `chunk` items and at most [`MAX_ROW_BYTES`].
///
/// `row` makes a row from its sequence number and the range of its items. The sequence numbers of a chunk begin at a
/// multiple of `reserved`.
pub(super) fn rows(
    length: usize,
    chunk: usize,
    reserved: usize,
    mut row: impl FnMut(usize, Range<usize>) -> Json,
) -> Result<Vec<Json>, WriteError> {
    let mut rows = Vec::new();
    let mut sequence = 0_usize;
    for start in (0..length).step_by(chunk) {
        sequence = sequence.next_multiple_of(reserved);
        let end_of_reserved = sequence + reserved;
        // The remaining parts of the chunk, last part first.
        let mut parts: Vec<Range<usize>> = std::iter::once(start..length.min(start + chunk)).collect();
        while let Some(part) = parts.pop() {
            let json = row(sequence, part.clone());
            if json.len() > MAX_ROW_BYTES && part.len() > 1 {
                let middle = part.start + part.len() / 2;
                parts.push(middle..part.end);
                parts.push(part.start..middle);
                continue;
            }
            if sequence >= SEQUENCES || (reserved > 1 && sequence >= end_of_reserved) {
                return Err(too_many("documents"));
            }
            rows.push(json);
            sequence += 1;
        }
    }
    Ok(rows)
}

/// Returns a row of numbers, then packed values. These are base64, which needs no escaping.
pub(super) fn packed_row(numbers: &[i64], packed: impl IntoIterator<Item = Option<String>>) -> Json {
    let mut json = String::from("[");
    for number in numbers {
        json.push_str(if json.len() > 1 { "," } else { "" });
        json.push_str(&number.to_string());
    }
    for value in packed {
        match value {
            Some(value) => {
                json.push_str(",\"");
                json.push_str(&value);
                json.push('"');
            }
            None => json.push_str(",null"),
        }
    }
    json.push(']');
    json
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(
        length: usize,
        chunk: usize,
        reserved: usize,
        bytes: usize,
    ) -> Result<Vec<(usize, Range<usize>)>, WriteError> {
        let mut made = Vec::new();
        let rows = rows(length, chunk, reserved, |sequence, part| {
            let json = " ".repeat(part.len() * bytes);
            if json.len() <= MAX_ROW_BYTES {
                made.push((sequence, part));
            }
            json
        })?;
        assert_eq!(rows.len(), made.len());
        Ok(made)
    }

    #[test]
    fn a_row_holds_at_most_a_chunk() {
        assert_eq!(made(5, 2, 1, 1).unwrap(), [(0, 0..2), (1, 2..4), (2, 4..5)]);
        assert_eq!(made(0, 2, 1, 1).unwrap(), []);
        assert_eq!(made(5, 2, 16, 1).unwrap(), [(0, 0..2), (16, 2..4), (32, 4..5)]);
    }

    #[test]
    fn what_is_too_large_is_split() {
        let bytes = MAX_ROW_BYTES / 2;
        assert_eq!(made(5, 4, 1, bytes).unwrap(), [(0, 0..2), (1, 2..4), (2, 4..5)]);
        assert_eq!(made(5, 4, 16, bytes).unwrap(), [(0, 0..2), (1, 2..4), (16, 4..5)]);
        assert!(matches!(made(5, 4, 2, MAX_ROW_BYTES), Err(WriteError::TooMany(_))));
    }

    #[test]
    fn ids_have_room_for_so_many_rows() {
        assert!(made(SEQUENCES, 1, 1, 0).is_ok());
        assert!(matches!(made(SEQUENCES + 1, 1, 1, 0), Err(WriteError::TooMany(_))));
    }
}

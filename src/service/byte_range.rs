//! Range requests of downloads (RFC 9110, section 14).

/// The part of a file that a request selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteRange {
    /// The whole file.
    Whole,
    /// The bytes from `first` to `last`, both inclusive.
    #[expect(missing_docs, reason = "the variant says it")]
    Part { first: u64, last: u64 },
    /// The requested range begins after the end of the file.
    Unsatisfiable,
}

impl ByteRange {
    /// Selects the bytes of a file with `length` bytes. `range` and `if_range` are the headers `Range` and `If-Range`.
    ///
    /// Selects the whole file if a header cannot be parsed, if there are several ranges, or if `if_range` is not the
    /// validator `etag`.
    pub fn select(range: Option<&str>, if_range: Option<&str>, etag: &str, length: u64) -> Self {
        if if_range.is_some_and(|validator| validator.trim() != etag) {
            return Self::Whole;
        }
        range.and_then(|range| Self::parse(range, length)).unwrap_or(Self::Whole)
    }

    fn parse(range: &str, length: u64) -> Option<Self> {
        let (unit, range) = range.split_once('=')?;
        let (first, last) = range.split_once('-').filter(|_| unit.trim().eq_ignore_ascii_case("bytes"))?;
        let end = length.checked_sub(1);
        let (first, last) = match (position(first)?, position(last)?) {
            (Some(first), Some(last)) if last < first => return None,
            (Some(first), last) => (first, last.unwrap_or(u64::MAX)),
            (None, Some(0)) => return Some(Self::Unsatisfiable),
            (None, Some(suffix)) => (length.saturating_sub(suffix), u64::MAX),
            (None, None) => return None,
        };
        Some(match end {
            Some(end) if first <= end => Self::Part { first, last: last.min(end) },
            _ => Self::Unsatisfiable,
        })
    }

    /// Returns the header `Content-Range` for a file with `length` bytes. `None` if the whole file is sent.
    pub fn header(self, length: u64) -> Option<String> {
        match self {
            Self::Whole => None,
            Self::Part { first, last } => Some(format!("bytes {first}-{last}/{length}")),
            Self::Unsatisfiable => Some(format!("bytes */{length}")),
        }
    }
}

/// Parses a position. Returns `Some(None)` for an empty text, and `None` if the text is no number.
fn position(text: &str) -> Option<Option<u64>> {
    match text.trim() {
        "" => Some(None),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => Some(Some(digits.parse().unwrap_or(u64::MAX))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ETAG: &str = "\"abc\"";

    fn selected(range: &str, length: u64) -> ByteRange {
        ByteRange::select(Some(range), None, ETAG, length)
    }

    #[test]
    fn a_range_selects_bytes_of_the_file() {
        for (range, first, last) in [
            ("bytes=0-0", 0, 0),
            ("bytes=2-5", 2, 5),
            ("bytes=2-", 2, 9),
            ("bytes=0-", 0, 9),
            ("Bytes = 2 - 99999999999999999999999", 2, 9),
            ("bytes=-3", 7, 9),
            ("bytes=-100", 0, 9),
        ] {
            assert_eq!(selected(range, 10), ByteRange::Part { first, last }, "{range}");
        }
        assert_eq!(selected("bytes=2-5", 10).header(10).as_deref(), Some("bytes 2-5/10"));
    }

    #[test]
    fn a_range_after_the_end_is_unsatisfiable() {
        for (range, length) in [
            ("bytes=10-", 10),
            ("bytes=99999999999999999999999-", 10),
            ("bytes=-0", 10),
            ("bytes=-1", 0),
            ("bytes=0-", 0),
        ] {
            assert_eq!(selected(range, length), ByteRange::Unsatisfiable, "{range}");
        }
        assert_eq!(ByteRange::Unsatisfiable.header(10).as_deref(), Some("bytes */10"));
    }

    #[test]
    fn other_ranges_are_ignored() {
        for range in
            ["", "bytes", "bytes=", "bytes=-", "bytes=5-2", "bytes=a-b", "bytes=+1-2", "rows=0-1", "bytes=0-1,3-4"]
        {
            assert_eq!(selected(range, 10), ByteRange::Whole, "{range}");
        }
        assert_eq!(ByteRange::select(None, Some(ETAG), ETAG, 10), ByteRange::Whole);
        assert_eq!(ByteRange::Whole.header(10), None);
    }

    #[test]
    fn a_range_of_another_version_is_ignored() {
        let part = ByteRange::Part { first: 2, last: 9 };
        for (validator, range) in [
            (ETAG, part),
            ("\"other\"", ByteRange::Whole),
            ("W/\"abc\"", ByteRange::Whole),
            ("Sun, 01 Nov 2026", ByteRange::Whole),
        ] {
            assert_eq!(ByteRange::select(Some("bytes=2-"), Some(validator), ETAG, 10), range, "{validator}");
        }
    }
}

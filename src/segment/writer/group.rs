//! Sorting by small integers: stable, in linear time.

/// A record and one of its values, by position.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct RecordValue {
    pub(super) document: u32,
    pub(super) value: u32,
}

/// Items sorted into groups.
pub(super) struct Groups<T> {
    pub(super) items: Vec<T>,
    /// The end of each group in the items.
    ends: Vec<usize>,
}

impl<T: Copy + Default> Groups<T> {
    /// Sorts items into `groups` groups. Within a group the items keep their order. Items of any other group are
    /// dropped.
    pub(super) fn by(items: &[T], groups: usize, group: impl Fn(&T) -> usize) -> Self {
        let mut sizes = vec![0_usize; groups];
        for item in items {
            if let Some(size) = sizes.get_mut(group(item)) {
                *size += 1;
            }
        }
        let mut start = 0;
        for size in &mut sizes {
            start += std::mem::replace(size, start);
        }
        let mut sorted = vec![T::default(); start];
        let mut next = sizes;
        for item in items {
            let Some(next) = next.get_mut(group(item)) else { continue };
            if let Some(place) = sorted.get_mut(*next) {
                *place = *item;
            }
            *next += 1;
        }
        // Each group's next position is now its end.
        Self { items: sorted, ends: next }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[T]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| self.items.get(*start..*end).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stay_in_order_within_their_group() {
        let groups = Groups::by(&[31, 12, 11, 52, 33, 90], 6, |item| item / 10);
        let expected: [&[usize]; 6] = [&[], &[12, 11], &[], &[31, 33], &[], &[52]];
        assert!(groups.iter().eq(expected));
        assert_eq!(groups.items, [12, 11, 31, 33, 52]);
    }
}

//! Whether mentions have the words around them that a question requires.

use super::super::postings::Words;
use super::super::sorted::each_common;
use crate::pack::Part;

/// For each mention, whether it has every token of some entry: in its own text, or in the title or tags of its video.
/// Mentions are pairs of their number and that of their video, by number.
pub(in crate::execute) fn passing(entries: &[Vec<String>], words: &Words, mentions: &[(i64, i64)]) -> Vec<bool> {
    let numbers: Vec<i64> = mentions.iter().map(|(number, _)| *number).collect();
    let mut videos: Vec<i64> = mentions.iter().map(|(_, video)| *video).collect();
    videos.sort_unstable();
    videos.dedup();
    let video_of: Vec<Option<usize>> = mentions.iter().map(|(_, video)| videos.binary_search(video).ok()).collect();
    let mut passing = vec![false; mentions.len()];
    for entry in entries {
        let mut complete = vec![true; mentions.len()];
        for token in entry {
            let in_mention = having(&numbers, words.in_part(Part::MentionText, token));
            let in_video = having(&videos, words.in_part(Part::VideoText, token));
            let has = |position: usize, video: Option<usize>| {
                in_mention.get(position) == Some(&true) || video.and_then(|video| in_video.get(video)) == Some(&true)
            };
            for (position, (complete, video)) in complete.iter_mut().zip(&video_of).enumerate() {
                *complete &= has(position, *video);
            }
        }
        passing.iter_mut().zip(complete).for_each(|(passes, complete)| *passes |= complete);
    }
    passing
}

fn having(numbers: &[i64], with_word: &[i64]) -> Vec<bool> {
    let mut having = vec![false; numbers.len()];
    each_common(numbers, with_word, |position, _| {
        if let Some(has) = having.get_mut(position) {
            *has = true;
        }
    });
    having
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_may_be_found_partly_in_the_mention_and_partly_in_its_video() {
        let words = Words::of(&[("mnight", &[1, 2]), ("vcream", &[20, 30]), ("mserum", &[3])]);
        let entry = |text: &str| crate::text::tokens(text);
        let mentions = [(1, 10), (2, 20), (3, 30), (4, 20)];
        assert_eq!(passing(&[entry("night cream")], &words, &mentions), [false, true, false, false]);
        assert_eq!(passing(&[entry("cream")], &words, &mentions), [false, true, true, true]);
        assert_eq!(passing(&[entry("night cream"), entry("serum")], &words, &mentions), [false, true, true, false]);
        assert_eq!(passing(&[entry("milk")], &words, &mentions), [false; 4]);
    }
}

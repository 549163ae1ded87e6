//! Detects texts that quote. A paraphrase does not repeat a person's words.

/// The number of words in quotation marks from which a text quotes. Fewer words are a title or a term.
pub const MIN_QUOTED_WORDS: usize = 6;

/// Returns the marks that can close an opening mark.
fn closing(mark: char) -> Option<&'static [char]> {
    match mark {
        '"' => Some(&['"', '“', '”']),
        '“' => Some(&['”', '"']),
        '”' => Some(&['”']),
        '„' | '‟' => Some(&['“', '”', '"']),
        '«' => Some(&['»']),
        '»' => Some(&['«', '»']),
        '‹' => Some(&['›']),
        '›' => Some(&['‹', '›']),
        '‘' => Some(&['’']),
        '‚' => Some(&['‘', '’']),
        '＂' => Some(&['＂']),
        _ => None,
    }
}

/// Returns true if at least [`MIN_QUOTED_WORDS`] words are in quotation marks.
pub(super) fn quotes(text: &str) -> bool {
    let mut rest = text;
    while let Some((at, mark)) = rest.char_indices().find(|(_, character)| closing(*character).is_some()) {
        rest = rest.get(at + mark.len_utf8()..).unwrap_or_default();
        let Some(end) = closing(mark).and_then(|marks| rest.find(marks)) else { continue };
        let (quoted, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        if words(quoted) >= MIN_QUOTED_WORDS {
            return true;
        }
        rest = after.chars().next().map_or(after, |mark| after.get(mark.len_utf8()..).unwrap_or_default());
    }
    false
}

fn words(text: &str) -> usize {
    text.split_whitespace().filter(|word| crate::base::text::has_token(word)).count()
}

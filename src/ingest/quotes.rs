//! Whether a text quotes: a paraphrase does not repeat what somebody said.

/// Words in quotation marks from which a text quotes; shorter is a title or a term.
pub const MIN_QUOTED_WORDS: usize = 6;

/// The marks that may end what a mark begins.
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

/// Whether at least [`MIN_QUOTED_WORDS`] words stand in quotation marks.
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

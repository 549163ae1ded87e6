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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_words_in_any_quotation_marks_are_a_quotation() {
        for (open, close) in [
            ("\"", "\""),
            ("“", "”"),
            ("„", "“"),
            ("„", "”"),
            ("”", "”"),
            ("«", "»"),
            ("« ", " »"),
            ("»", "«"),
            ("‹", "›"),
            ("‘", "’"),
            ("‚", "‘"),
            ("“", "\""),
        ] {
            assert!(
                quotes(&format!("They say {open}this serum really changed my skin{close} there.")),
                "{open}{close}"
            );
            assert!(
                !quotes(&format!("They say {open}this serum really changed everything{close} there.")),
                "{open}{close}"
            );
        }
    }

    #[test]
    fn words_between_two_quotations_are_not_quoted() {
        assert!(!quotes("Called \"great\" by the first and then later on even \"perfect\" by another"));
        assert!(quotes("Called \"great\", then \"one of the best that I have used\""));
    }

    #[test]
    fn a_mark_without_its_counterpart_quotes_nothing() {
        assert!(!quotes("A 6\" screen in a phone that many people call small"));
        assert!(!quotes("The creator’s view of the brand’s new serum and its price"));
        assert!(!quotes("“unfinished “business” of a brand in a long text without end"));
    }

    #[test]
    fn punctuation_is_no_word() {
        assert!(!quotes("\"this – is … five — words !\""));
    }
}

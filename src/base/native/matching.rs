//! What counts as a mention of a brand.

/// Whether a term names a brand, both as tokens: all of the term's in any order, or, when exact, in one run.
pub fn names_brand<N: AsRef<str>>(term: &[String], name: &[N], exact: bool) -> bool {
    if term.is_empty() {
        return false;
    }
    if exact {
        let is_term = |run: &[N]| run.iter().zip(term).all(|(token, wanted)| token.as_ref() == wanted);
        return name.windows(term.len()).any(is_term);
    }
    term.iter().all(|wanted| name.iter().any(|token| token.as_ref() == wanted))
}

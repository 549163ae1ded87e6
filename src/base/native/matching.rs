//! Matching of brand terms.

/// Returns true if a term matches a name; both are tokens. The name must contain all tokens of the term, for `exact` as
/// one run, otherwise in any order.
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

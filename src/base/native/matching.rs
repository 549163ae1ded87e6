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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::text::tokens;

    fn matches(term: &str, name: &str, exact: bool) -> bool {
        names_brand(&tokens(term), &tokens(name), exact)
    }

    #[test]
    fn all_tokens_in_any_order_unless_exact() {
        assert!(matches("beauty cinder", "Cinder Beauty Co", false));
        assert!(!matches("beauty cinder", "Cinder Beauty Co", true));
        assert!(matches("cinder beauty", "The Cinder Beauty", true));
        assert!(!matches("cinder co", "Cinder Beauty Co", true));
        assert!(!matches("cinder x", "Cinder", false));
    }
}

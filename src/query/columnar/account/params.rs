//! What a canonical address says.

use percent_encoding::percent_decode_str;

/// The parameters of an address, and the id in its path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Params {
    id: String,
    values: Vec<(String, Vec<String>)>,
}

/// Included and excluded values of a parameter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Choice {
    /// Of which one must be there; none when all may be.
    pub(super) included: Vec<String>,
    /// Of which none may be there.
    pub(super) excluded: Vec<String>,
}

impl Params {
    /// Those of a canonical address: values are percent-encoded, so that commas stand between them alone.
    pub(super) fn of(address: &str) -> Self {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let values = pairs.map(|(name, values)| (name.to_owned(), values.split(',').map(decoded).collect()));
        let id = path.split('/').find(|segment| segment.contains('_')).map(decoded).unwrap_or_default();
        Self { id, values: values.collect() }
    }

    /// The id in the path; empty where there is none.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// All values of a parameter.
    pub(super) fn all(&self, name: &str) -> &[String] {
        self.values.iter().find(|(known, _)| known == name).map_or(&[], |(_, values)| values.as_slice())
    }

    /// The value of a parameter that has one.
    pub(super) fn one(&self, name: &str) -> Option<&str> {
        self.all(name).first().map(String::as_str)
    }

    /// The whole number of a parameter.
    pub(super) fn whole(&self, name: &str) -> Option<i64> {
        self.one(name)?.parse().ok()
    }

    /// The number of a parameter.
    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.one(name)?.parse().ok()
    }

    /// How many items an answer may have.
    pub(super) fn limit(&self) -> usize {
        self.whole("limit").and_then(|limit| usize::try_from(limit).ok()).unwrap_or(1)
    }

    /// What a parameter includes and excludes.
    pub(super) fn choice(&self, name: &str) -> Choice {
        let mut choice = Choice::default();
        for value in self.all(name) {
            match value.strip_prefix('-') {
                Some(excluded) => choice.excluded.push(excluded.to_owned()),
                None => choice.included.push(value.clone()),
            }
        }
        choice
    }

    /// The parameters, in the order of their names.
    pub(super) fn each(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.values.iter().map(|(name, values)| (name.as_str(), values.as_slice()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_taken_apart_and_decoded() {
        let params = Params::of("/v1/influencers/inf_0123456789/mentions?limit=7&q=a%2Cb&topic=-price,skin%20barrier");
        assert_eq!((params.id(), params.limit(), params.one("q")), ("inf_0123456789", 7, Some("a,b")));
        let choice = params.choice("topic");
        assert_eq!((choice.included, choice.excluded), (vec!["skin barrier".to_owned()], vec!["price".to_owned()]));
        assert_eq!(Params::of("/v1/account"), Params::default());
    }
}

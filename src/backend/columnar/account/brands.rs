//! Which of the account's brands are asked for.

use crate::guard::problem::{Code, Violation, echo};
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::Choice;
use crate::spec::answer::BrandName;

/// The brands of a question, in the account's order.
#[derive(Debug, Clone)]
pub(super) struct Asked<'a> {
    /// The position of each among the account's brands.
    brands: Vec<(usize, &'a MonitoredBrand)>,
    /// How many the account has.
    all: usize,
}

impl<'a> Asked<'a> {
    /// Those that the parameter `brand` names by id or label: the included ones, or else all, without the excluded ones.
    pub(super) fn new(brands: &'a [MonitoredBrand], choice: Choice<'_>) -> Result<Self, Violation> {
        let included: Vec<usize> = choice.included().map(|name| find(brands, name)).collect::<Result<_, _>>()?;
        let excluded: Vec<usize> = choice.excluded().map(|name| find(brands, name)).collect::<Result<_, _>>()?;
        let is_asked = |at: &usize| (included.is_empty() || included.contains(at)) && !excluded.contains(at);
        let asked = brands.iter().enumerate().filter(|(at, _)| is_asked(at)).collect();
        Ok(Self { brands: asked, all: brands.len() })
    }

    /// The brands with their positions among all of the account.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, &'a MonitoredBrand)> + '_ {
        self.brands.iter().copied()
    }

    /// Whether they are all of the account's.
    pub(super) fn are_all(&self) -> bool {
        self.brands.len() == self.all
    }

    /// A bit for each of them.
    pub(super) fn bits(&self) -> i64 {
        self.brands.iter().fold(0, |bits, (at, _)| bits | bit(*at))
    }

    /// Their ids.
    pub(super) fn ids(&self) -> Vec<String> {
        self.brands.iter().map(|(_, brand)| brand.id.clone()).collect()
    }

    /// The first of them that a mention is of, given the bits of its brands.
    pub(super) fn first_of(&self, bits: i64) -> Option<BrandName> {
        let (_, brand) = self.brands.iter().find(|(at, _)| bits & bit(*at) != 0)?;
        Some(BrandName { id: brand.id.clone(), label: brand.label.clone() })
    }
}

/// The bit of a brand, by its position.
pub(super) const fn bit(position: usize) -> i64 {
    1 << position
}

/// The position of the brand with an id or label.
pub(super) fn find(brands: &[MonitoredBrand], name: &str) -> Result<usize, Violation> {
    brands.iter().position(|brand| brand.id == name || brand.label == name).ok_or_else(|| {
        let labels: Vec<&str> = brands.iter().map(|brand| brand.label.as_str()).collect();
        let message = format!("brand '{}' is not allowed.", echo(name));
        Violation::new(Code::ValueNotAllowed, "?brand", message).allowing(&labels, name)
    })
}

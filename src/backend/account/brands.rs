//! The selection of monitored brands by a query.

use crate::guard::problem::{Code, Violation, echo};
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::Choice;
use crate::query::QueryError;
use crate::spec::answer::BrandName;
use crate::spec::limits::MAX_BRANDS;

/// The monitored brands that a query selects, in the account's order.
#[derive(Debug, Clone)]
pub(in crate::backend) struct BrandSelection<'a> {
    /// The selected brands, each with its position among the account's brands.
    brands: Vec<(usize, &'a MonitoredBrand)>,
    /// The number of the account's brands.
    all: usize,
}

impl<'a> BrandSelection<'a> {
    /// Selects the brands that the parameter `brand` names by id or label. Without included brands, all brands are
    /// selected that are not excluded.
    pub(in crate::backend) fn new(brands: &'a [MonitoredBrand], choice: &Choice) -> Result<Self, Violation> {
        let included: Vec<usize> = choice.included().map(|name| find_brand(brands, name)).collect::<Result<_, _>>()?;
        let excluded: Vec<usize> = choice.excluded().map(|name| find_brand(brands, name)).collect::<Result<_, _>>()?;
        let is_selected = |at: &usize| (included.is_empty() || included.contains(at)) && !excluded.contains(at);
        let selected = brands.iter().enumerate().filter(|(at, _)| is_selected(at)).collect();
        Ok(Self { brands: selected, all: brands.len() })
    }

    /// Iterates over the selected brands, each with its position among the account's brands.
    pub(in crate::backend) fn iter(&self) -> impl Iterator<Item = (usize, &'a MonitoredBrand)> + '_ {
        self.brands.iter().copied()
    }

    /// Returns true if all brands of the account are selected.
    pub(in crate::backend) fn is_complete(&self) -> bool {
        self.brands.len() == self.all
    }

    /// Returns the bits of the selected brands (see [`bit`]).
    pub(in crate::backend) fn bits(&self) -> i64 {
        self.brands.iter().fold(0, |bits, (at, _)| bits | bit(*at))
    }

    /// Returns the ids of the selected brands.
    pub(in crate::backend) fn ids(&self) -> Vec<String> {
        self.brands.iter().map(|(_, brand)| brand.id.clone()).collect()
    }

    /// Returns the first selected brand among the brands of a mention, given as bits.
    pub(in crate::backend) fn first_of(&self, bits: i64) -> Option<BrandName> {
        let (_, brand) = self.brands.iter().find(|(at, _)| bits & bit(*at) != 0)?;
        Some(BrandName { id: brand.id.clone(), label: brand.label.clone() })
    }
}

/// Checks that an account has no more brands than a mention has bits for them.
pub(in crate::backend) fn check_brand_count(brands: &[MonitoredBrand]) -> Result<(), QueryError> {
    if brands.len() > MAX_BRANDS {
        let message = format!("the account has {} brands; {MAX_BRANDS} are allowed.", brands.len());
        return Err(QueryError::OverBudget(message));
    }
    Ok(())
}

/// Returns the bit of the brand at a position.
pub(in crate::backend) const fn bit(position: usize) -> i64 {
    1 << position
}

/// Returns the position of the brand with an id or label.
pub(in crate::backend) fn find_brand(brands: &[MonitoredBrand], name: &str) -> Result<usize, Violation> {
    brands.iter().position(|brand| brand.id == name || brand.label == name).ok_or_else(|| {
        let labels: Vec<&str> = brands.iter().map(|brand| brand.label.as_str()).collect();
        let message = format!("brand '{}' is not allowed.", echo(name));
        Violation::new(Code::ValueNotAllowed, "?brand", message).allowing(&labels, name)
    })
}

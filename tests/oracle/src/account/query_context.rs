//! A query with its brands, its matching mentions, and its day.

use super::brands::OracleAccount;
use super::filters::{ListFilter, OracleFilters};
use super::mention::OracleMention;
use super::parameters::OracleParameters;
use super::question::OracleQuestion;
use super::reply::OracleProblem;
use super::window::OracleWindow;
use serde_json::Value;

/// A query to an account.
pub struct OracleContext<'a> {
    /// The account.
    pub account: &'a OracleAccount<'a>,
    /// The parameters.
    pub parameters: &'a OracleParameters,
    /// Positions of the requested brands, in the account's order.
    pub brands: Vec<usize>,
    /// The mentions of these brands that pass the filters, of any date.
    pub mentions: Vec<&'a OracleMention<'a>>,
    /// The day of the query.
    pub today: &'a str,
    /// Number of items on earlier pages of a list.
    pub skip: usize,
}

impl<'a> OracleContext<'a> {
    /// Reads a query's parameters.
    pub fn read(
        account: &'a OracleAccount<'a>,
        question: &'a OracleQuestion,
    ) -> Result<OracleContext<'a>, OracleProblem> {
        let OracleQuestion { parameters, today, skip, .. } = question;
        let ListFilter { included, excluded } = ListFilter::read(parameters.list("brand"));
        let included = positions(account, &included)?;
        let excluded = positions(account, &excluded)?;
        let is_requested =
            |brand: &usize| (included.is_empty() || included.contains(brand)) && !excluded.contains(brand);
        let brands: Vec<usize> = (0..account.brands.len()).filter(is_requested).collect();
        let filters = OracleFilters::read(parameters, account.vocabulary);
        let mentions = account.mentions.iter();
        let visible = mentions.filter(|mention| mention.brands.iter().any(|brand| brands.contains(brand)));
        let mentions = visible.filter(|mention| filters.pass(mention)).collect();
        Ok(OracleContext { account, parameters, brands, mentions, today, skip: *skip })
    }

    /// Returns the mentions of a window.
    pub fn within(&self, window: &OracleWindow) -> Vec<&'a OracleMention<'a>> {
        self.mentions.iter().copied().filter(|mention| window.holds(mention.date)).collect()
    }

    /// Returns the mention object, with the first of its requested brands.
    pub fn object(&self, mention: &OracleMention) -> Value {
        let first = mention.brands.iter().find(|brand| self.brands.contains(brand));
        mention.object(self.account.brand(*first.expect("a visible mention")))
    }
}

/// Returns the positions of brands by their ids or labels.
pub fn positions(account: &OracleAccount, names: &[&str]) -> Result<Vec<usize>, OracleProblem> {
    let position = |name: &&str| account.brands.iter().position(|brand| brand.id == **name || brand.label == **name);
    let labels = || account.brands.iter().map(|brand| brand.label.as_str()).collect::<Vec<_>>();
    let known = names.iter().map(|name| position(name).ok_or_else(|| OracleProblem::not_allowed("?brand", &labels())));
    known.collect()
}

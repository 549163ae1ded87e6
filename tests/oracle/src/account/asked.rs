//! The input of a question: brands, mentions that pass, and the current day.

use super::brands::Account;
use super::filters::{Choice, Filters};
use super::mention::Mention;
use super::parameters::Parameters;
use super::question::Question;
use super::reply::Problem;
use super::window::Window;
use serde_json::Value;

/// A question to an account.
pub struct Asked<'a> {
    /// The account.
    pub account: &'a Account<'a>,
    /// The parameters.
    pub parameters: &'a Parameters,
    /// The positions of the question's brands, in the account's order.
    pub brands: Vec<usize>,
    /// The mentions of these brands that pass the filters, of any date.
    pub mentions: Vec<&'a Mention<'a>>,
    /// The current day.
    pub today: &'a str,
    /// The number of list items on earlier pages.
    pub skip: usize,
}

impl<'a> Asked<'a> {
    /// Reads the question.
    pub fn read(account: &'a Account<'a>, question: &'a Question) -> Result<Asked<'a>, Problem> {
        let Question { parameters, today, skip, .. } = question;
        let Choice { included, excluded } = Choice::read(parameters.list("brand"));
        let included = positions(account, &included)?;
        let excluded = positions(account, &excluded)?;
        let is_asked = |brand: &usize| (included.is_empty() || included.contains(brand)) && !excluded.contains(brand);
        let brands: Vec<usize> = (0..account.brands.len()).filter(is_asked).collect();
        let filters = Filters::read(parameters, account.vocabulary);
        let mentions = account.mentions.iter();
        let visible = mentions.filter(|mention| mention.brands.iter().any(|brand| brands.contains(brand)));
        let mentions = visible.filter(|mention| filters.pass(mention)).collect();
        Ok(Asked { account, parameters, brands, mentions, today, skip: *skip })
    }

    /// Returns the mentions of a window.
    pub fn within(&self, window: &Window) -> Vec<&'a Mention<'a>> {
        self.mentions.iter().copied().filter(|mention| window.holds(mention.date)).collect()
    }

    /// Returns the mention object. Its brand is the first of the question's brands.
    pub fn object(&self, mention: &Mention) -> Value {
        let first = mention.brands.iter().find(|brand| self.brands.contains(brand));
        mention.object(self.account.brand(*first.expect("a visible mention")))
    }
}

/// Returns the positions of brands by their ids or labels.
pub fn positions(account: &Account, names: &[&str]) -> Result<Vec<usize>, Problem> {
    let position = |name: &&str| account.brands.iter().position(|brand| brand.id == **name || brand.label == **name);
    let labels = || account.brands.iter().map(|brand| brand.label.as_str()).collect::<Vec<_>>();
    let known = names.iter().map(|name| position(name).ok_or_else(|| Problem::not_allowed("?brand", &labels())));
    known.collect()
}

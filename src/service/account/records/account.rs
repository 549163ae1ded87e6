//! The account itself: made, and changed.

use super::table::{Kind, Stage, Stored};
use super::{Answer, Done, Offer, Records, Refusal, Step, answered, refused, seconds};
use crate::guard::request::MonitoredBrand;
use crate::service::account::Account;
use crate::service::account::request::AccountRequest;
use crate::service::meter::ledger::Tables;

impl<T: Tables> Records<T> {
    pub(super) fn offer_account(&mut self, account: Account, not_after: i64, now_ms: i64) -> Result<Step, String> {
        let stored = match self.table.account()? {
            None if now_ms > not_after => return Ok(Step::Done(refused(Refusal::NotMade))),
            None => {
                let new = Stored::new(Kind::Account, &account.id, &account, seconds(now_ms))?;
                self.table.write([new.clone()])?;
                new
            }
            Some(stored) if stored.stage == Stage::Offered => stored,
            // It was made, and the answer was lost.
            Some(stored) if stored.stage == Stage::Kept => return self.kept(&stored).map(Step::Done),
            Some(_) => return Ok(Step::Done(refused(Refusal::NotMade))),
        };
        Ok(Step::Offered(Box::new(Offer { publication: stored.publication()?, not_after, replaces: None })))
    }

    pub(super) fn accept_account(&mut self, offer: &Offer, now_ms: i64) -> Result<Done, String> {
        let Some(stored) = self.table.account()? else { return Ok(refused(Refusal::NotMade)) };
        match stored.stage {
            Stage::Offered if now_ms > offer.not_after => self.give_up(stored, Refusal::NotMade, now_ms),
            Stage::Offered => {
                let accepted = stored.accepted();
                let (account, done): (Account, _) = (accepted.record()?, self.kept(&accepted)?);
                self.table.write([accepted])?;
                self.account = Some(account);
                Ok(done)
            }
            Stage::Kept => self.kept(&stored),
            Stage::Withdrawn => Ok(refused(Refusal::NotMade)),
        }
    }

    pub(super) fn change_account(&mut self, change: AccountRequest, now_ms: i64) -> Result<Done, String> {
        let (Some(account), Some(stored)) = (&self.account, self.table.account()?) else {
            return Ok(refused(Refusal::NoAccount));
        };
        let current = account.revision;
        let named = change.revision;
        let changed = merged(account, change);
        let is_same = changed == *account;
        // Sent again, a change that was made is no conflict.
        let was_made = |named: u64| is_same && named + 1 == current;
        if let Some(named) = named.filter(|named| *named != current && !was_made(*named)) {
            return Ok(refused(Refusal::Revision { named, current }));
        }
        let concerns = Some((Kind::Account, stored.id.clone()));
        if !is_same {
            let changed = Account { revision: current + 1, ..changed };
            self.table.write([stored.changed(&changed, seconds(now_ms))?])?;
            self.account = Some(changed);
        }
        let answer = self
            .account
            .clone()
            .map_or(Answer::Refused(Refusal::NoAccount), |account| Answer::Account(Box::new(account)));
        Ok(Done { concerns, ..answered(answer) })
    }
}

/// An account with some members changed.
fn merged(account: &Account, change: AccountRequest) -> Account {
    let AccountRequest { name, plan, status, brands, revision: _ } = change;
    let known = account.clone();
    Account {
        name: name.unwrap_or(known.name),
        plan: plan.unwrap_or(known.plan),
        status: status.unwrap_or(known.status),
        brands: match brands {
            Some(brands) => brands.into_iter().map(|brand| identified(brand, &known.brands)).collect(),
            None => known.brands,
        },
        ..known
    }
}

/// A brand of a label that was there keeps its id.
fn identified(brand: MonitoredBrand, before: &[MonitoredBrand]) -> MonitoredBrand {
    match before.iter().find(|known| known.label == brand.label) {
        Some(known) => MonitoredBrand { id: known.id.clone(), ..brand },
        None => brand,
    }
}

//! Changes of the account record.

use super::table::RecordKind;
use super::{Records, RecordsAnswer, RecordsRefusal, RecordsResult, plain_answer, refused, seconds};
use crate::guard::request::MonitoredBrand;
use crate::service::account::Account;
use crate::service::account::request::AccountChange;
use crate::service::meter::ledger::Tables;

impl<T: Tables> Records<T> {
    pub(super) fn change_account(&mut self, change: AccountChange, now_ms: i64) -> Result<RecordsResult, String> {
        let (Some(account), Some(entry)) = (&self.account, self.table.account()?) else {
            return Ok(refused(RecordsRefusal::NoAccount));
        };
        let current = account.revision;
        let named = change.revision;
        let mut changed = apply_change(account, change);
        let is_same = changed == *account;
        // A repeated change that was already made is no conflict.
        let was_made = |named: u64| is_same && named + 1 == current;
        if let Some(named) = named.filter(|named| *named != current && !was_made(*named)) {
            return Ok(refused(RecordsRefusal::Revision { named, current }));
        }
        let concerns = Some((RecordKind::Account, entry.id.clone()));
        if !is_same {
            changed.revision = current + 1;
            self.table.write([entry.with_record(&changed, seconds(now_ms))?])?;
            self.account = Some(changed.clone());
        }
        let answer = RecordsAnswer::Account(Box::new(changed));
        Ok(RecordsResult { concerns, ..plain_answer(answer) })
    }
}

/// Returns an account with the members of a change applied.
fn apply_change(account: &Account, change: AccountChange) -> Account {
    let AccountChange { name, plan, status, brands, revision: _ } = change;
    let known = account.clone();
    Account {
        name: name.unwrap_or(known.name),
        plan: plan.unwrap_or(known.plan),
        status: status.unwrap_or(known.status),
        // A brand whose label already existed keeps its id.
        brands: brands.map_or(known.brands.clone(), |brands| {
            let id = |brand: &MonitoredBrand| {
                known.brands.iter().find(|known| known.label == brand.label).map(|known| known.id.clone())
            };
            brands.into_iter().map(|brand| MonitoredBrand { id: id(&brand).unwrap_or(brand.id), ..brand }).collect()
        }),
        ..known
    }
}

//! Requests of the Account API. The host writes the query string, or the body of an operation that has one, to the input
//! buffer. The number of an operation is its place in the catalogue.

use crate::{REFUSED, REQUEST_ID, answer, module};
use overheard::guard::account::{Targets, check, check_report, check_webhook, cost, put_address};
use overheard::guard::{Guard, Verbosity};
use overheard::spec::AccountOperation;

/// Writes the canonical address. Returns 0, or less if the request is refused.
#[unsafe(no_mangle)]
pub extern "C" fn account_shape(operation: u32, length: usize) -> i32 {
    let (guard, result) = module();
    let Some(operation) = run(guard, operation, length, Verbosity::CountOnly) else { return REFUSED };
    put_address(guard, operation);
    let cost = cost(guard, operation);
    answer(guard, result, 0, cost);
    0
}

/// Writes the error body for a refused request.
#[unsafe(no_mangle)]
pub extern "C" fn account_put_problem(operation: u32, length: usize) {
    let (guard, result) = module();
    if run(guard, operation, length, Verbosity::Messages).is_none() {
        guard.put_problem(REQUEST_ID);
    }
    answer(guard, result, 0, 0);
}

/// Reads and checks a request. Returns the operation if the request passes.
fn run(guard: &mut Guard, operation: u32, length: usize, verbosity: Verbosity) -> Option<AccountOperation> {
    let operation = AccountOperation::ALL.get(operation as usize).copied().unwrap_or(AccountOperation::Account);
    let has_body = matches!(operation, AccountOperation::CreateReport | AccountOperation::CreateWebhook);
    let is_read = if has_body { guard.read(length, verbosity, false) } else { guard.read_query(length, verbosity) };
    if !is_read {
        return None;
    }
    match operation {
        AccountOperation::CreateReport => check_report(guard),
        AccountOperation::CreateWebhook => check_webhook(guard, Targets::Public),
        _ => check(guard, operation),
    }
    (guard.violation_count() == 0).then_some(operation)
}

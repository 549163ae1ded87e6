//! Transactions on the storage of a Durable Object, which the platform's crate does not expose.

use worker::State;
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsCast as _, JsValue};

#[wasm_bindgen]
extern "C" {
    /// The storage of an object, with the method `transactionSync`.
    pub(super) type Transactions;

    #[wasm_bindgen(method, catch, js_name = transactionSync)]
    fn transaction_sync(this: &Transactions, work: &mut dyn FnMut() -> Result<(), JsValue>)
    -> Result<JsValue, JsValue>;
}

impl Transactions {
    /// Returns the transactions of the object with this state.
    pub fn of(state: &State) -> Self {
        JsValue::from(state.storage().as_raw()).unchecked_into()
    }
}

/// Runs a function that writes to the tables of the object. If it fails, its writes are rolled back.
///
/// # Errors
/// Errors of the function and of the platform.
pub(super) fn transaction<T>(
    transactions: &Transactions,
    work: impl FnOnce() -> Result<T, String>,
) -> Result<T, String> {
    let mut work = Some(work);
    let mut result = Err("the work of a transaction was not done".to_owned());
    let kept = transactions.transaction_sync(&mut || {
        if let Some(work) = work.take() {
            result = work();
        }
        // The platform rolls back if the callback throws.
        result.as_ref().map(drop).map_err(|error| JsValue::from(error.as_str()))
    });
    match (result, kept) {
        (Ok(_), Err(error)) => Err(format!("a transaction failed: {error:?}")),
        (result, _) => result,
    }
}

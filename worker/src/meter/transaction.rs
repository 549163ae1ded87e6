//! Transactions of the object's storage, for which the platform's crate has no method.

use worker::State;
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsCast as _, JsValue};

#[wasm_bindgen]
extern "C" {
    /// The storage of an object, with what the platform's crate leaves out.
    pub(super) type Transactions;

    #[wasm_bindgen(method, catch, js_name = transactionSync)]
    fn transaction_sync(this: &Transactions, work: &mut dyn FnMut() -> Result<(), JsValue>)
    -> Result<JsValue, JsValue>;
}

impl Transactions {
    /// Those of the object with this state.
    pub fn of(state: &State) -> Self {
        JsValue::from(state.storage().as_raw()).unchecked_into()
    }
}

/// Does work that writes to the tables of the object: all that it writes is kept, or nothing when it fails.
///
/// # Errors
/// Those of the work, and of the platform.
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
        // What is thrown here undoes what was written.
        result.as_ref().map(drop).map_err(|error| JsValue::from(error.as_str()))
    });
    match (result, kept) {
        (Ok(_), Err(error)) => Err(format!("a transaction failed: {error:?}")),
        (result, _) => result,
    }
}

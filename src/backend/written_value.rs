//! The values of records as answers contain them.

use crate::base::number::Number;
use crate::spec::{Field, Kind, Unit};
use serde_json::Value;

/// The decimals of a sentiment score in an answer.
const SENTIMENT_DECIMALS: i32 = 3;
/// The decimals of an amount in dollars.
const USD_DECIMALS: i32 = 2;
/// The decimals of a ratio: all that are stored.
const RATIO_DECIMALS: i32 = 9;

/// Converts the stored value of a field. Returns `None` if it does not fit the field.
pub(in crate::backend) fn written_value(field: &Field, stored: Value) -> Option<Value> {
    let decimals = match field.kind {
        Kind::Number(Unit::Score) => SENTIMENT_DECIMALS,
        Kind::Number(Unit::Usd) => USD_DECIMALS,
        Kind::Number(Unit::Ratio) => RATIO_DECIMALS,
        _ => {
            let fits = match field.kind {
                _ if stored.is_null() => !field.required && !field.multi,
                Kind::Number(_) => stored.is_u64(),
                Kind::Shares => stored.is_object(),
                _ => stored.is_array() == field.multi && (field.multi || stored.is_string()),
            };
            return fits.then_some(stored);
        }
    };
    if stored.is_null() {
        return Some(Value::Null);
    }
    serde_json::to_value(Number::rounded(field.unit().value(stored.as_i64()?), decimals)).ok()
}

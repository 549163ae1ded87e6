//! Random accounts over records: the records with what answers to accounts need, the oracle, and the accounts' brands.

use overheard::guard::request::MonitoredBrand;
use overheard::spec::Index;
use overheard_oracle::Oracle;
use serde_json::Value;

/// Creates the oracle over some records.
///
/// # Panics
/// If a line is no record.
pub fn oracle(lines: &[(Index, String)]) -> Oracle {
    Oracle::from_records(|index| {
        let of_index = lines.iter().filter(|(of, _)| of.name() == index.name());
        of_index.map(|(_, line)| serde_json::from_str(line).expect("an object")).collect()
    })
}

/// Adds the time when a mention became known. The default is the time of its import.
///
/// # Panics
/// If the line is no record.
pub fn known_since((index, line): (Index, String)) -> (Index, String) {
    if index != Index::BusinessIdeas {
        return (index, line);
    }
    let mut document: Value = serde_json::from_str(&line).expect("an object");
    let date = document["upload_date"].as_str().unwrap_or("2026-01-01").to_owned();
    document.as_object_mut().expect("an object").entry("indexed_at").or_insert(format!("{date}T03:14:09Z").into());
    (index, document.to_string())
}

/// Removes language and region of every third mention, so that its video decides.
///
/// # Panics
/// If the line is no record.
pub fn left_to_its_video((number, (index, line)): (usize, (Index, String))) -> (Index, String) {
    if index != Index::BusinessIdeas || number % 3 > 0 {
        return (index, line);
    }
    let mut document: Value = serde_json::from_str(&line).expect("an object");
    let members = document.as_object_mut().expect("an object");
    members.retain(|name, _| !["language", "region"].contains(&name.as_str()));
    (index, document.to_string())
}

/// Returns the brands of a random account.
///
/// # Panics
/// If it has none.
pub fn brands(account: &Value) -> Vec<MonitoredBrand> {
    serde_json::from_value(account["brands"].clone()).expect("brands")
}

//! Versions of the dataset: generation numbers, and required tables.

use overheard::backend::columnar::versions;
use overheard::query::VersionState;
use overheard::records;
use overheard::segment::Table;
use overheard::sql::Row;
use serde_json::json;

const MIGRATION: &str = include_str!("../../worker/migrations/0001_generations.sql");

#[test]
fn the_migration_makes_the_tables_of_all_generations() {
    let squeezed =
        |sql: &str| sql.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(").replace(" )", ")");
    let migration = squeezed(MIGRATION);
    for table in Table::ALL.into_iter().filter(|table| table.is_shared()) {
        let create = table.definition(1).create().sql.replace(" IF NOT EXISTS", "");
        assert!(migration.contains(&squeezed(&create)), "{create}");
    }
}

#[test]
fn numbers_are_not_used_again_while_anything_is_left() {
    let state = VersionState { dropped: vec![7], ..VersionState::default() };
    assert_eq!(state.next_generation(), 8);
}

fn missing(there: &[&str], served: Option<u32>) -> Vec<String> {
    let row = |name: &&str| serde_json::from_value(json!({"name": name})).unwrap();
    let rows: Vec<Row> = there.iter().map(row).collect();
    let mut missing = records::missing_tables(&rows);
    missing.extend(versions::missing_tables(&rows, served));
    missing
}

#[test]
fn shared_tables_and_those_of_the_active_version_are_required() {
    let shared = [
        "report",
        "report_schedule",
        "idempotency",
        "webhook",
        "webhook_event",
        "webhook_delivery",
        "event_memory",
        "event_told",
        "feed",
        "alert",
        "alert_firing",
        "brand_alias",
        "generation",
        "frequency",
        "name",
        "term",
        "layout",
    ];
    assert_eq!(missing(&[], None), shared);
    assert_eq!(missing(&shared, None), [] as [&str; 0]);
    let of_served = missing(&shared, Some(4));
    assert_eq!(of_served.len(), Table::ALL.len() - 4);
    assert!(of_served.iter().all(|table| table.ends_with("_4")), "{of_served:?}");
}

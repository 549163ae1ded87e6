//! The tables of records, which migrations make.

use crate::sql::{self, Row};

const TABLES: [&str; 12] = [
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
];

/// Returns the tables of records that are missing in the rows of [`sql::table_names`].
pub fn missing_tables(rows: &[Row]) -> Vec<String> {
    sql::missing_tables(rows, TABLES.map(str::to_owned))
}

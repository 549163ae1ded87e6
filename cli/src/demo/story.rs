//! The planned events of the thirty months, which analyses of the demo data can find.

use super::calendar::{month, month_of_year};
use super::category::{Category, DemoBrand, DemoTopic};

/// The leading brand of Beauty until the spring of 2026.
pub const FORMER_LEADER: &str = "Velunara";
/// The brand that grows every month and overtakes the leader.
pub const OVERTAKER: &str = "Borealume";
/// The brand that launches a product line in March 2026.
pub const LAUNCHER: &str = "Kelvarro";
/// The brand that recalls a product in November 2025 and has recovered by May 2026.
pub const RECALLED: &str = "Brindlemoss";
/// The name of two brands, an oat drink and a farming game, which only a context distinguishes.
pub const NAMESAKE: &str = "Ottermoor";

/// Returns a brand's volume of mentions in a month, on a scale common to all categories.
pub fn volume(category: &Category, brand: &DemoBrand, month: u32) -> u64 {
    let total: u64 = category.brands.iter().map(|brand| brand.weight).sum();
    let season = category.season.get(month_of_year(month)).copied().unwrap_or(100);
    let growth = 100 + 2 * u64::from(month);
    category.share * brand.weight * season * growth * event_factor(brand.name, month) / total
}

/// Returns the factor in percent by which events change a brand's volume.
fn event_factor(brand: &str, at: u32) -> u64 {
    match brand {
        FORMER_LEADER => 102 - u64::from(at) / 2,
        OVERTAKER => 36 + 7 * u64::from(at) / 3,
        LAUNCHER => after(month(2026, 2), at, &[150, 480, 260, 170, 140, 125]).unwrap_or(100),
        RECALLED => after(RECALL, at, &[300, 210, 130, 90, 85, 95]).unwrap_or(100),
        _ => 100,
    }
}

/// The month in which the product is recalled.
const RECALL: u32 = month(2025, 11);

/// Returns the value for a month from a table that begins at an event; the last entry applies to later months.
/// Returns `None` before the event.
fn after<T: Copy>(event: u32, at: u32, table: &[T]) -> Option<T> {
    let months = at.checked_sub(event)? as usize;
    table.get(months).or(table.last()).copied()
}

/// Returns a brand's usual sentiment score in a month, in hundredths.
pub fn mood(brand: &DemoBrand, at: u32) -> i64 {
    let recovery = [-44, -36, -18, 2, 18, 28, 36, 42];
    match brand.name {
        RECALLED => after(RECALL, at, &recovery).unwrap_or(brand.mood),
        _ => brand.mood,
    }
}

/// Returns the common topic of a brand in a month, and its percentage of mentions.
pub fn news(brand: &str, at: u32) -> Option<(DemoTopic, i64)> {
    let is = |year, of_year| at == month(year, of_year);
    match brand {
        RECALLED if is(2025, 11) => Some((("allergen recall", -26), 60)),
        RECALLED if is(2025, 12) => Some((("allergen recall", -24), 48)),
        RECALLED if is(2026, 1) => Some((("allergen recall", -20), 26)),
        RECALLED if is(2026, 2) || is(2026, 3) => Some((("new recipe", 16), 34)),
        RECALLED if is(2026, 4) => Some((("new recipe", 14), 20)),
        LAUNCHER if is(2026, 2) => Some((("launch rumours", 4), 40)),
        LAUNCHER if is(2026, 3) => Some((("launch", 12), 55)),
        LAUNCHER if is(2026, 4) => Some((("launch", 8), 18)),
        _ => None,
    }
}

/// Returns the percentage of mentions with the emerging topic of their category in a month.
pub fn emergence(at: u32) -> i64 {
    after(month(2026, 8), at, &[2, 4, 24]).unwrap_or(0)
}

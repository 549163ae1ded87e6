//! All limits with their reasons.

/// Maximum results or buckets of an answer, for all operations.
pub const MAX_RESULTS: u32 = 50;
/// Default number of results or buckets.
pub const DEFAULT_SIZE: u32 = 10;
/// Maximum search results for a key of access level `aggregate`.
pub const SEARCH_SIZE_AGGREGATE: u32 = 10;
/// Minimum values of a co-mention request: a single value cannot co-occur.
pub const MIN_CO_MENTION_VALUES: usize = 2;
/// Maximum values of a co-mention request.
pub const MAX_CO_MENTION_VALUES: usize = 5;
/// Maximum brands of a sector request.
pub const MAX_BRANDS: usize = 30;
/// Maximum months between `from_date` and `to_date` of a sector request.
pub const MAX_MONTHS: u32 = 24;
/// Maximum terms of a brand. With 30 brands of 20 terms a request stays well below [`MAX_BODY_BYTES`].
pub const MAX_TERMS: usize = 20;
/// Maximum context words of a brand, the same as of terms.
pub const MAX_CONTEXTS: usize = 20;
/// Maximum values of a term filter.
pub const MAX_FILTER_VALUES: usize = 20;
/// Maximum characters of a name, a term or a filter value: the length of the longest name that an import accepts.
pub const MAX_NAME_CHARACTERS: usize = 200;
/// Maximum characters of a title or a description.
pub const MAX_TEXT_CHARACTERS: usize = 2_000;
/// Maximum characters of a mention's context: enough for a paraphrase, too few for a transcript.
pub const MAX_CONTEXT_CHARACTERS: usize = 280;
/// Maximum characters of a full-text query.
pub const MAX_Q_CHARACTERS: usize = 1_000;
/// Largest magnitude of a number in a filter (2^53 - 1): the last integer that all JSON clients represent exactly.
pub const MAX_NUMBER: f64 = 9_007_199_254_740_991.0;
/// Maximum bytes of a request body.
pub const MAX_BODY_BYTES: usize = 64 * 1024;
/// Maximum bytes of a query string, which is the platform's limit for a URL.
pub const MAX_QUERY_BYTES: usize = 16 * 1024;
/// Maximum characters of a cursor. The longest id that an import accepts gives a shorter cursor.
pub const MAX_CURSOR_CHARACTERS: usize = 1_200;
/// Days of the default window of the Account API.
pub const DEFAULT_DAYS: i64 = 30;
/// Maximum days of a timeline that is daily by default.
pub const DAILY_DAYS: i64 = 31;
/// Maximum days of a timeline that is weekly by default. Longer ones are monthly.
pub const WEEKLY_DAYS: i64 = 183;
/// Maximum periods of a timeline: a year of days fits, and a chart cannot show more.
pub const MAX_POINTS: i64 = 400;
/// Maximum nesting depth of a request body. The deepest valid request has five levels.
pub const MAX_JSON_DEPTH: usize = 16;
/// Maximum violations in an error body.
pub const MAX_VIOLATIONS: usize = 20;
/// Maximum characters of a refused value in a message.
pub const MAX_ECHO_CHARACTERS: usize = 64;
/// Videos per brand above which readers expect such services to sample. Published, but never applied.
pub const VIDEO_CAP: u32 = 3000;
/// Number of distinct videos below which a brand's coverage is `low`.
pub const LOW_COVERAGE: u64 = 20;
/// Number of scored mentions below which a brand has low confidence.
pub const MIN_SCORED_MENTIONS: u64 = 5;
/// Number of mentions below which an analysis of the Account API has low confidence.
pub const MIN_CONFIDENT_MENTIONS: u64 = 20;
/// Number of listed topics per brand and month.
pub const TOP_TOPICS: usize = 5;
/// Maximum records with the rarest word of a query for which relevance is computed. Ranking reads every one of them;
/// below this limit it stays well under the query timeout.
pub const MAX_RANKED_DOCUMENTS: u64 = 20_000;
/// Timeout of a request at the backend, in milliseconds.
pub const QUERY_TIMEOUT_MS: u64 = 5_000;
/// Timeout of a sector request at the backend, in milliseconds.
pub const SECTOR_TIMEOUT_MS: u64 = 20_000;
/// Timeout of an Account API request, in milliseconds. The first request after an import may have to wait until the
/// account's view is prepared.
pub const ACCOUNT_TIMEOUT_MS: u64 = 20_000;
/// Lowest score of an unlabelled mention that counts as positive.
pub const POSITIVE_FROM: f64 = 0.25;
/// Highest score of an unlabelled mention that counts as negative.
pub const NEGATIVE_TO: f64 = -0.25;
/// Maximum characters of a report title.
pub const MAX_REPORT_TITLE_CHARACTERS: usize = 120;
/// Default maximum of CSV rows of a report.
pub const DEFAULT_REPORT_ROWS: u32 = 10_000;
/// Maximum CSV rows of a report.
pub const MAX_REPORT_ROWS: u32 = 50_000;
/// Maximum parts of a report.
pub const MAX_REPORT_PARTS: u32 = 9_999;
/// Maximum metadata pairs of a report.
pub const MAX_METADATA_PAIRS: usize = 20;
/// Maximum characters of a metadata name.
pub const MAX_METADATA_NAME_CHARACTERS: usize = 40;
/// Maximum characters of a metadata text.
pub const MAX_METADATA_CHARACTERS: usize = 500;
/// Maximum characters of a webhook URL.
pub const MAX_TARGET_CHARACTERS: usize = 2_048;
/// Maximum events in a webhook request. More than exist, so that the catalogue can grow.
pub const MAX_WEBHOOK_EVENTS: usize = 20;
/// Maximum characters of a webhook description.
pub const MAX_WEBHOOK_DESCRIPTION_CHARACTERS: usize = 200;
/// Maximum webhooks of an account with the plan `professional`.
pub const MAX_WEBHOOKS: u32 = 10;
/// Maximum webhooks of an account with a larger plan.
pub const MAX_WEBHOOKS_ENTERPRISE: u32 = 50;
/// Maximum unfinished reports of an account.
pub const MAX_UNFINISHED_REPORTS: u32 = 10;

//! Every limit, with its reason.

/// Results or buckets of one answer: the hard cap of all operations.
pub const MAX_RESULTS: u32 = 50;
/// Results or buckets when a request names no size.
pub const DEFAULT_SIZE: u32 = 10;
/// Documents that a key of access level `aggregate` gets from a search, whatever it asks for.
pub const SEARCH_SIZE_AGGREGATE: u32 = 10;
/// Values of a co-mention question: one alone co-occurs with nothing.
pub const MIN_CO_MENTION_VALUES: usize = 2;
/// Values of a co-mention question.
pub const MAX_CO_MENTION_VALUES: usize = 5;
/// Brands of a sector question.
pub const MAX_BRANDS: usize = 30;
/// Months between `from_date` and `to_date` of a sector question.
pub const MAX_MONTHS: u32 = 24;
/// Terms of a brand. With 30 brands of 20 terms a request stays well below [`MAX_BODY_BYTES`].
pub const MAX_TERMS: usize = 20;
/// Context words of a brand, as many as terms.
pub const MAX_CONTEXTS: usize = 20;
/// Values of one term filter.
pub const MAX_FILTER_VALUES: usize = 20;
/// Characters of a name, a term or a filter value: the longest name that an import accepts.
pub const MAX_NAME_CHARACTERS: usize = 200;
/// Characters of a title or a description.
pub const MAX_TEXT_CHARACTERS: usize = 2_000;
/// Characters of a mention's context: a paraphrase, not a transcript.
pub const MAX_CONTEXT_CHARACTERS: usize = 280;
/// Characters of a full-text question.
pub const MAX_Q_CHARACTERS: usize = 200;
/// The largest magnitude of a number in a filter: the last integer that JSON clients share exactly (2^53 - 1).
pub const MAX_NUMBER: f64 = 9_007_199_254_740_991.0;
/// Bytes of a request body.
pub const MAX_BODY_BYTES: usize = 64 * 1024;
/// Bytes of an address's query, as much as the platform takes of an address.
pub const MAX_QUERY_BYTES: usize = 16 * 1024;
/// Characters of a cursor: more than the longest id that an import accepts makes of it.
pub const MAX_CURSOR_CHARACTERS: usize = 1_200;
/// Days of the window of a question of the Account API that does not name it.
pub const DEFAULT_DAYS: i64 = 30;
/// Days up to which a timeline is told day by day when no interval is asked for.
pub const DAILY_DAYS: i64 = 31;
/// Days up to which it is told week by week; month by month beyond.
pub const WEEKLY_DAYS: i64 = 183;
/// Periods of a timeline: a year day by day fits, and a chart shows no more.
pub const MAX_POINTS: i64 = 400;
/// Nesting of a request body; the deepest valid request has five levels.
pub const MAX_JSON_DEPTH: usize = 16;
/// Violations that one problem lists.
pub const MAX_VIOLATIONS: usize = 20;
/// Characters of a refused value that a message repeats.
pub const MAX_ECHO_CHARACTERS: usize = 64;
/// Videos per brand beyond which readers expect services of this kind to sample. Published, never applied.
pub const VIDEO_CAP: u32 = 3000;
/// Distinct videos below which a brand's coverage is `low`.
pub const LOW_COVERAGE: u64 = 20;
/// Scored mentions below which a brand is of low confidence.
pub const MIN_SCORED_MENTIONS: u64 = 5;
/// Mentions below which an analysis of the Account API is of low confidence.
pub const MIN_CONFIDENT_MENTIONS: u64 = 20;
/// Topics listed per brand and month.
pub const TOP_TOPICS: usize = 5;
/// Documents with a question's rarest word above which relevance is not computed: ranking reads
/// every one of them, and below this it stays well under the query timeout.
pub const MAX_RANKED_DOCUMENTS: u64 = 20_000;
/// Milliseconds that a question may take at the backend.
pub const QUERY_TIMEOUT_MS: u64 = 5_000;
/// Milliseconds that a sector question may take at the backend.
pub const SECTOR_TIMEOUT_MS: u64 = 20_000;
/// Milliseconds that a question of the Account API may take: whoever asks first after an import may have to wait until
/// what the account sees is prepared.
pub const ACCOUNT_TIMEOUT_MS: u64 = 20_000;
/// Score from which an unlabelled mention counts as positive.
pub const POSITIVE_FROM: f64 = 0.25;
/// Score down from which an unlabelled mention counts as negative.
pub const NEGATIVE_TO: f64 = -0.25;
/// Characters of a report's title.
pub const MAX_REPORT_TITLE_CHARACTERS: usize = 120;
/// Rows of a report's CSV when a request names no limit.
pub const DEFAULT_REPORT_ROWS: u32 = 10_000;
/// Rows of a report's CSV.
pub const MAX_REPORT_ROWS: u32 = 50_000;
/// Pairs of a report's metadata.
pub const MAX_METADATA_PAIRS: usize = 20;
/// Characters of the name of such a pair.
pub const MAX_METADATA_NAME_CHARACTERS: usize = 40;
/// Characters of its text.
pub const MAX_METADATA_CHARACTERS: usize = 500;
/// Characters of the address that a webhook delivers to.
pub const MAX_TARGET_CHARACTERS: usize = 2_048;
/// Events that a webhook names: more than there are, so that the catalogue may grow.
pub const MAX_WEBHOOK_EVENTS: usize = 20;
/// Characters of a webhook's description.
pub const MAX_WEBHOOK_DESCRIPTION_CHARACTERS: usize = 200;
/// Webhooks of an account of the plan `professional`.
pub const MAX_WEBHOOKS: u32 = 10;
/// Webhooks of an account of a larger plan.
pub const MAX_WEBHOOKS_ENTERPRISE: u32 = 50;
/// Reports of an account that are not finished.
pub const MAX_UNFINISHED_REPORTS: u32 = 10;

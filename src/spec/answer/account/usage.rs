//! The answers of `GET /v1/account` and `GET /v1/account/usage`.

use crate::base::date::Date;
use crate::spec::answer::answer;
use crate::spec::request::account::choice::UsageInterval;

answer! {
    /// The account as it sees itself.
    pub struct AccountDetails as "account" {
        id: String,
        name: String,
        status: String,
        plan: PlanDetails,
        brands: Vec<BrandDetails>,
        token: TokenDetails,
        usage: UsedWindows,
        region: Option<String>,
        dataset: Option<ServedDataset>,
        created_at: String,
    }

    /// What the plan of a token allows.
    pub struct PlanDetails {
        name: String,
        endpoints: Vec<String>,
        requests_per_minute: Option<u64>,
        requests_per_day: Option<u64>,
        webhooks: bool,
        guaranteed_delivery: bool,
        max_webhooks: u64,
    }

    /// A brand that the account monitors.
    pub struct BrandDetails {
        id: String,
        label: String,
        terms: Vec<String>,
        must_context: Vec<String>,
        exact: bool,
        /// Whether it is the first of the account's brands.
        primary: bool,
    }

    /// The token that was used.
    pub struct TokenDetails {
        id: String,
        name: String,
        prefix: String,
        scopes: Vec<String>,
        created_at: String,
        expires_at: Option<String>,
        last_used_at: Option<String>,
    }

    /// How far the windows of the account are used.
    pub struct UsedWindows {
        /// Requests of the key in this minute.
        minute: UsedWindow,
        /// Charged requests of the account on this day.
        day: UsedWindow,
        /// Charged requests of the account in this month.
        month: UsedWindow,
    }

    /// How far a window is used.
    pub struct UsedWindow {
        /// What was taken.
        used: u64,
        /// What the plan allows, if it says so.
        limit: Option<u64>,
        /// When it opens again, in seconds since 1970.
        resets_at: Option<i64> => Sometimes,
    }

    /// The dataset that the account's questions are answered from.
    pub struct ServedDataset {
        version: String,
        /// The date of the earliest mention.
        first_date: Option<String>,
        /// The date of the latest mention.
        last_date: Option<String>,
        /// When it was published.
        updated_at: String,
    }

    /// What an account has used.
    pub struct AccountUsage as "account_usage" {
        interval: UsageInterval,
        totals: UsageTotals,
        series: Vec<UsagePoint>,
        groups: Vec<GroupUsage>,
        limits: UsageLimits,
        meta: UsageMeta,
    }

    /// All of the window.
    #[derive(Default)]
    pub struct UsageTotals {
        requests: u64,
        charged: u64,
        errors_4xx: u64,
        errors_5xx: u64,
        rate_limited: u64,
        cost_units: u64,
        p50_ms: Option<u64>,
        p95_ms: Option<u64>,
    }

    /// A period.
    #[derive(Default)]
    pub struct UsagePoint {
        period: String,
        requests: u64,
        charged: u64,
        rate_limited: u64,
        cost_units: u64,
    }

    /// Requests that have in common what they are counted by.
    #[derive(Default)]
    pub struct GroupUsage {
        endpoint: Option<String> => Sometimes,
        face: Option<String> => Sometimes,
        status: Option<String> => Sometimes,
        token: Option<String> => Sometimes,
        requests: u64,
        charged: u64,
    }

    /// What an account may use.
    #[derive(Copy, Default)]
    pub struct UsageLimits {
        /// Of each key, on the Account API.
        requests_per_minute: Option<u64>,
        /// On the Account API.
        requests_per_day: Option<u64>,
        /// On the Data API.
        data_requests_per_month: Option<u64>,
    }

    /// What usage says of itself.
    pub struct UsageMeta {
        from: Date,
        to: Date,
        timezone: &'static str,
        filters: UsageFilters,
        /// It is of no brands.
        brands: Vec<String>,
        mentions: u64,
        low_confidence: bool,
        dataset_version: Option<String>,
        generated_at: String,
        partial_periods: Vec<String>,
    }

    /// What requests were counted by.
    pub struct UsageFilters {
        group_by: Option<Vec<String>> => Sometimes,
    }
}

//! Answers of `GET /v1/account` and `GET /v1/account/usage`.

use crate::base::date::Date;
use crate::spec::answer::answer;
use crate::spec::request::account::choice::UsageInterval;

answer! {
    /// The account of the caller.
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

    /// Limits of the token's plan.
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
        /// Absent if no context excludes a mention.
        must_not_context: Option<Vec<String>> => Sometimes,
        exact: bool,
        /// True for the first of the account's brands.
        primary: bool,
    }

    /// The token of the request.
    pub struct TokenDetails {
        id: String,
        name: String,
        prefix: String,
        scopes: Vec<String>,
        created_at: String,
        expires_at: Option<String>,
        last_used_at: Option<String>,
    }

    /// Usage of the account's rate-limit windows.
    pub struct UsedWindows {
        /// Requests of the key in the current minute.
        minute: UsedWindow,
        /// Charged requests of the account on the current day.
        day: UsedWindow,
        /// Charged requests of the account in the current month.
        month: UsedWindow,
    }

    /// Usage of a rate-limit window.
    pub struct UsedWindow {
        /// Number of requests.
        used: u64,
        /// Limit of the plan, if it has one.
        limit: Option<u64>,
        /// Time when the window resets, in seconds since 1970.
        resets_at: Option<i64> => Sometimes,
    }

    /// The dataset version that serves the account.
    pub struct ServedDataset {
        version: String,
        /// Date of the earliest mention.
        first_date: Option<String>,
        /// Date of the latest mention.
        last_date: Option<String>,
        /// Time of publication.
        updated_at: String,
    }

    /// Usage of an account.
    pub struct AccountUsage as "account_usage" {
        interval: UsageInterval,
        totals: UsageTotals,
        series: Vec<UsagePoint>,
        groups: Vec<GroupUsage>,
        limits: UsageLimits,
        meta: UsageMeta,
    }

    /// Usage of the whole window.
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

    /// Usage of a period.
    #[derive(Default)]
    pub struct UsagePoint {
        period: String,
        requests: u64,
        charged: u64,
        rate_limited: u64,
        cost_units: u64,
    }

    /// Usage of a group.
    #[derive(Default)]
    pub struct GroupUsage {
        endpoint: Option<String> => Sometimes,
        face: Option<String> => Sometimes,
        status: Option<String> => Sometimes,
        token: Option<String> => Sometimes,
        requests: u64,
        charged: u64,
    }

    /// Limits of an account.
    #[derive(Copy, Default)]
    pub struct UsageLimits {
        /// Account API, per key.
        requests_per_minute: Option<u64>,
        /// Account API.
        requests_per_day: Option<u64>,
        /// Data API.
        data_requests_per_month: Option<u64>,
    }

    /// Metadata of usage.
    pub struct UsageMeta {
        from: Date,
        to: Date,
        timezone: &'static str,
        filters: UsageFilters,
        /// Always empty: usage does not depend on brands.
        brands: Vec<String>,
        mentions: u64,
        low_confidence: bool,
        dataset_version: Option<String>,
        generated_at: String,
        partial_periods: Vec<String>,
    }

    /// Grouping of the requests.
    pub struct UsageFilters {
        group_by: Option<Vec<String>> => Sometimes,
    }
}

//! Operations of the Data API.

use super::{CachePolicy, Endpoint, operations};
use crate::spec::Cost;
use crate::spec::limits::SECTOR_TIMEOUT_MS;
use crate::spec::request::{Schema, bodies};

operations! {
    /// An operation of the Data API. All except the schema have a body.
    Operation of Option<&'static Schema>, like Endpoint::DATA;
    /// Ranked buckets of an index.
    Aggregate: "aggregate", "/v1/aggregate", Some(&bodies::AGGREGATE) => AggregateAnswer, Question, {
        tool: Some("aggregate"),
        description: "Group an index by a dimension and rank buckets by a metric",
    }
    /// Example records.
    Search: "search", "/v1/search", Some(&bodies::SEARCH) => SearchAnswer, PlusSize, {
        tool: Some("search"),
        description: "Example documents, allowlisted and capped",
    }
    /// Ranked creators.
    Creators: "creators", "/v1/creators", Some(&bodies::CREATORS) => CreatorsAnswer, PlusSize, {
        tool: Some("creators"),
        description: "Ranked creators with aggregate audience demographics",
    }
    /// Entities that mention several values together.
    CoMentions: "co-mentions", "/v1/co-mentions", Some(&bodies::CO_MENTIONS) => CoMentionsAnswer, PlusValues, {
        tool: Some("co_mentions"),
        description: "Videos or channels that mention all values together",
    }
    /// Share of voice.
    Sector: "sector", "/v1/sector", Some(&bodies::SECTOR) => SectorAnswer, PlusBrandMonths, {
        tool: Some("sector"),
        description: "Share of voice per brand per month",
        timeout_ms: SECTOR_TIMEOUT_MS,
    }
    /// Description of the Data API.
    Schema: "schema", "/v1/schema", None => serde_json::Value, Free, {
        method: "GET",
        description: "Everything that may be asked: operations, indices, fields and limits",
        caching: CachePolicy::Minutes,
    }
}

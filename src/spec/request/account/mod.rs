//! Parameters of the Account API's operations.

pub mod choice;
pub mod explanation;
pub mod filters;
pub mod influencers;
pub mod mention_filter;
pub mod mentions;
pub mod reports;
pub mod sentiment;
pub mod trends;
pub mod usage;
pub mod webhooks;

//! The part of the Account API's answers that all backends share. A backend reads totals, this module ranks them,
//! divides, rounds, and makes objects of them.

pub(in crate::backend) mod answer;
pub(in crate::backend) mod brands;
pub(in crate::backend) mod breakdown;
pub(in crate::backend) mod compare;
pub(in crate::backend) mod counts;
pub(in crate::backend) mod emerging;
pub(in crate::backend) mod explanation;
pub(in crate::backend) mod influencer;
pub(in crate::backend) mod influencers;
pub(in crate::backend) mod list;
pub(in crate::backend) mod mention;
mod meta;
pub(in crate::backend) mod scope;
pub(in crate::backend) mod sentiment;
pub(in crate::backend) mod stats;
pub(in crate::backend) mod timeline;
pub(in crate::backend) mod topics;
pub(in crate::backend) mod trends;

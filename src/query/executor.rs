//! Who answers questions: one trait, whatever the answers are computed from.

use super::answer::Outcome;
use crate::guard::request::Request;
use crate::sql::StoreError;

/// What can be asked.
pub trait Answerable {
    /// What it is answered with.
    type Answer;
    /// Why it is not answered.
    type Fault: From<StoreError>;
}

impl Answerable for &Request {
    type Answer = Outcome;
    type Fault = StoreError;
}

/// Answers questions of a kind. Two executors on the same documents give the same answers.
pub trait Executor<Q: Answerable> {
    /// The answer to a question.
    fn answer(&self, question: Q) -> impl Future<Output = Result<Q::Answer, Q::Fault>>;
}

//! The answers to the questions of a report.

use crate::report::questions::{ReportQuestion, Subject};
use serde_json::Value;

/// ReportAnswers, each with what it is about.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReportAnswers(Vec<(Subject, Option<usize>, Value)>);

impl ReportAnswers {
    /// Adds the answer to a question.
    pub fn add(&mut self, question: &ReportQuestion, answer: Value) {
        self.0.push((question.subject, question.brand, answer));
    }

    /// What is known of a subject: of all brands, or of one of several; null where it was not asked.
    pub fn of(&self, subject: Subject, brand: Option<usize>) -> &Value {
        let answer = self.0.iter().find(|(of, whose, _)| (*of, *whose) == (subject, brand));
        answer.map_or(&Value::Null, |(_, _, answer)| answer)
    }

    /// What was asked about.
    pub fn subjects(&self) -> impl Iterator<Item = Subject> {
        self.0.iter().map(|(subject, ..)| *subject)
    }
}

/// A number of an answer; 0 where there is none.
pub fn whole(value: &Value, place: &str) -> u64 {
    value.pointer(place).and_then(Value::as_u64).unwrap_or(0)
}

/// A number of an answer, if it has one.
pub fn decimal(value: &Value, place: &str) -> Option<f64> {
    value.pointer(place).and_then(Value::as_f64)
}

/// A text of an answer; empty where there is none.
pub fn text<'v>(value: &'v Value, place: &str) -> &'v str {
    value.pointer(place).and_then(Value::as_str).unwrap_or_default()
}

/// The items of a list of an answer.
pub fn items<'v>(value: &'v Value, place: &str) -> &'v [Value] {
    value.pointer(place).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The item of a list that has most of something, the first of several.
pub fn most<'v>(list: &'v [Value], place: &str) -> Option<&'v Value> {
    list.iter().rev().max_by_key(|item| whole(item, place))
}

/// Whether an answer rests on few mentions.
pub fn is_unsure(value: &Value) -> bool {
    value.pointer("/meta/low_confidence").and_then(Value::as_bool).unwrap_or(false)
}

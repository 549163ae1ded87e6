//! The answers to the questions of a report.

use crate::report::questions::{QuestionSubject, ReportQuestion};
use serde_json::Value;

/// The answers to a report's questions, each with its subject and brand.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReportAnswers(Vec<(QuestionSubject, Option<usize>, Value)>);

impl ReportAnswers {
    /// Adds the answer to a question.
    pub fn add(&mut self, question: &ReportQuestion, mut answer: Value) {
        attach_basis(question.subject, &mut answer);
        self.0.push((question.subject, question.brand, answer));
    }

    /// Returns the answer about all brands, or about one of several; null if there is none.
    pub fn of(&self, subject: QuestionSubject, brand: Option<usize>) -> &Value {
        let answer = self.0.iter().find(|(of, whose, _)| (*of, *whose) == (subject, brand));
        answer.map_or(&Value::Null, |(_, _, answer)| answer)
    }

    /// Returns the subjects of the answers.
    pub fn subjects(&self) -> impl Iterator<Item = QuestionSubject> {
        self.0.iter().map(|(subject, ..)| *subject)
    }
}

/// Copies the data in `_meta` about entries of the answer's lists into the entries, as `_known`, `_standing` and
/// `_scored`.
fn attach_basis(subject: QuestionSubject, answer: &mut Value) {
    let list = match subject {
        QuestionSubject::Stats | QuestionSubject::OnPlatform(_) => "by_platform",
        QuestionSubject::Comparison => "columns",
        _ => "data",
    };
    let basis = answer.get("_meta").cloned().unwrap_or_default();
    for (list, from, member) in
        [(list, "known_by", "_known"), (list, "topics", "_standing"), ("rows", "scored_by_topic", "_scored")]
    {
        let own = basis.get(from).and_then(Value::as_array).into_iter().flatten();
        let entries = answer.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten();
        for (entry, own) in entries.zip(own) {
            if let Some(members) = entry.as_object_mut() {
                members.insert(member.to_owned(), own.clone());
            }
        }
    }
}

/// Returns how many of its videos a sum is known for, and the number of videos. Returns `None` for numbers that are no
/// such sum.
pub fn known_of(numbers: &Value, place: &str) -> Option<(u64, u64)> {
    let name = place.rsplit('/').next().filter(|name| matches!(*name, "views" | "likes" | "comments"))?;
    // The counts of known videos are not sums themselves.
    let basis = ["/_known", "/_meta/known"].into_iter().filter(|basis| !place.starts_with(basis));
    let basis = basis.filter_map(|basis| numbers.pointer(basis)).next()?;
    Some((basis.get(name)?.as_u64()?, basis.get("videos")?.as_u64()?))
}

/// Returns true if a number is a sum that is known for none of its videos.
pub fn is_unknown(numbers: &Value, place: &str) -> bool {
    known_of(numbers, place).is_some_and(|(known, videos)| known == 0 && videos > 0)
}

/// Returns the number of mentions with a score, which the average of an answer or an entry is made from.
pub fn scored(numbers: &Value) -> u64 {
    let places = ["/_known/scored_mentions", "/_meta/known/scored_mentions"];
    places.into_iter().find_map(|place| numbers.pointer(place)).and_then(Value::as_u64).unwrap_or(0)
}

/// Returns an integer of an answer, or 0.
pub fn whole(value: &Value, place: &str) -> u64 {
    value.pointer(place).and_then(Value::as_u64).unwrap_or(0)
}

/// Returns a number of an answer, if it has one.
pub fn decimal(value: &Value, place: &str) -> Option<f64> {
    if is_unknown(value, place) {
        return None;
    }
    value.pointer(place).and_then(Value::as_f64)
}

/// Returns a text of an answer, or an empty text.
pub fn text<'v>(value: &'v Value, place: &str) -> &'v str {
    value.pointer(place).and_then(Value::as_str).unwrap_or_default()
}

/// Returns the items of a list of an answer.
pub fn items<'v>(value: &'v Value, place: &str) -> &'v [Value] {
    value.pointer(place).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns the item of a list with the largest number, the first of several.
pub fn most<'v>(list: &'v [Value], place: &str) -> Option<&'v Value> {
    list.iter().rev().max_by_key(|item| whole(item, place))
}

/// Returns true if an answer is based on few mentions.
pub fn is_unsure(value: &Value) -> bool {
    value.pointer("/meta/low_confidence").and_then(Value::as_bool).unwrap_or(false)
}

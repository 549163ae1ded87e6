//! Compares an edge's reply with the expected one.

use super::reply::OracleReply;
use crate::compare::equal;
use serde_json::Value;

/// Members that depend on the time or the dataset.
const VOLATILE_MEMBERS: [&str; 2] = ["generated_at", "dataset_version"];

impl OracleReply {
    /// Compares a status and a body with the expected ones.
    ///
    /// It compares the expected members of a problem. It compares all of an answer except for the time and
    /// the version; the cursor must exist exactly if there are more items.
    ///
    /// # Errors
    /// Describes the difference.
    pub fn compare(&self, status: u16, body: &Value) -> Result<(), String> {
        if status != self.status {
            return Err(format!("the status is {status} instead of {}: {body}", self.status));
        }
        let mut body = body.clone();
        let members = body.as_object_mut().ok_or("no object")?;
        if status != 200 {
            members.retain(|name, _| self.answer.get(name).is_some());
            return equal("", &self.answer, &body);
        }
        if let Some(meta) = members.get_mut("meta").and_then(Value::as_object_mut) {
            for name in VOLATILE_MEMBERS {
                if meta.remove(name).and_then(|value| Some(value.as_str()?.is_empty())) != Some(false) {
                    return Err(format!("/meta/{name} is missing"));
                }
            }
        }
        if let Some(has_more) = self.answer["has_more"].as_bool() {
            let cursor = members.remove("next_cursor").ok_or("/next_cursor is missing")?;
            if cursor.is_string() != has_more || cursor.is_null() == has_more {
                return Err(format!("/next_cursor is {cursor}"));
            }
        }
        equal("", &self.answer, &body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn members_that_depend_on_the_time_are_not_compared() {
        let expected =
            OracleReply { status: 200, answer: json!({"n": 1, "meta": {"mentions": 3}}), basis: Value::Null };
        let body = |n: u64, version: &str| json!({"meta": {"mentions": 3, "generated_at": "2026-03-03T08:00:00Z", "dataset_version": version}, "n": n});
        assert_eq!(expected.compare(200, &body(1, "ds_1")), Ok(()));
        assert_eq!(expected.compare(200, &body(2, "ds_1")), Err("/n is 2 instead of 1".to_owned()));
        assert_eq!(expected.compare(200, &body(1, "")), Err("/meta/dataset_version is missing".to_owned()));
        assert!(expected.compare(404, &body(1, "ds_1")).is_err());
    }

    #[test]
    fn a_cursor_is_there_when_there_is_more() {
        let expected =
            |more: bool| OracleReply { status: 200, answer: json!({"data": [], "has_more": more}), basis: Value::Null };
        let body = |more: bool, cursor: Value| json!({"data": [], "has_more": more, "next_cursor": cursor});
        assert_eq!(expected(true).compare(200, &body(true, json!("djF8"))), Ok(()));
        assert_eq!(expected(false).compare(200, &body(false, json!(null))), Ok(()));
        assert!(expected(true).compare(200, &body(true, json!(null))).is_err());
        assert!(expected(false).compare(200, &body(false, json!("djF8"))).is_err());
        assert!(expected(false).compare(200, &body(true, json!(null))).is_err());
        assert!(expected(false).compare(200, &json!({"data": [], "has_more": false})).is_err());
    }

    #[test]
    fn problems_are_compared_by_their_code() {
        let expected = OracleReply {
            status: 400,
            answer: json!({"code": "value_not_allowed", "param": "?brand"}),
            basis: Value::Null,
        };
        let body = |param: &str| json!({"code": "value_not_allowed", "param": param, "detail": "…", "status": 400});
        assert_eq!(expected.compare(400, &body("?brand")), Ok(()));
        assert!(expected.compare(400, &body("?from")).is_err());
        assert!(expected.compare(400, &json!({"code": "value_not_allowed"})).is_err());
    }
}

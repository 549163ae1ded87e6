//! Mentions and creators as events carry them: without quoted words and names of people.

use serde_json::Value;

/// The members that events leave out: words that somebody wrote or said, and names of people. Receivers with access to
/// them read them from the Account API by the id.
const REDACTED_MEMBERS: [&[&str]; 3] = [&["context"], &["video", "title"], &["channel", "name"]];

/// Removes quoted words and names of people from a mention or a creator as the Account API answers it.
pub fn redact(mut object: Value) -> Value {
    for path in REDACTED_MEMBERS {
        let Some((name, parents)) = path.split_last() else { continue };
        let mut found = Some(&mut object);
        for parent in parents {
            found = found.and_then(|value| value.get_mut(parent));
        }
        if let Some(Value::Object(members)) = found {
            members.shift_remove(*name);
        }
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn words_and_names_are_removed_and_the_order_stays() {
        let mention = json!({
            "object": "mention", "id": "men_1", "context": "words", "region": "ES",
            "video": {"id": "yt_1", "title": "words", "views": 3}, "channel": {"name": "a name", "influencer_id": "inf_1"}
        });
        assert_eq!(
            redact(mention).to_string(),
            concat!(
                r#"{"object":"mention","id":"men_1","region":"ES","video":{"id":"yt_1","views":3},"#,
                r#""channel":{"influencer_id":"inf_1"}}"#
            )
        );
    }
}

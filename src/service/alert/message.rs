//! The messages of alerts in the formats of Slack and Teams.

use serde_json::Value;

/// A message: why an alert fired, and where its mentions are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertMessage<'m> {
    /// The name of the alert.
    pub name: &'m str,
    /// Sentences with the numbers.
    pub reason: &'m str,
    /// The address of the mentions in the dashboard.
    pub link: &'m str,
}

const SHOW: &str = "Show mentions";
/// Slack refuses sections of more than 3,000 characters.
const MAX_SECTION_CHARACTERS: usize = 3_000;

impl AlertMessage<'_> {
    /// Returns the body for an incoming webhook of Slack: blocks, and the text of notifications.
    ///
    /// Source: Slack, "Sending messages using incoming webhooks" and "Formatting message text".
    pub fn slack(&self) -> Value {
        let (name, reason) = (escape_slack(self.name), escape_slack(self.reason));
        let text = quoted(&format!("{name}: {reason}"));
        let body: String = format!("*{name}*\n{reason}").chars().take(MAX_SECTION_CHARACTERS).collect();
        let body = quoted(&body);
        let link = quoted(self.link);
        read(&format!(
            r#"{{"text":{text},"blocks":[
              {{"type":"section","text":{{"type":"mrkdwn","text":{body}}}}},
              {{"type":"actions","elements":[
                {{"type":"button","text":{{"type":"plain_text","text":"{SHOW}"}},"url":{link}}}]}}]}}"#
        ))
    }

    /// Returns the body for an incoming webhook of Teams: a message with an Adaptive Card.
    ///
    /// Source: Microsoft, "Create and send messages using incoming webhooks", and the schema of Adaptive Cards 1.4.
    pub fn teams(&self) -> Value {
        let name = quoted(&escape_markdown(self.name));
        // A line of a card ends with an empty one.
        let reason = quoted(&escape_markdown(self.reason).replace('\n', "\n\n"));
        let link = quoted(self.link);
        read(&format!(
            r#"{{"type":"message","attachments":[{{
              "contentType":"application/vnd.microsoft.card.adaptive","contentUrl":null,"content":{{
                "$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4",
                "body":[
                  {{"type":"TextBlock","text":{name},"weight":"Bolder","wrap":true}},
                  {{"type":"TextBlock","text":{reason},"wrap":true}}],
                "actions":[{{"type":"Action.OpenUrl","title":"{SHOW}","url":{link}}}]}}}}]}}"#
        ))
    }
}

/// Returns a text as JSON.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Reads JSON that was written here.
fn read(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_default()
}

/// Escapes the control characters of Slack's texts. A zero-width space stops asterisks of a name from ending bold text.
fn escape_slack(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('*', "\u{200B}*")
}

/// Escapes the characters that format text in Adaptive Cards.
fn escape_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\\' | '*' | '_' | '[' | ']' | '`' | '#') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_format_messages() {
        let message =
            AlertMessage { name: "*A* & <@U1> [x](y)", reason: "3 new mentions.", link: "https://a.example/" };
        let slack = message.slack();
        assert_eq!(slack["text"], "\u{200B}*A\u{200B}* &amp; &lt;@U1&gt; [x](y): 3 new mentions.");
        assert_eq!(slack["blocks"][1]["elements"][0]["url"], "https://a.example/");
        let card = &message.teams()["attachments"][0]["content"];
        assert_eq!(card["body"][0]["text"], r"\*A\* & <@U1> \[x\](y)");
        assert_eq!(card["body"][1]["text"], "3 new mentions.");
        let section =
            AlertMessage { reason: &"é".repeat(4_000), ..message }.slack()["blocks"][0]["text"]["text"].clone();
        assert_eq!(section.as_str().unwrap().chars().count(), MAX_SECTION_CHARACTERS);
    }
}

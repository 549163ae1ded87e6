//! The messages of alerts in the formats of Slack and Teams.

use serde_json::{Value, json};

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

impl AlertMessage<'_> {
    /// Returns the body for an incoming webhook of Slack: blocks, and the text of notifications.
    ///
    /// Source: Slack, "Sending messages using incoming webhooks" and "Formatting message text".
    pub fn slack(&self) -> Value {
        let Self { name, reason, link } = self;
        let (name, reason) = (escape_slack(name), escape_slack(reason));
        json!({
            "text": format!("{name}: {reason}"),
            "blocks": [
                {"type": "section", "text": {"type": "mrkdwn", "text": format!("*{name}*\n{reason}")}},
                {"type": "actions", "elements": [
                    {"type": "button", "text": {"type": "plain_text", "text": SHOW}, "url": link},
                ]},
            ],
        })
    }

    /// Returns the body for an incoming webhook of Teams: a message with an Adaptive Card.
    ///
    /// Source: Microsoft, "Create and send messages using incoming webhooks", and the schema of Adaptive Cards 1.4.
    pub fn teams(&self) -> Value {
        let Self { name, reason, link } = self;
        // A line of a card ends with an empty one.
        let reason = escape_markdown(reason).replace('\n', "\n\n");
        json!({
            "type": "message",
            "attachments": [{
                "contentType": "application/vnd.microsoft.card.adaptive",
                "contentUrl": null,
                "content": {
                    "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
                    "type": "AdaptiveCard",
                    "version": "1.4",
                    "body": [
                        {"type": "TextBlock", "text": escape_markdown(name), "weight": "Bolder", "wrap": true},
                        {"type": "TextBlock", "text": reason, "wrap": true},
                    ],
                    "actions": [{"type": "Action.OpenUrl", "title": SHOW, "url": link}],
                },
            }],
        })
    }
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
    }
}

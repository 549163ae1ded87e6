//! Results, written as their era has them.

use super::fault::Fault;
use super::{Asked, Era, WITH_HANDSHAKE, supported};
use crate::service::account::Api;
use serde_json::{Map, Value, json};

/// The resource that says what may be asked.
pub const SCHEMA: &str = "schema://current";
/// The resource that describes the whole deployment.
pub const OPENAPI: &str = "openapi://current";

/// Milliseconds for which lists may be kept: as long as the schema.
const KEPT_MS: u64 = 300_000;
/// What this is, for models.
const INSTRUCTIONS: &str = "Overheard answers questions about what is said of brands and products in public video on \
                            YouTube, TikTok and Instagram. It counts mentions; it quotes nobody. Choose the tool by its \
                            description, cite counts with every average, and correct a refused question by what the \
                            refusal allows.";
/// What each interface is about.
const fn about(api: Api) -> &'static str {
    match api {
        Api::Data => {
            "Any brand may be asked about: aggregate counts and ranks, sector compares brands month by month, search \
             gives examples, creators and co_mentions find who and what goes together. Names are compared as they are \
             stored: an empty answer with _meta.hints is a spelling to correct."
        }
        Api::Account => {
            "The questions are about the brands that the account monitors, which account lists. Begin with \
             mentions_stats for how much is said, sentiment for the tone, trends for the topics."
        }
    }
}

impl Asked {
    /// The answer to `initialize`: the version that was asked for where it is one of those, or else the newest of them.
    /// `today` is what only the dataset that is served can say.
    pub fn initialized(&self, version: &str, api: Api, today: Option<&str>) -> String {
        let version = WITH_HANDSHAKE.into_iter().find(|known| *known == version).unwrap_or(WITH_HANDSHAKE[0]);
        self.result(json!({
            "protocolVersion": version,
            "capabilities": capabilities(),
            "serverInfo": server(),
            "instructions": instructions(api, today),
        }))
    }

    /// The answer to `server/discover`.
    pub fn discovered(&self, api: Api, today: Option<&str>) -> String {
        self.list(json!({
            "supportedVersions": supported(),
            "capabilities": capabilities(),
            "instructions": instructions(api, today),
        }))
    }

    /// The answer to `ping`.
    pub fn pong(&self) -> String {
        self.result(json!({}))
    }

    /// The answer to `tools/list`.
    pub fn tools(&self, definitions: Vec<Value>) -> String {
        self.list(json!({"tools": definitions}))
    }

    /// The answer to `resources/list`.
    pub fn resources(&self) -> String {
        let resource = |uri: &str, name: &str, title: &str, description: &str| json!({"uri": uri, "name": name, "title": title, "description": description, "mimeType": "application/json"});
        self.list(json!({"resources": [
            resource(SCHEMA, "schema", "What may be asked", "Every index and question, with what it takes, the limits and the version of the dataset."),
            resource(OPENAPI, "openapi", "The interfaces", "The OpenAPI document of this deployment."),
        ]}))
    }

    /// The answer to `resources/templates/list`: there are none.
    pub fn templates(&self) -> String {
        self.list(json!({"resourceTemplates": []}))
    }

    /// The answer to `resources/read`: a JSON text.
    pub fn resource(&self, uri: &str, text: &str) -> String {
        self.list(json!({"contents": [{"uri": uri, "mimeType": "application/json", "text": text}]}))
    }

    /// There is no such resource.
    pub fn no_resource(&self, uri: &str) -> Fault {
        let code = if self.era == Era::Stateless { -32602 } else { -32002 };
        Fault::no_resource(code, uri, &[SCHEMA, OPENAPI]).of(&self.id)
    }

    /// What was asked cannot be answered now: for what reason, the problem tells.
    pub fn failed(&self, problem: Value) -> Fault {
        Fault::internal(problem).of(&self.id)
    }

    /// What a tool gives: the JSON text of an object, an answer or a problem. It is copied, not read.
    pub fn tool_result(&self, body: &str, is_error: bool) -> String {
        let body = if body.is_empty() { "{}" } else { body };
        let text = Value::from(body);
        let stamps = members(&Value::Object(self.stamps()));
        let Self { id, .. } = self;
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":{text}}}],"structuredContent":{body},"isError":{is_error}{stamps}}}}}"#
        )
    }

    /// A result that may be kept: what it holds depends on who asks.
    fn list(&self, mut result: Value) -> String {
        if let (Era::Stateless, Some(members)) = (self.era, result.as_object_mut()) {
            members.insert("ttlMs".into(), json!(KEPT_MS));
            members.insert("cacheScope".into(), json!("private"));
        }
        self.result(result)
    }

    fn result(&self, mut result: Value) -> String {
        if let Some(members) = result.as_object_mut() {
            members.extend(self.stamps());
        }
        json!({"jsonrpc": "2.0", "id": self.id, "result": result}).to_string()
    }

    /// What every result of its era says of itself.
    fn stamps(&self) -> Map<String, Value> {
        let mut stamps = Map::new();
        if self.era == Era::Stateless {
            stamps.insert("resultType".into(), json!("complete"));
            stamps.insert("_meta".into(), json!({"io.modelcontextprotocol/serverInfo": server()}));
        }
        stamps
    }
}

/// The members of an object as they stand behind others.
fn members(object: &Value) -> String {
    let text = object.to_string();
    match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        Some(members) if !members.is_empty() => format!(",{members}"),
        _ => String::new(),
    }
}

fn capabilities() -> Value {
    json!({"tools": {}, "resources": {}})
}

fn server() -> Value {
    json!({"name": "overheard", "title": "Overheard", "version": env!("CARGO_PKG_VERSION")})
}

fn instructions(api: Api, today: Option<&str>) -> String {
    [INSTRUCTIONS, about(api)].into_iter().chain(today).collect::<Vec<&str>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::mcp::{Asks, STATELESS};

    fn asked(era: Era) -> Asked {
        Asked { id: json!("a\"b"), era, asks: Asks::Ping }
    }

    fn read(text: &str) -> Value {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn results_say_of_themselves_what_their_era_asks_for() {
        let server = json!({"io.modelcontextprotocol/serverInfo": server()});
        let result = read(&asked(Era::Stateless).tool_result(r#"{"buckets":[]}"#, false));
        let expected = json!({
            "jsonrpc": "2.0",
            "id": "a\"b",
            "result": {
                "content": [{"type": "text", "text": "{\"buckets\":[]}"}],
                "structuredContent": {"buckets": []},
                "isError": false,
                "resultType": "complete",
                "_meta": server,
            },
        });
        assert_eq!(result, expected);
        let old = read(&asked(Era::Handshake).tool_result("", true));
        assert_eq!((&old["result"]["resultType"], &old["result"]["structuredContent"]), (&Value::Null, &json!({})));
        let list = read(&asked(Era::Stateless).tools(Vec::new()))["result"].clone();
        assert_eq!(
            (&list["ttlMs"], &list["cacheScope"], &list["_meta"]),
            (&json!(300_000), &json!("private"), &server)
        );
        assert_eq!(read(&asked(Era::Handshake).tools(Vec::new()))["result"], json!({"tools": []}));
    }

    #[test]
    fn a_handshake_ends_with_a_version_that_both_know() {
        let version = |asked_for: &str| {
            read(&asked(Era::Handshake).initialized(asked_for, Api::Data, None))["result"]["protocolVersion"].clone()
        };
        for (asked_for, given) in [("2025-03-26", "2025-03-26"), (STATELESS, "2025-11-25"), ("1", "2025-11-25")] {
            assert_eq!(version(asked_for), given);
        }
        let told =
            read(&asked(Era::Stateless).discovered(Api::Account, Some("Mentions are from 2026-01-01.")))["result"]
                .clone();
        assert_eq!(told["supportedVersions"], json!([STATELESS, "2025-11-25", "2025-06-18", "2025-03-26"]));
        assert!(
            told["instructions"].as_str().unwrap().ends_with("trends for the topics. Mentions are from 2026-01-01.")
        );
    }

    #[test]
    fn what_is_not_there_is_told_as_the_era_has_it() {
        let code = |era| read(&asked(era).no_resource("x://y").write())["error"]["code"].clone();
        assert_eq!([code(Era::Stateless), code(Era::Handshake)], [-32602, -32002]);
        let failed = read(&asked(Era::Stateless).failed(json!({"message": "later."})).write());
        assert_eq!((&failed["error"]["message"], &failed["id"]), (&json!("later."), &json!("a\"b")));
    }
}

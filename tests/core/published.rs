//! Texts and schemas that callers and agents read, held to snapshots: a change of a word shows in review.

use overheard::base::date::Date;
use overheard::service::account::{Api, default_limits};
use overheard::service::envelope::Form;
use overheard::service::mcp::{McpHeaders, McpMessage, McpRequest, parse_body};
use overheard::service::schema::json_schema::{account_body_schema, body_schema, parameters_schema};
use overheard::service::schema::{KeySettings, account_schema, schema};
use overheard::service::tool::{Tool, ToolFormat, definition};
use overheard::spec::{AccountOperation, Operation};
use serde_json::{Value, json};

/// The most characters of JSON on a line, besides its indentation.
const WIDTH: usize = 80;

/// Compares a text with the snapshot of this name in a folder of `snapshots`.
fn compare(folder: &str, name: &str, text: &str) {
    let (path, prepend, omit) = (format!("snapshots/{folder}"), false, true);
    insta::with_settings!(
        {snapshot_path => path, prepend_module_to_snapshot => prepend, omit_expression => omit},
        { insta::assert_snapshot!(name, text) }
    );
}

/// Writes JSON so that a change of one value changes one line: what is short stands on one line, the rest is indented.
fn pretty(value: &Value) -> String {
    let short = value.to_string();
    let (open, lines, close) = match value {
        _ if short.chars().count() <= WIDTH => return short,
        Value::Array(items) => ('[', items.iter().map(pretty).collect::<Vec<_>>(), ']'),
        Value::Object(members) => {
            ('{', members.iter().map(|(name, member)| format!("{}: {}", json!(name), pretty(member))).collect(), '}')
        }
        _ => return short,
    };
    format!("{open}\n  {}\n{close}", lines.join(",\n").replace('\n', "\n  "))
}

/// Returns a text with each sentence on a line of its own.
fn sentences(text: &str) -> String {
    text.replace(". ", ".\n")
}

/// Removes the member of an object that has a snapshot of its own.
fn taken(object: &mut Value, name: &str) -> Value {
    object.as_object_mut().unwrap().shift_remove(name).unwrap()
}

#[test]
fn schema_document_of_the_data_api() {
    let rate = default_limits(Api::Data, "professional").unwrap();
    let mut document = schema(Some("ds_00000000"), &KeySettings { form: Form::Flat, search_size: 50, rate });
    let names: Vec<String> = taken(&mut document, "json_schemas").as_object().unwrap().keys().cloned().collect();
    document["json_schemas"] = json!(names);
    compare("schemas", "data-api", &pretty(&document));
}

#[test]
fn schema_document_of_the_account_api() {
    let days = Date::parse("2024-05-01").zip(Date::parse("2026-10-31"));
    let mut document = account_schema("professional", Some("ds_00000000"), days);
    for operation in document["operations"].as_array_mut().unwrap() {
        taken(operation, "parameters");
        taken(operation, "body");
    }
    compare("schemas", "account-api", &pretty(&document));
}

#[test]
fn json_schemas_of_bodies() {
    for operation in Operation::ALL {
        if let Some(body) = body_schema(operation) {
            compare("bodies", operation.endpoint().name, &pretty(&body));
        }
    }
    for operation in AccountOperation::ALL {
        if let Some(body) = account_body_schema(operation) {
            compare("bodies", operation.endpoint().name, &pretty(&body));
        }
    }
}

#[test]
fn json_schemas_of_parameters() {
    for operation in AccountOperation::ALL {
        compare("parameters", operation.endpoint().name, &pretty(&parameters_schema(operation)));
    }
}

#[test]
fn tools() {
    for (api, prefix) in [(Api::Data, "data"), (Api::Account, "account")] {
        let tools = Tool::all(api, true);
        for tool in &tools {
            let mut tool_definition = definition(*tool, ToolFormat::Mcp, None);
            let name = format!("{prefix}-{}", tool.name);
            // The schema of answers has no words; answers of a real edge are held to it.
            taken(&mut tool_definition, "outputSchema");
            let description = taken(&mut tool_definition, "description");
            let words = sentences(description.as_str().unwrap());
            compare("tools", &name, &format!("{words}\n\n{}", pretty(&tool_definition)));
        }
        let names: Vec<&str> = tools.iter().map(|tool| tool.name).collect();
        compare("mcp", &format!("{prefix}-tool-list"), &names.join("\n"));
    }
}

/// Returns a message of the Model Context Protocol as the service reads it.
fn asked(method: &str, mut params: Value) -> McpRequest {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
    let headers = McpHeaders { version: Some("2026-07-28"), method: Some(method), name: None };
    match parse_body(body.as_bytes(), headers) {
        Ok(McpMessage::Request(asked)) => asked,
        other => panic!("{method}: {other:?}"),
    }
}

/// Returns the result of a message without the version of the package, which each release changes.
fn result(message: &str) -> Value {
    let mut result = taken(&mut serde_json::from_str(message).unwrap(), "result");
    let server = &mut result["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(taken(server, "version"), env!("CARGO_PKG_VERSION"));
    result
}

#[test]
fn instructions_of_the_model_context_protocol() {
    for (api, prefix) in [(Api::Data, "data"), (Api::Account, "account")] {
        let mut discover_result = result(&asked("server/discover", json!({})).discover_result(api, None));
        let instructions = taken(&mut discover_result, "instructions");
        let words = sentences(instructions.as_str().unwrap());
        compare("mcp", &format!("{prefix}-discover"), &format!("{words}\n\n{}", pretty(&discover_result)));
    }
}

#[test]
fn resources_of_the_model_context_protocol() {
    compare("mcp", "resources", &pretty(&result(&asked("resources/list", json!({})).resources_result())));
}

#[test]
fn faults_of_the_model_context_protocol() {
    let request = |method: &str, params: Value| json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let stateless = |method: &str, version: &str| {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        request(method, json!({"_meta": meta}))
    };
    let bodies = [
        ("not JSON", "{".to_owned()),
        ("several messages", "[]".to_owned()),
        ("another JSON-RPC", json!({"id": 1, "method": "ping"}).to_string()),
        ("no method", json!({"jsonrpc": "2.0", "id": 1, "result": {}}).to_string()),
        ("an id that is none", json!({"jsonrpc": "2.0", "id": null, "method": "ping"}).to_string()),
        ("parameters that are none", request("ping", json!([])).to_string()),
        ("an unknown method", request("nothing/known", json!({})).to_string()),
        ("no version to agree on", request("initialize", json!({})).to_string()),
        ("an unknown version", stateless("tools/list", "2099-01-01").to_string()),
        ("no header", stateless("tools/list", "2026-07-28").to_string()),
        ("a second page", request("tools/list", json!({"cursor": "x"})).to_string()),
        ("no tool", request("tools/call", json!({})).to_string()),
        ("arguments that are none", request("tools/call", json!({"name": "schema", "arguments": 1})).to_string()),
    ];
    let refused = bodies.map(|(what, body)| {
        let fault = parse_body(body.as_bytes(), McpHeaders::default()).unwrap_err();
        let error = taken(&mut serde_json::from_str(&fault.write()).unwrap(), "error");
        format!("{what}: {} {}", fault.status, pretty(&error))
    });
    let missing = asked("resources/list", json!({})).unknown_resource("x://y");
    let missing = taken(&mut serde_json::from_str(&missing.write()).unwrap(), "error");
    compare("mcp", "faults", &format!("{}\n\nno resource: {}", refused.join("\n\n"), pretty(&missing)));
}

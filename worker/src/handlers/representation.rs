//! The representation of an answer: JSON or a table, by the header `Accept`.

use crate::fault::unavailable;
use crate::reply::{self, Reply};
use axum::http::{HeaderMap, StatusCode, header};
use overheard::guard::problem::{Code, Violation};
use overheard::guard::request::account::AccountRequest;
use overheard::service::accept::{AcceptedForm, Representation};
use overheard::service::envelope::Form;
use overheard::spec::Endpoint;
use overheard::table::{AnswerTable, TableFormat, file_name};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

/// Returns the representation that a request accepts. `default` is the form of JSON if `Accept` prefers none; `None` if
/// answers have the flat form only.
///
/// # Errors
/// 406 if `Accept` excludes all representations.
pub fn accepted(headers: &HeaderMap, default: Option<Form>, has_table: bool) -> Result<Representation, Violation> {
    let found = Representation::negotiate(accept_of(headers), default, has_table);
    found.ok_or_else(|| not_acceptable(default.is_some(), has_table))
}

/// Returns the form of JSON that a request accepts, or else the default one.
///
/// # Errors
/// 406 if `Accept` excludes both forms.
pub fn accepted_form(headers: &HeaderMap, default: Form) -> Result<AcceptedForm, Violation> {
    Form::negotiate(accept_of(headers), default).ok_or_else(|| not_acceptable(true, false))
}

/// Returns an error if the client does not accept JSON.
///
/// # Errors
/// 406.
pub fn accepts_json(headers: &HeaderMap) -> Result<(), Violation> {
    accepted(headers, None, false).map(|_| ())
}

fn accept_of(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::ACCEPT).map(|accept| accept.to_str().unwrap_or("unreadable"))
}

/// Returns the refusal of a header that excludes all representations. It names them.
fn not_acceptable(has_forms: bool, has_table: bool) -> Violation {
    let mut message = "Accept must allow application/json".to_owned();
    if has_forms {
        message += &format!(", with profile {} if any", Form::NAMES.join(" or "));
    }
    if has_table {
        message += &format!(", {}", TableFormat::MEDIA_TYPES.join(" or "));
    }
    Violation::new(Code::NotAcceptable, "header:Accept", message + ".")
}

/// A table of an answer of the Account API.
pub struct AccountTable {
    body: Vec<u8>,
    format: TableFormat,
    /// The name for saving it.
    name: String,
}

impl AccountTable {
    /// Writes an answer as a table, if the request accepts one. Returns `None` if it accepts JSON.
    ///
    /// # Errors
    /// 503 if the answer is not one of the operation.
    pub fn write(
        representation: Representation,
        request: &AccountRequest,
        answer: &RawValue,
    ) -> Result<Option<Self>, Violation> {
        let (Representation::Table(format), Some(table)) = (representation, AnswerTable::of_account(request.operation))
        else {
            return Ok(None);
        };
        let body = table.write(answer, format).map_err(|error| unavailable("the table", &error))?;
        Ok(Some(Self { body, format, name: file_name::of_account(request, answer, format) }))
    }

    /// Returns the table as an answer that is not cached.
    pub fn reply(self, endpoint: &Endpoint) -> Reply {
        let mut reply = reply::json(reply::success(endpoint), self.body);
        describe_table(&mut reply, self.format, &self.name);
        reply
    }

    /// Returns the table as a cacheable answer with its validator, or 304 if the client has it. Two formats of one
    /// answer have different validators, even if both are empty.
    pub fn cacheable_reply(self, endpoint: &Endpoint, request: &HeaderMap) -> Reply {
        let digest = Sha256::new().chain_update(self.format.content_type()).chain_update(&self.body).finalize();
        let mut reply = reply::cacheable_with_digest(self.body, &digest.into(), endpoint, request);
        if reply.status() != StatusCode::NOT_MODIFIED {
            describe_table(&mut reply, self.format, &self.name);
        }
        reply
    }
}

/// Sets the headers that name the media type and the file of a table.
pub fn describe_table(reply: &mut Reply, format: TableFormat, name: &str) {
    let headers = reply.headers_mut();
    reply::set(headers, header::CONTENT_TYPE, format.content_type());
    reply::set(headers, header::CONTENT_DISPOSITION, &format!("attachment; filename=\"{name}\""));
}

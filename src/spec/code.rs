//! Problem codes with their status and explanation. No other module maps codes to them. Builds of the guard alone
//! contain only the codes of the guard.

/// Declares the codes in groups with a common `cfg` condition. Each code has its name, its status, whether a retry may
/// succeed, and its explanation.
macro_rules! codes {
    ($(#[$only:meta] { $($variant:ident, $name:literal, $status:literal, $retryable:literal, $explanation:literal;)* })*) => {
        /// Kind of problem.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Code {
            $($(#[$only] #[doc = $explanation] $variant,)*)*
        }

        impl Code {
            /// All codes.
            pub const ALL: &'static [Self] = &[$($(#[$only] Self::$variant,)*)*];

            /// Returns the name in the error body.
            #[inline(never)]
            pub const fn name(self) -> &'static str {
                match self { $($(#[$only] Self::$variant => $name,)*)* }
            }

            /// Returns the HTTP status.
            pub const fn status(self) -> u16 {
                match self { $($(#[$only] Self::$variant => $status,)*)* }
            }

            /// Returns true if a retry of the same request may succeed.
            pub const fn retryable(self) -> bool {
                match self { $($(#[$only] Self::$variant => $retryable,)*)* }
            }

            /// Returns the explanation and the remedy, for the page that the error's `type` links to.
            pub const fn explanation(self) -> &'static str {
                match self { $($(#[$only] Self::$variant => $explanation,)*)* }
            }
        }
    };
}

codes! {
    #[cfg(feature = "account")] {
        UnknownParameter, "unknown_parameter", 400, false, "A parameter in the address is not known here. Keys and tokens never belong there: they travel in headers.";
        InvalidUrl, "invalid_url", 400, false, "An address is not one that can be used. The message says why.";
        InvalidCursor, "invalid_cursor", 400, false, "The cursor is not one that an answer gave. Send next_cursor as it was, or none to begin anew.";
    }
    #[cfg(all())] {
        InvalidJson, "invalid_json", 400, false, "The body is not one JSON value in UTF-8, or it is nested too deeply. Send one JSON object.";
        InvalidType, "invalid_type", 400, false, "A member has another type than the operation takes. The message names the member and the type.";
        MissingField, "missing_field", 400, false, "A member that the operation needs is absent. The message names it.";
        UnknownField, "unknown_field", 400, false, "A member is not known to the operation. The message lists those that are; nothing is ignored silently.";
        ValueNotAllowed, "value_not_allowed", 400, false, "A value is not one of those that the member takes. The message lists them.";
        FieldNotAllowed, "field_not_allowed", 400, false, "A field of the dataset may not be used this way on this index. The message lists those that may.";
        LimitViolation, "limit_violation", 400, false, "A number, a length or a count is outside its limits. The message states them.";
        InvalidQuery, "invalid_query", 400, false, "The words, operators, quotation marks and parentheses of q do not make a query. The message says what is wrong, and at which character.";
        WindowTooLong, "window_too_long", 400, false, "The window of dates is longer than 24 months. Ask for a shorter one.";
        InvalidDate, "invalid_date", 400, false, "A date is not a real calendar date of the form YYYY-MM-DD.";
        InvalidRange, "invalid_range", 400, false, "The start of a range lies after its end.";
        DuplicateValue, "duplicate_value", 400, false, "A value or a member is given twice where it may be given once.";
        NotFound, "not_found", 404, false, "There is nothing at this path.";
        PayloadTooLarge, "payload_too_large", 413, false, "The body is larger than the path takes. The message says how large it may be.";
    }
    #[cfg(feature = "std")] {
        InvalidHeader, "invalid_header", 400, false, "The value, a character or the name of a header breaks its rule, or there are too many. The message names it.";
        CursorQueryMismatch, "cursor_query_mismatch", 400, false, "The cursor came with the answer to another question. Send it with the same parameters, or leave it out.";
        MissingCredentials, "missing_credentials", 401, false, "The request carries no key. Send it in the header that the message names.";
        InvalidCredentials, "invalid_credentials", 403, false, "The key is unknown, mistyped, revoked or expired.";
        InsufficientScope, "insufficient_scope", 403, false, "The key does not have the scope that the operation needs.";
        PlanUpgradeRequired, "plan_upgrade_required", 403, false, "The endpoint is not part of the account's plan. The answer names the plan of the account and the smallest one that has it.";
        AccountSuspended, "account_suspended", 403, false, "The account of the key may not ask at present. Its operator can say why.";
        HttpsRequired, "https_required", 403, false, "The request came without encryption. Send it to https://; the secret in it should be replaced.";
        OriginNotAllowed, "origin_not_allowed", 403, false, "The token was made for another page. It is good for requests from the one origin that it was made for.";
        MethodNotAllowed, "method_not_allowed", 405, false, "The path exists, but not for this method. The header Allow lists those it has.";
        NotAcceptable, "not_acceptable", 406, false, "The header Accept rules out every form in which an answer exists.";
        Conflict, "conflict", 409, true, "The request contradicts something that is under way.";
        ReportNotReady, "report_not_ready", 409, true, "The report is not finished yet. The message says how far it is; retry after the time that the header Retry-After gives.";
        ReportFailed, "report_failed", 409, false, "The report could not be made. The message and the report say why; ask for another one.";
        WebhookExists, "webhook_exists", 409, false, "The account has a webhook with the same address and the same events. Delete that one first, or ask for other events.";
        LimitReached, "limit_reached", 409, false, "There are as many as the account may have. The message says how many, and what makes room.";
        ReportExpired, "report_expired", 410, false, "The files of the report are no longer kept. Ask for the report again.";
        IdempotencyKeyReused, "idempotency_key_reused", 422, false, "The header Idempotency-Key was sent before with another body. Send a new key, or the same body.";
        RangeNotSatisfiable, "range_not_satisfiable", 416, false, "The header Range selects nothing of the file. The header Content-Range has its length; it may be complete already.";
        UnsupportedMediaType, "unsupported_media_type", 415, false, "The body must be sent as Content-Type: application/json, and without a Content-Encoding.";
        RateLimited, "rate_limited", 429, true, "The key has sent as many requests in this minute as its plan allows. Wait as long as the header Retry-After says, and back off exponentially.";
        QuotaExceeded, "quota_exceeded", 429, true, "The account has used what its plan allows for the day or month. It opens again after the time that the header Retry-After gives; a larger plan opens it at once.";
        InternalError, "internal_error", 500, true, "A fault of ours. The request id helps to find it.";
        BackendUnavailable, "backend_unavailable", 503, true, "A part behind the service did not answer. Retry after the time that the header Retry-After gives.";
        QueryTooExpensive, "query_too_expensive", 400, false, "The question would take more rows, memory or time than one question may. The message says what to narrow. It is not charged.";
        QueryTimeout, "query_timeout", 503, true, "The question took longer than its budget. Retry, or narrow it: fewer brands, a shorter window, one more filter.";
        ViewPreparing, "view_preparing", 503, true, "What the account sees of the dataset is still being prepared, which happens once after an import or a change of its brands. The message says how far that is; retry after the time that the header Retry-After gives.";
    }
}

impl Code {
    /// Returns the code with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

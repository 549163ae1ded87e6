//! `GET /problems/{slug}`: the page at the `type` of a problem.

use crate::call::Call;
use crate::paths;
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Extension, Path};
use axum::http::{Response, header};
use overheard::guard::problem::{Code, Violation, echo};

/// Returns the explanation of a problem type as plain text.
pub async fn explain_problem(Extension(call): Extension<Call>, slug: Result<Path<String>, PathRejection>) -> Reply {
    let slug = match slug {
        Ok(Path(slug)) => slug,
        Err(rejection) => return reply::problem(paths::invalid_segments(&rejection), &call),
    };
    let Some(code) = Code::ALL.iter().find(|code| code.slug() == slug) else {
        let message = format!("there is no problem '{}'.", echo(&slug));
        return reply::problem(Violation::new(Code::NotFound, "", message), &call);
    };
    let again =
        if code.retryable() { "The same request may succeed later." } else { "The same request will fail again." };
    let page = format!(
        "{}\n\ncode: {}\nstatus: {}\n\n{}\n{again}\n",
        code.title(),
        code.name(),
        code.status(),
        code.explanation()
    );
    let mut reply = Response::new(Body::from(page));
    reply::set(reply.headers_mut(), header::CONTENT_TYPE, "text/plain; charset=utf-8");
    reply::set(reply.headers_mut(), header::CACHE_CONTROL, "public, max-age=86400");
    reply
}

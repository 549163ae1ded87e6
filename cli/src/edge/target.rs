//! The option `--to`, and the admin secret of a deployment.

use crate::failure::usage_error;
use std::net::IpAddr;
use ureq::http::Uri;

const SECRET_VARIABLE: &str = "OVERHEARD_ADMIN_SECRET";

/// The edge that a command talks to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EdgeTarget {
    /// The local edge of the project.
    Local,
    /// A deployment, by its URL without a final slash.
    Url(String),
}

impl EdgeTarget {
    /// Parses the option `--to`.
    pub fn parse(to: &str) -> anyhow::Result<Self> {
        if to == "local" {
            return Ok(Self::Local);
        }
        check_url("--to", to, "the admin secret").map(Self::Url)
    }
}

/// Checks that the URL of an option protects a secret. Returns it without a final slash.
pub fn check_url(option: &str, url: &str, secret: &str) -> anyhow::Result<String> {
    let allowed = if option == "--to" { "local, or a URL" } else { "a URL" };
    let wrong =
        |why: &str| usage_error(format!("{option} '{url}' {why}. Allowed: {allowed} as https://insights.example.com"));
    let uri: Uri = url.parse().map_err(|_| wrong("is not a URL"))?;
    let host = uri.host().ok_or_else(|| wrong("has no host"))?;
    if uri.query().is_some() || uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
        return Err(wrong("must have no user name and no query"));
    }
    match uri.scheme_str() {
        Some("https") => {}
        Some("http") if is_loopback(host) => {}
        Some("http") => return Err(wrong(&format!("would send {secret} unencrypted; use https://"))),
        _ => return Err(wrong("must begin with https://")),
    }
    Ok(url.trim_end_matches('/').to_owned())
}

/// Reads the admin secret of a deployment from the environment.
pub fn secret_of(url: &str) -> anyhow::Result<String> {
    match std::env::var(SECRET_VARIABLE) {
        Ok(secret) if !secret.trim().is_empty() => Ok(secret.trim().to_owned()),
        _ => Err(usage_error(format!("{SECRET_VARIABLE} is not set: it must hold the admin secret of {url}"))),
    }
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_http_is_for_this_machine_alone() {
        for good in
            ["http://127.0.0.1:8787", "http://localhost:1", "http://[::1]:1", "https://insights.example.com/base"]
        {
            assert_eq!(EdgeTarget::parse(good).unwrap(), EdgeTarget::Url(good.to_owned()), "{good}");
        }
        for bad in [
            "http://insights.example.com",
            "http://127.0.0.1.example.com",
            "ftp://localhost",
            "insights.example.com",
            "LOCAL",
            "https://me@x.com",
            "https://x.com?y=1",
            "",
        ] {
            assert!(EdgeTarget::parse(bad).unwrap_err().is::<crate::failure::UsageError>(), "{bad}");
        }
    }

    #[test]
    fn a_final_slash_does_not_matter() {
        assert_eq!(EdgeTarget::parse("https://x.com/").unwrap(), EdgeTarget::Url("https://x.com".to_owned()));
    }
}

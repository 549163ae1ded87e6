//! Which edge is meant, and the secret that opens its admin surface.

use crate::failure::usage;
use anyhow::{Context as _, bail};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use ureq::http::Uri;

const SECRET_VARIABLE: &str = "OVERHEARD_ADMIN_SECRET";
const SECRET_NAME: &str = "ADMIN_SECRET";
const SECRETS_FILE: &str = ".dev.vars";

/// Where an edge is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// On this machine, as part of a project.
    Local,
    /// At a URL without a final slash.
    Url(String),
}

impl Place {
    /// Reads the option `--to`.
    pub fn parse(to: &str) -> anyhow::Result<Self> {
        if to == "local" {
            return Ok(Self::Local);
        }
        let wrong =
            |why: &str| usage(format!("--to '{to}' {why}. Allowed: local, or a URL as https://insights.example.com"));
        let uri: Uri = to.parse().map_err(|_| wrong("is no URL"))?;
        let host = uri.host().ok_or_else(|| wrong("names no host"))?;
        if uri.query().is_some() || uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
            return Err(wrong("must have no user name and no query"));
        }
        match uri.scheme_str() {
            Some("https") => {}
            Some("http") if is_loopback(host) => {}
            Some("http") => {
                return Err(wrong("would send the admin secret readable for everybody on the way; use https://"));
            }
            _ => return Err(wrong("must begin with https://")),
        }
        Ok(Self::Url(to.trim_end_matches('/').to_owned()))
    }

    /// The admin secret of the edge there.
    pub fn secret(&self) -> anyhow::Result<String> {
        match self {
            Self::Url(url) => match std::env::var(SECRET_VARIABLE) {
                Ok(secret) if !secret.trim().is_empty() => Ok(secret.trim().to_owned()),
                _ => Err(usage(format!("{SECRET_VARIABLE} is not set: it must hold the admin secret of {url}"))),
            },
            Self::Local => local_secret(),
        }
    }
}

fn local_secret() -> anyhow::Result<String> {
    let Some(file) = find_upward(Path::new(SECRETS_FILE))? else {
        return Err(usage(format!(
            "no file {SECRETS_FILE} here or in a folder above: run this inside the project after `npm start`, or name the edge with --to URL"
        )));
    };
    let variables = dotenvy::from_path_iter(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    for variable in variables {
        let (name, value) = variable.with_context(|| format!("{} is not a list of NAME=value", file.display()))?;
        if name == SECRET_NAME && !value.is_empty() {
            return Ok(value);
        }
    }
    bail!("{} has no {SECRET_NAME}: add a line {SECRET_NAME}=…, or let `npm start` make one", file.display())
}

/// A file of the project, looked for in the current folder and those above it.
pub fn find_upward(file: &Path) -> anyhow::Result<Option<PathBuf>> {
    let here = std::env::current_dir().context("the current folder cannot be read")?;
    Ok(here.ancestors().map(|folder| folder.join(file)).find(|path| path.is_file()))
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
            assert_eq!(Place::parse(good).unwrap(), Place::Url(good.to_owned()), "{good}");
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
            assert!(Place::parse(bad).unwrap_err().is::<crate::failure::Usage>(), "{bad}");
        }
    }

    #[test]
    fn a_final_slash_does_not_matter() {
        assert_eq!(Place::parse("https://x.com/").unwrap(), Place::Url("https://x.com".to_owned()));
    }
}

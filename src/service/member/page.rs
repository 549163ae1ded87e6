//! Checks that a request with a session comes from the service's own pages.

use crate::guard::problem::{Code, Violation, echo};

/// The request header that selects the session as the credential.
pub const DASHBOARD_HEADER: &str = "x-overheard-dashboard";
/// The cookie with the session secret.
pub const COOKIE: &str = "__Host-overheard";

/// Headers that identify the page that sends a request.
#[derive(Debug, Clone, Copy, Default)]
pub struct PageHeaders<'h> {
    /// [`DASHBOARD_HEADER`].
    pub dashboard: Option<&'h str>,
    /// `Sec-Fetch-Site`, which browsers set and pages cannot.
    pub site: Option<&'h str>,
    /// `Origin`, likewise.
    pub origin: Option<&'h str>,
}

impl PageHeaders<'_> {
    /// Returns true if the request selects the session as its credential.
    pub fn uses_session(&self) -> bool {
        self.dashboard == Some("1")
    }

    /// Checks that a page of the edge sent the request. A request that may change something also needs `Origin`.
    ///
    /// # Errors
    /// A violation that names the header.
    pub fn check(&self, own_origin: &str, changes: bool) -> Result<(), Violation> {
        if !self.uses_session() {
            let message = "header X-Overheard-Dashboard is required here, with the value 1.";
            return Err(Violation::new(Code::OriginNotAllowed, "header:X-Overheard-Dashboard", message));
        }
        let is_own = self.origin == Some(own_origin);
        let is_from_here = self.site.map_or(is_own, |site| site == "same-origin");
        let is_elsewhere = self.origin.is_some() && !is_own;
        if is_from_here && !is_elsewhere && (is_own || !changes) {
            return Ok(());
        }
        let (place, got) = match self.site.filter(|site| *site != "same-origin") {
            Some(site) => ("header:Sec-Fetch-Site", site),
            None => ("header:Origin", self.origin.unwrap_or("none")),
        };
        let message = format!("a session is good for pages of its own edge alone. Got '{}'.", echo(got));
        Err(Violation::new(Code::OriginNotAllowed, place, message))
    }
}

/// Returns the session secret in a `Cookie` header, or `None` if several cookies have its name.
pub fn session_secret(cookies: &str) -> Option<&str> {
    let mut found =
        cookies.split(';').filter_map(|pair| pair.trim().split_once('=')).filter(|(name, _)| *name == COOKIE);
    let (_, secret) = found.next()?;
    found.next().is_none().then_some(secret)
}

/// Returns the `Set-Cookie` value that stores a session.
pub fn session_cookie(secret: &str) -> String {
    format!("{COOKIE}={secret}; Path=/; Max-Age={}; HttpOnly; Secure; SameSite=Strict", super::SESSION_SECONDS)
}

/// Returns the `Set-Cookie` value that deletes the session.
pub fn expired_cookie() -> String {
    format!("{COOKIE}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict")
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "https://edge.example";

    fn place(dashboard: Option<&str>, site: Option<&str>, origin: Option<&str>, changes: bool) -> Option<String> {
        PageHeaders { dashboard, site, origin }.check(OWN, changes).err().map(|violation| violation.param)
    }

    #[test]
    fn only_pages_of_the_edge_use_a_session() {
        for (site, origin, reads, changes) in [
            (Some("same-origin"), None, true, false),
            (Some("same-origin"), Some(OWN), true, true),
            (None, Some(OWN), true, true),
            (None, None, false, false),
            (Some("same-origin"), Some("https://evil.example"), false, false),
            (Some("same-origin"), Some("null"), false, false),
            (Some("same-site"), Some("https://other.edge.example"), false, false),
            (Some("same-site"), Some(OWN), false, false),
            (Some("cross-site"), None, false, false),
            (Some("none"), None, false, false),
            (None, Some("https://edge.example.evil"), false, false),
            (None, Some("http://edge.example"), false, false),
        ] {
            for (changes, good) in [(false, reads), (true, changes)] {
                assert_eq!(place(Some("1"), site, origin, changes).is_none(), good, "{site:?} {origin:?} {changes}");
            }
        }
        for header in [None, Some("0"), Some("true")] {
            assert_eq!(
                place(header, Some("same-origin"), Some(OWN), false).as_deref(),
                Some("header:X-Overheard-Dashboard")
            );
        }
    }

    #[test]
    fn a_session_is_the_only_cookie_of_its_name() {
        assert_eq!(session_secret("a=1; __Host-overheard=ohs_x;b=2"), Some("ohs_x"));
        assert_eq!(session_secret("__Host-overheard=a; __Host-overheard=b"), None);
        for none in ["", "__host-overheard=a", "x__Host-overheard=a", "overheard"] {
            assert_eq!(session_secret(none), None, "{none}");
        }
        let set = session_cookie("ohs_x");
        for part in ["__Host-overheard=ohs_x;", "HttpOnly", "Secure", "SameSite=Strict", "Path=/;", "Max-Age=2592000"] {
            assert!(set.contains(part), "{set}");
        }
        assert!(!set.contains("Domain"));
    }
}

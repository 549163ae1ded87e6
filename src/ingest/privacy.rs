//! Removes personal data from texts before anything is stored.
//!
//! In scope: e-mail addresses, URLs, phone numbers, @handles, and texts that quote. Names are out of scope: titles name
//! artists and politicians, and channel names are public.

use super::RecordRefusal;
use super::parsed_record::ParsedRecord;
use linkify::{LinkFinder, LinkKind};
use regex::Regex;
use std::ops::Range;

/// Counts of removed items, by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct RemovalCounts {
    /// E-mail addresses.
    pub emails: u64,
    /// URLs, with or without their scheme.
    pub urls: u64,
    /// Phone numbers.
    pub phones: u64,
    /// @handles.
    pub handles: u64,
    /// Contexts dropped as a whole because they quote.
    pub quoting_contexts: u64,
}

impl RemovalCounts {
    /// Adds another count to this one.
    pub fn add(&mut self, other: Self) {
        self.emails += other.emails;
        self.urls += other.urls;
        self.phones += other.phones;
        self.handles += other.handles;
        self.quoting_contexts += other.quoting_contexts;
    }

    /// Returns true if anything was removed.
    pub fn any(self) -> bool {
        self != Self::default()
    }

    fn count(&mut self, kind: Kind) {
        match kind {
            Kind::Email => self.emails += 1,
            Kind::Url => self.urls += 1,
            Kind::Phone => self.phones += 1,
            Kind::Handle => self.handles += 1,
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Email,
    Url,
    Phone,
    Handle,
}

/// Finds personal data in texts. Creating it compiles expressions, so it should be created once.
#[derive(Debug)]
pub(super) struct Privacy {
    emails: LinkFinder,
    urls: LinkFinder,
    handle: Regex,
    phone: Regex,
    date: Regex,
}

/// An @ or its fullwidth form, and the characters that platforms allow in a handle.
const HANDLE: &str = r"[@＠]([\p{L}\p{N}_][\p{L}\p{M}\p{N}_.·-]*)";

/// Phone numbers as people write them; each alternative is one convention. Groups of three digits alone do not match,
/// because counts have the same form ("612 345 678 views").
const PHONE: &str = r"(?xi)
    (?: \b (?: tel | telefon | telefono | téléphone | teléfono | telefone | phone | call | whatsapp | mobile | mobil
        | móvil | sms | viber | zalo | hotline ) | ☎ | ☏ | 📞 | 📱 | 📲 )
        [\p{Z}\p{P}\u{FE0F}]{0,4} \+? [0-9(] (?: [\ .\-/()]{0,2} [0-9] ){6,14}
  | (?: \+ | \b00 ) \ ? [1-9] (?: [\ .\-/()]{0,2} [0-9] ){7,14}
  | \b 0 [1-9] (?: [\ .\-/]? [0-9] ){7,9}
  | \( 0? [1-9][0-9]{1,4} \) \ ? [0-9]{3,4} [\ .\-]? [0-9]{3,5}
  | \b (?: 1 [\ .\-] )? \(? [2-9][0-9]{2} \)? [\ .\-] [0-9]{3} [\ .\-] [0-9]{4}
  | \b [6-9][0-9]{4} [\ \-] [0-9]{5}
  | \b [0-9]{10,}
";

/// The fewest digits of a text with a phone number.
const MIN_PHONE_DIGITS: usize = 7;
/// The fewest of its digits that [`PHONE`] matches one after the other, with at most [`MAX_PHONE_GAP`] other bytes
/// between two of them.
const MIN_CLOSE_DIGITS: usize = 6;
const MAX_PHONE_GAP: usize = 2;

/// A date or a span of years at the beginning of a supposed phone number.
const DATE: &str = r"(?x) ^ [^0-9]* (?:
    [0-9]{1,2} [\ ./-] [0-9]{1,2} [\ ./-] (?:19|20) [0-9]{2}
  | (?:19|20) [0-9]{2} [\ ./-]? [01] [0-9] [\ ./-]? [0-3] [0-9]
  | (?:19|20) [0-9]{2} [\ ./-]+ (?:19|20) [0-9]{2}
)";

impl Privacy {
    /// Compiles the expressions.
    ///
    /// # Errors
    /// If an expression does not compile, which a test rules out.
    pub(super) fn new() -> Result<Self, regex::Error> {
        let (mut emails, mut urls) = (LinkFinder::new(), LinkFinder::new());
        emails.kinds(&[LinkKind::Email]);
        urls.kinds(&[LinkKind::Url]).url_must_have_scheme(false);
        Ok(Self { emails, urls, handle: Regex::new(HANDLE)?, phone: Regex::new(PHONE)?, date: Regex::new(DATE)? })
    }

    /// Removes personal data from a text and counts it. A text without any is returned unchanged.
    pub(super) fn clean(&self, mut text: String, removed: &mut RemovalCounts) -> String {
        // The remaining parts may form a new match. Every round shortens the text, so the loop ends.
        loop {
            let Some((range, kind)) = self.first(&text) else { return text };
            removed.count(kind);
            let (before, after) = (text.get(..range.start), text.get(range.end..));
            let rest = [before.unwrap_or_default(), " ", after.unwrap_or_default()].concat();
            text = rest.split_whitespace().collect::<Vec<_>>().join(" ");
        }
    }

    /// Takes a column's text without personal data; `None` if nothing else is in it.
    pub(super) fn clean_column(
        &self,
        document: &mut ParsedRecord,
        column: &'static str,
        max: usize,
        removed: &mut RemovalCounts,
    ) -> Result<Option<String>, RecordRefusal> {
        let text = document.text(column, max)?;
        Ok(text.map(|text| self.clean(text, removed)).filter(|text| !text.is_empty()))
    }

    /// Finds the first item to remove.
    ///
    /// Addresses precede URLs, because parts of an address look like URLs. Both precede handles, which they contain.
    /// Phone numbers come last, because a URL may contain one.
    fn first(&self, text: &str) -> Option<(Range<usize>, Kind)> {
        let email = self.emails.links(text).next().map(|link| link.start()..link.end());
        email
            .map(|range| (range, Kind::Email))
            .or_else(|| self.url(text).map(|range| (range, Kind::Url)))
            .or_else(|| self.handle(text).map(|range| (range, Kind::Handle)))
            .or_else(|| self.phone(text).map(|range| (range, Kind::Phone)))
    }

    fn url(&self, text: &str) -> Option<Range<usize>> {
        self.urls.links(text).find(|link| is_url(link.as_str())).map(|link| link.start()..link.end())
    }

    fn handle(&self, text: &str) -> Option<Range<usize>> {
        self.handle
            .find_iter(text)
            .map(|found| found.range())
            .find(|range| !follows(text, range.start, |before| before.is_ascii_alphanumeric()))
    }

    fn phone(&self, text: &str) -> Option<Range<usize>> {
        if !may_have_phone(text) {
            return None;
        }
        self.phone.find_iter(text).map(|found| found.range()).find(|range| {
            let inside_number = |before: char| before.is_ascii_digit() || matches!(before, '.' | ',');
            let found = text.get(range.clone()).unwrap_or_default();
            !follows(text, range.start, inside_number) && !self.date.is_match(found)
        })
    }
}

/// Returns false if a text has too few digits for [`PHONE`], as most texts have.
fn may_have_phone(text: &str) -> bool {
    let (mut digits, mut close, mut most, mut gap) = (0, 0, 0, 0);
    for byte in text.bytes() {
        if byte.is_ascii_digit() {
            digits += 1;
            close = if gap > MAX_PHONE_GAP { 1 } else { close + 1 };
            most = most.max(close);
            gap = 0;
        } else {
            gap += 1;
        }
    }
    digits >= MIN_PHONE_DIGITS && most >= MIN_CLOSE_DIGITS
}

/// Returns true if the character before a position is of a kind.
fn follows(text: &str, place: usize, kind: impl Fn(char) -> bool) -> bool {
    text.get(..place).and_then(|before| before.chars().next_back()).is_some_and(kind)
}

/// Returns true if a link is a URL, not a name with a dot such as brands, files and abbreviations have. A URL has a
/// scheme, begins with `www.`, or has a path after an existing top-level domain.
fn is_url(link: &str) -> bool {
    let has_domain = |(host, _): (&str, &str)| {
        let (host, _port) = host.split_once(':').unwrap_or((host, ""));
        let top = host.rsplit('.').next().unwrap_or_default();
        // "the end.Watch/Download" is two sentences; "BIT.LY/X" is a URL.
        let one_case = top.bytes().all(|byte| !byte.is_ascii_uppercase()) || host.to_uppercase() == host;
        one_case && tld::exist(&top.to_ascii_lowercase())
    };
    link.contains("://")
        || link.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."))
        || link.split_once('/').is_some_and(has_domain)
}

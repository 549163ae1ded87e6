//! Command-line options: alternating names and values.

use std::collections::HashMap;
use std::io::{Error, ErrorKind, Result};

/// The given options, and defaults for others.
pub struct Options<'a>(HashMap<&'a str, &'a str>);

impl<'a> Options<'a> {
    /// Parses the known options.
    pub fn read(arguments: &'a [String], known: &[&str], otherwise: &[(&'a str, &'a str)]) -> Result<Options<'a>> {
        let mut options: HashMap<&str, &str> = otherwise.iter().copied().collect();
        for pair in arguments.chunks(2) {
            let [name, value] = pair else {
                return Err(wrong(format!("{} needs a value", pair[0])));
            };
            if !known.contains(&name.as_str()) {
                return Err(wrong(format!("{name} is not allowed. Allowed: {known:?}")));
            }
            options.insert(name, value);
        }
        Ok(Options(options))
    }

    /// Returns the text of an option.
    pub fn text(&self, name: &str) -> Result<&'a str> {
        self.0.get(name).copied().ok_or_else(|| wrong(format!("{name} is required")))
    }

    /// Returns an option with one of some values.
    pub fn one_of(&self, name: &str, allowed: &[&str]) -> Result<&'a str> {
        let text = self.text(name)?;
        match allowed.contains(&text) {
            true => Ok(text),
            false => Err(wrong(format!("{name} {text} is not allowed. Allowed: {allowed:?}"))),
        }
    }

    /// Returns a whole number.
    pub fn number(&self, name: &str) -> Result<u64> {
        let text = self.text(name)?;
        text.parse().map_err(|_| wrong(format!("{name} must be a whole number. Got {text}")))
    }

    /// Returns the requested operations, each with its position among all: one of them, or `all`.
    pub fn operations(&self, all: &[&'static str]) -> Result<Vec<(u64, &'static str)>> {
        let allowed: Vec<&str> = [&["all"], all].concat();
        let requested = self.one_of("--operation", &allowed)?;
        let operations = (0..).zip(all.iter().copied());
        Ok(operations.filter(|(_, operation)| requested == "all" || requested == *operation).collect())
    }
}

/// Returns the error of an invalid option.
pub fn wrong(message: String) -> Error {
    Error::new(ErrorKind::InvalidInput, message)
}

//! Options of the command line: names and values in turns.

use std::collections::HashMap;
use std::io::{Error, ErrorKind, Result};

/// The options that were given, and those that have a default.
pub struct Options<'a>(HashMap<&'a str, &'a str>);

impl<'a> Options<'a> {
    /// Reads what is known.
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

    /// What an option is.
    pub fn text(&self, name: &str) -> Result<&'a str> {
        self.0.get(name).copied().ok_or_else(|| wrong(format!("{name} is required")))
    }

    /// One of some names.
    pub fn one_of(&self, name: &str, allowed: &[&str]) -> Result<&'a str> {
        let text = self.text(name)?;
        match allowed.contains(&text) {
            true => Ok(text),
            false => Err(wrong(format!("{name} {text} is not allowed. Allowed: {allowed:?}"))),
        }
    }

    /// A whole number.
    pub fn number(&self, name: &str) -> Result<u64> {
        let text = self.text(name)?;
        text.parse().map_err(|_| wrong(format!("{name} must be a whole number. Got {text}")))
    }

    /// The operations that are asked for, each with its place among all: one of them, or `all`.
    pub fn operations(&self, all: &[&'static str]) -> Result<Vec<(u64, &'static str)>> {
        let allowed: Vec<&str> = [&["all"], all].concat();
        let asked = self.one_of("--operation", &allowed)?;
        let operations = (0..).zip(all.iter().copied());
        Ok(operations.filter(|(_, operation)| asked == "all" || asked == *operation).collect())
    }
}

/// What was given makes no sense.
pub fn wrong(message: String) -> Error {
    Error::new(ErrorKind::InvalidInput, message)
}

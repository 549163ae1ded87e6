//! Confirmation at the terminal, before what cannot be undone.

use crate::failure::usage;
use crate::output::visible_lines;
use anyhow::bail;
use std::io::{IsTerminal as _, Write as _, stdin, stdout};

/// Asks whoever is at the terminal; `what` asks, with `question`.
pub fn confirm(what: &str, question: &str) -> anyhow::Result<()> {
    if !stdin().is_terminal() {
        return Err(usage(format!(
            "{what} asks for confirmation, but nobody is at the terminal. Add --yes, or --dry-run to see what it would do"
        )));
    }
    eprint!("{} Type yes: ", visible_lines(question));
    stdout().flush()?;
    let mut answer = String::new();
    stdin().read_line(&mut answer)?;
    if answer.trim() != "yes" {
        bail!("not confirmed; nothing was changed");
    }
    Ok(())
}

//! Asks for confirmation before an action that cannot be undone.

use crate::failure::usage_error;
use crate::output::visible_lines;
use anyhow::bail;
use std::io::{IsTerminal as _, Write as _, stdin, stdout};

/// Asks `question` at the terminal. `what` names the action, such as "a rollback".
///
/// # Errors
/// Returns a usage error without a terminal, and another error for any answer except "yes".
pub fn confirm(what: &str, question: &str) -> anyhow::Result<()> {
    if !stdin().is_terminal() {
        return Err(usage_error(format!(
            "{what} needs confirmation, but there is no terminal. Add --yes, or --dry-run to see what it would do"
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

//! Prints the description on standard output.

use std::io::{Write, stdout};

fn main() -> Result<(), std::io::Error> {
    writeln!(stdout(), "{}", overheard_describe::description())
}

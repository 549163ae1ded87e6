//! Documents in: every check of an import, and the operator's command that runs it.

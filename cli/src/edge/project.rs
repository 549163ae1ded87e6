//! The project that contains the current folder.

use crate::failure::usage_error;
use anyhow::{Context as _, bail};
use serde::Deserialize;
use std::path::{Path, PathBuf};

const SECRET_NAME: &str = "ADMIN_SECRET";
const SECRETS_FILE: &str = ".dev.vars";
/// The file that a running local edge writes.
const RUNNING_FILE: &str = ".wrangler/edge.json";
/// The prefix of every local edge URL.
const LOOPBACK_URL: &str = "http://127.0.0.1:";
/// The script that starts the local edge.
pub const SCRIPT: &str = "scripts/edge.mjs";
/// The files that identify a project folder.
const PROJECT_FILES: [&str; 2] = ["wrangler.toml", SCRIPT];

/// A folder with the sources of Overheard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    root: PathBuf,
}

/// The content of the file that a running local edge writes.
#[derive(Deserialize)]
struct EdgeFile {
    url: String,
}

impl Project {
    /// Finds the project of the current folder: the folder itself or its nearest ancestor.
    pub fn here() -> anyhow::Result<Self> {
        let here = std::env::current_dir().context("the current folder cannot be read")?;
        Self::of(&here).ok_or_else(|| {
            usage_error(format!(
                "{} is not in a project folder (one with {}): run this inside the project, or name the edge with --to URL",
                here.display(),
                PROJECT_FILES.join(" and ")
            ))
        })
    }

    fn of(folder: &Path) -> Option<Self> {
        let is_project = |folder: &&Path| PROJECT_FILES.iter().all(|mark| folder.join(mark).is_file());
        folder.ancestors().find(is_project).map(|root| Self { root: root.to_owned() })
    }

    /// Returns the project folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Reads the admin secret of the local edge.
    pub fn secret(&self) -> anyhow::Result<String> {
        let file = self.root.join(SECRETS_FILE);
        if !file.is_file() {
            return Err(usage_error(format!(
                "there is no {}: run `npm start`, which makes it, or name the edge with --to URL",
                file.display()
            )));
        }
        let variables = dotenvy::from_path_iter(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        for variable in variables {
            let (name, value) = variable.with_context(|| format!("{} is not a list of NAME=value", file.display()))?;
            if name == SECRET_NAME && !value.is_empty() {
                return Ok(value);
            }
        }
        bail!("{} has no {SECRET_NAME}: add a line {SECRET_NAME}=…, or let `npm start` make one", file.display())
    }

    /// Returns the URL recorded by the local edge. The edge may have ended since, and another process may listen there.
    pub fn recorded_url(&self) -> Option<String> {
        let text = std::fs::read_to_string(self.root.join(RUNNING_FILE)).ok()?;
        let running = serde_json::from_str::<EdgeFile>(&text).ok()?;
        Some(running.url).filter(|url| url.starts_with(LOOPBACK_URL))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_folder_that_is_a_project_is_meant() {
        let outer = tempfile::tempdir().unwrap();
        let make = |root: &Path| {
            std::fs::create_dir_all(root.join("scripts")).unwrap();
            PROJECT_FILES.iter().for_each(|mark| std::fs::write(root.join(mark), "").unwrap());
        };
        let inner = outer.path().join("inner");
        let below = inner.join("a/b");
        std::fs::create_dir_all(&below).unwrap();
        assert_eq!(Project::of(&below), None);
        make(outer.path());
        assert_eq!(Project::of(&below).unwrap().root(), outer.path());
        make(&inner);
        assert_eq!(Project::of(&below).unwrap().root(), inner);
        assert_eq!(Project::of(outer.path()).unwrap().root(), outer.path());
    }

    #[test]
    fn secrets_of_other_projects_are_not_looked_for() {
        let folder = tempfile::tempdir().unwrap();
        let project = Project { root: folder.path().join("project") };
        std::fs::create_dir(project.root()).unwrap();
        std::fs::write(folder.path().join(SECRETS_FILE), "ADMIN_SECRET=other\n").unwrap();
        assert!(project.secret().unwrap_err().is::<crate::failure::UsageError>());
        std::fs::write(project.root().join(SECRETS_FILE), "OTHER=1\nADMIN_SECRET=own\n").unwrap();
        assert_eq!(project.secret().unwrap(), "own");
    }
}

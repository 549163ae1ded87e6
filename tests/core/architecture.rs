//! The rooms of the core, as ARCHITECTURE.md lists them, held to what the files in `src/` import.
//!
//! Files are read as tokens, so that paths in the bodies of macros count as well. Only what is compiled outside of tests
//! is looked at: modules are followed from `lib.rs`, and items behind `#[cfg(test)]` are left out.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of `src/` on which the code depends on a feature, besides the doors of rooms in `lib.rs`: there features
/// belong. The number may be lowered, not raised.
const MAX_FEATURE_GATES: usize = 17;

/// What was found in the core, with the places (file and line).
#[derive(Default)]
struct Core {
    /// The modules that `lib.rs` declares.
    rooms: BTreeSet<String>,
    /// What a room uses, as `(room, used)`.
    uses: BTreeMap<(String, String), Vec<String>>,
    /// The public types by name.
    types: BTreeMap<String, Vec<String>>,
}

#[test]
fn rooms_use_only_rooms_below_them() {
    let rooms = table();
    let floor = |name: &str| rooms.iter().position(|(room, _)| room == name);
    let mut faults = Vec::new();
    for ((room, used), places) in Core::read().uses {
        let fault = match (floor(&room), floor(&used)) {
            (_, None) => format!("{room} uses {used}, which is no room of the table in ARCHITECTURE.md"),
            (Some(own), Some(other)) if other < own => format!("{room} uses {used}, which is above it"),
            _ => continue,
        };
        faults.extend(places.iter().map(|place| format!("{place}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_table_has_the_rooms_of_the_core() {
    let table = table();
    for (room, place) in &table {
        assert!(
            place.starts_with(&format!("src/{room}")) && root().join(place).exists(),
            "{room}: there is no {place}"
        );
    }
    let listed: BTreeSet<_> = table.iter().map(|(room, _)| room.clone()).collect();
    assert_eq!(listed.len(), table.len(), "each room stands in the table once");
    assert_eq!(listed, Core::read().rooms, "rooms of ARCHITECTURE.md, and modules of src/lib.rs");
}

#[test]
fn a_public_type_has_a_name_of_its_own() {
    let mut shared = Core::read().types;
    shared.retain(|_, places| places.len() > 1);
    let faults: Vec<_> = shared.iter().map(|(name, places)| format!("{name}: {}", places.join(", "))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn few_lines_depend_on_features() {
    let mut folders = vec![root().join("src")];
    let mut gates = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("src/lib.rs") {
                let text = fs::read_to_string(path).unwrap();
                gates += text.lines().filter(|line| line.contains("cfg") && line.contains("feature =")).count();
            }
        }
    }
    assert!(gates <= MAX_FEATURE_GATES, "{gates} lines depend on features, and {MAX_FEATURE_GATES} may");
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The table of rooms, the highest floor first: names, and their folders or files.
fn table() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let rows = text.lines().skip_while(|line| !line.starts_with("| Room |")).skip(2);
    let cell = |text: &str| text.trim().trim_matches('`').to_owned();
    let rooms: Vec<_> = rows
        .take_while(|line| line.starts_with('|'))
        .filter_map(|row| row.trim_start_matches('|').split_once('|'))
        .map(|(room, rest)| (cell(room), cell(rest.split('|').next().unwrap())))
        .collect();
    assert!(!rooms.is_empty(), "ARCHITECTURE.md has a table of rooms");
    rooms
}

impl Core {
    /// Everything that is compiled into the core, outside of its tests.
    fn read() -> Self {
        let mut core = Self::default();
        core.file(&[], &root().join("src/lib.rs"));
        assert!(core.types.len() > 100 && core.uses.len() > 10, "the files of the core were read");
        core
    }

    fn file(&mut self, module: &[String], file: &Path) {
        let tokens: TokenStream = fs::read_to_string(file).unwrap().parse().unwrap();
        self.scan(module, file, tokens);
    }

    fn scan(&mut self, module: &[String], file: &Path, tokens: TokenStream) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut rest = tokens.as_slice();
        while let [token, after @ ..] = rest {
            rest = match token {
                TokenTree::Punct(hash) if hash.as_char() == '#' && after.first().is_some_and(is_test_only) => {
                    behind_item(after)
                }
                TokenTree::Ident(word) if word == "mod" => self.module(module, file, after),
                TokenTree::Ident(word) if word == "pub" => self.visibility(file, after),
                TokenTree::Ident(word) if word == "crate" => self.path(module, 0, file, after),
                TokenTree::Ident(word) if word == "super" => self.path(module, module.len() - 1, file, after),
                TokenTree::Group(group) => {
                    self.scan(module, file, group.stream());
                    after
                }
                _ => after,
            }
        }
    }

    /// `mod name;` or `mod name { … }`.
    fn module<'a>(&mut self, module: &[String], file: &Path, after: &'a [TokenTree]) -> &'a [TokenTree] {
        let [TokenTree::Ident(name), body, rest @ ..] = after else { return after };
        let inner = [module, &[name.to_string()]].concat();
        if module.is_empty() {
            self.rooms.insert(name.to_string());
        }
        if let TokenTree::Group(group) = body {
            self.scan(&inner, file, group.stream());
        } else {
            let folder = root().join("src").join(inner.join("/"));
            let beside = folder.with_extension("rs");
            self.file(&inner, &if beside.exists() { beside } else { folder.join("mod.rs") });
        }
        rest
    }

    /// `pub struct Name` and the like; `pub(crate)` is not public.
    fn visibility<'a>(&mut self, file: &Path, after: &'a [TokenTree]) -> &'a [TokenTree] {
        if let [TokenTree::Ident(what), TokenTree::Ident(name), ..] = after
            && ["struct", "enum", "trait", "type", "union"].iter().any(|keyword| what == keyword)
        {
            self.types.entry(name.to_string()).or_default().push(place(file, name.span()));
        }
        after
    }

    /// What follows `crate` or `super`, in a path that begins so many modules below the root: there, its names are rooms.
    fn path<'a>(&mut self, module: &[String], depth: usize, file: &Path, after: &'a [TokenTree]) -> &'a [TokenTree] {
        let [TokenTree::Punct(one), TokenTree::Punct(two), rest @ ..] = after else { return after };
        if (one.as_char(), two.as_char()) != (':', ':') {
            return after;
        }
        match rest {
            [TokenTree::Ident(word), rest @ ..] if word == "super" => self.path(module, depth - 1, file, rest),
            [TokenTree::Group(group), ..] if depth == 0 => {
                let tokens: Vec<_> = group.stream().into_iter().collect();
                for name in tokens.split(is_comma).filter_map(<[_]>::first) {
                    self.room(module, file, name);
                }
                rest
            }
            [name, ..] if depth == 0 => {
                self.room(module, file, name);
                rest
            }
            _ => rest,
        }
    }

    fn room(&mut self, module: &[String], file: &Path, used: &TokenTree) {
        let pair = (module.first().cloned().unwrap_or_else(|| "lib.rs".into()), used.to_string());
        self.uses.entry(pair).or_default().push(place(file, used.span()));
    }
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')
}

/// Whether an attribute's brackets say `cfg(test)` or `cfg(all(test, …))`.
fn is_test_only(brackets: &TokenTree) -> bool {
    let text: String = brackets.to_string().split_whitespace().collect();
    text == "[cfg(test)]" || text.starts_with("[cfg(all(test,")
}

/// What follows the item with this attribute: it ends with braces or a semicolon.
fn behind_item(attribute: &[TokenTree]) -> &[TokenTree] {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    };
    let end = attribute.iter().position(ends).unwrap();
    attribute.get(end + 1..).unwrap()
}

fn place(file: &Path, at: Span) -> String {
    format!("{}:{}", file.strip_prefix(root()).unwrap().display(), at.start().line)
}

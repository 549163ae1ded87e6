//! Reads Rust files as tokens, so that paths and types in the bodies of macros count as well.
//!
//! [`CrateSource`] only reads code that is compiled outside of tests: it follows modules from the root, and skips items
//! after `#[cfg(test)]`. [`public_types`] reads all files of a folder.

use super::root;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The path of a module or an item, from the root of its crate.
type ModulePath = Vec<String>;

/// A path that a file names with `crate`, `super` or `self`.
pub struct PathUse {
    /// The module of the file.
    pub by: ModulePath,
    pub path: ModulePath,
    /// The file and the line.
    pub place: String,
}

/// The places of types by name.
type TypePlaces = BTreeMap<String, Vec<String>>;

/// The modules and uses of a crate.
#[derive(Default)]
pub struct CrateSource {
    /// The folder of the crate's root.
    folder: PathBuf,
    /// The modules that are files.
    modules: BTreeSet<ModulePath>,
    pub uses: Vec<PathUse>,
}

/// The position of tokens: a file, its module, and the module around them, which may be an inline one.
#[derive(Clone, Copy)]
struct Scope<'a> {
    file: &'a Path,
    by: &'a [String],
    module: &'a [String],
}

impl CrateSource {
    /// Reads a crate from its root file, given by its path in the project.
    pub fn read(path: &str) -> Self {
        let file = root().join(path);
        let mut source = Self { folder: file.parent().unwrap().to_owned(), ..Self::default() };
        source.file(&[], &file);
        source
    }

    /// Returns the modules that the root declares.
    pub fn top_modules(&self) -> BTreeSet<String> {
        self.modules.iter().filter_map(|module| module.first().cloned()).collect()
    }

    /// Returns the module with a file of its own that contains a path's item, or none for the root.
    pub fn module_of<'a>(&self, path: &'a [String]) -> Option<&'a [String]> {
        (1..=path.len()).rev().map(|length| &path[..length]).find(|start| self.modules.contains(*start))
    }

    fn file(&mut self, module: &[String], file: &Path) {
        self.modules.insert(module.to_vec());
        self.scan(Scope { file, by: module, module }, tokens(file));
    }

    fn scan(&mut self, scope: Scope<'_>, tokens: TokenStream) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut rest = tokens.as_slice();
        while let [token, after @ ..] = rest {
            rest = match token {
                TokenTree::Punct(hash) if hash.as_char() == '#' && after.first().is_some_and(is_test_only) => {
                    behind_item(after)
                }
                TokenTree::Ident(word) if word == "mod" => self.module(scope, after),
                TokenTree::Ident(word) if word == "crate" => self.path(scope, Vec::new(), word, after),
                TokenTree::Ident(word) if word == "super" => self.path(scope, parent(scope.module), word, after),
                TokenTree::Ident(word) if word == "self" => self.path(scope, scope.module.to_vec(), word, after),
                TokenTree::Group(group) => {
                    self.scan(scope, group.stream());
                    after
                }
                _ => after,
            }
        }
    }

    /// Reads `mod name;` or `mod name { … }`.
    fn module<'a>(&mut self, scope: Scope<'_>, after: &'a [TokenTree]) -> &'a [TokenTree] {
        let [TokenTree::Ident(name), body, rest @ ..] = after else { return after };
        let inner = [scope.module, &[name.to_string()]].concat();
        if let TokenTree::Group(group) = body {
            self.scan(Scope { module: &inner, ..scope }, group.stream());
        } else {
            let folder = self.folder.join(inner.join("/"));
            let beside = folder.with_extension("rs");
            self.file(&inner, &if beside.exists() { beside } else { folder.join("mod.rs") });
        }
        rest
    }

    /// Reads the rest of a path after `word`, which completed `path`, and records the path at its end.
    fn path<'a>(
        &mut self,
        scope: Scope<'_>,
        path: ModulePath,
        word: &Ident,
        after: &'a [TokenTree],
    ) -> &'a [TokenTree] {
        let [TokenTree::Punct(one), TokenTree::Punct(two), rest @ ..] = after else {
            self.note(scope, path, word.span());
            return after;
        };
        if (one.as_char(), two.as_char()) != (':', ':') {
            self.note(scope, path, word.span());
            return after;
        }
        match rest {
            [TokenTree::Ident(next), rest @ ..] => self.path(scope, joined(path, next), next, rest),
            [TokenTree::Group(group), rest @ ..] => {
                let tokens: Vec<_> = group.stream().into_iter().collect();
                for item in tokens.split(is_comma) {
                    if let [TokenTree::Ident(next), rest @ ..] = item {
                        self.path(scope, joined(path.clone(), next), next, rest);
                    }
                }
                rest
            }
            _ => {
                self.note(scope, path, word.span());
                rest
            }
        }
    }

    fn note(&mut self, scope: Scope<'_>, path: ModulePath, at: Span) {
        self.uses.push(PathUse { by: scope.by.to_vec(), path, place: place(scope.file, at) });
    }
}

/// Returns the places of the public types in some folders, by name. Test modules count, because other files import their
/// types as well.
pub fn public_types(folders: &[&str]) -> TypePlaces {
    let mut types = TypePlaces::new();
    for file in folders.iter().flat_map(|folder| rust_files(folder)) {
        add_public_types(&mut types, &file, tokens(&file));
    }
    types
}

/// Adds `pub struct Name` and the like; `pub(crate)` is not public.
fn add_public_types(types: &mut TypePlaces, file: &Path, tokens: TokenStream) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for window in tokens.windows(3) {
        if let [TokenTree::Ident(word), TokenTree::Ident(keyword), TokenTree::Ident(name)] = window
            && word == "pub"
            && ["struct", "enum", "trait", "type", "union"].iter().any(|expected| keyword == expected)
        {
            types.entry(name.to_string()).or_default().push(place(file, name.span()));
        }
    }
    for token in tokens {
        if let TokenTree::Group(group) = token {
            add_public_types(types, file, group.stream());
        }
    }
}

/// Returns the Rust files of a folder of the project, except in hidden folders and those of tools.
pub fn rust_files(folder: &str) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![root().join(folder)], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() && !name.starts_with('.') && !["node_modules", "target"].contains(&name) {
                folders.push(path);
            } else if name.ends_with(".rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn tokens(file: &Path) -> TokenStream {
    fs::read_to_string(file).unwrap().parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn parent(module: &[String]) -> ModulePath {
    module.split_last().map_or_else(Vec::new, |(_, parent)| parent.to_vec())
}

/// Returns a path with one more segment.
fn joined(path: ModulePath, word: &Ident) -> ModulePath {
    match word.to_string().as_str() {
        "self" => path,
        "super" => parent(&path),
        word => [path, vec![word.to_owned()]].concat(),
    }
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')
}

/// Returns true for the brackets of `cfg(test)` and `cfg(all(test, …))`.
fn is_test_only(brackets: &TokenTree) -> bool {
    let text: String = brackets.to_string().split_whitespace().collect();
    text == "[cfg(test)]" || text.starts_with("[cfg(all(test,")
}

/// Skips the item with this attribute, which ends with braces or a semicolon.
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

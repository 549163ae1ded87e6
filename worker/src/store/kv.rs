//! A namespace of KV: nothing else speaks to it.

use std::fmt::Display;
use worker::KvStore;

/// What KV says instead of an answer.
pub type Fault = String;

/// A namespace: texts by name.
pub trait Kv {
    /// The text of a name.
    async fn get(&self, name: &str) -> Result<Option<String>, Fault>;

    /// Keeps a text under a name.
    async fn put(&self, name: &str, text: String) -> Result<(), Fault>;

    /// Forgets a name.
    async fn delete(&self, name: &str) -> Result<(), Fault>;

    /// A part of the names that begin alike, and what the next part is asked for with.
    async fn list(&self, prefix: &str, cursor: Option<String>) -> Result<(Vec<String>, Option<String>), Fault>;
}

impl Kv for KvStore {
    async fn get(&self, name: &str) -> Result<Option<String>, Fault> {
        self.get(name).text().await.map_err(said)
    }

    async fn put(&self, name: &str, text: String) -> Result<(), Fault> {
        self.put(name, text).map_err(said)?.execute().await.map_err(said)
    }

    async fn delete(&self, name: &str) -> Result<(), Fault> {
        self.delete(name).await.map_err(said)
    }

    async fn list(&self, prefix: &str, cursor: Option<String>) -> Result<(Vec<String>, Option<String>), Fault> {
        let list = self.list().prefix(prefix.to_owned());
        let list = cursor.into_iter().fold(list, |list, cursor| list.cursor(cursor));
        let page = list.execute().await.map_err(said)?;
        let names = page.keys.into_iter().map(|key| key.name).collect();
        Ok((names, page.cursor.filter(|_| !page.list_complete)))
    }
}

fn said(error: impl Display) -> Fault {
    error.to_string()
}

#[cfg(test)]
pub mod testing {
    use super::{Fault, Kv};
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeMap;

    /// Names of a part of a list.
    const PART: usize = 2;

    /// A namespace in memory that notes what is done to it.
    #[derive(Default)]
    pub struct Memory {
        pub texts: RefCell<BTreeMap<String, String>>,
        pub done: RefCell<Vec<String>>,
        pub fails: Cell<bool>,
    }

    impl Memory {
        fn note(&self, what: &str, name: &str) -> Result<(), Fault> {
            self.done.borrow_mut().push(format!("{what} {name}"));
            if self.fails.get() { Err("broken on purpose".to_owned()) } else { Ok(()) }
        }
    }

    impl Kv for &Memory {
        async fn get(&self, name: &str) -> Result<Option<String>, Fault> {
            self.note("get", name)?;
            Ok(self.texts.borrow().get(name).cloned())
        }

        async fn put(&self, name: &str, text: String) -> Result<(), Fault> {
            self.note("put", name)?;
            self.texts.borrow_mut().insert(name.to_owned(), text);
            Ok(())
        }

        async fn delete(&self, name: &str) -> Result<(), Fault> {
            self.note("delete", name)?;
            self.texts.borrow_mut().remove(name);
            Ok(())
        }

        async fn list(&self, prefix: &str, cursor: Option<String>) -> Result<(Vec<String>, Option<String>), Fault> {
            self.note("list", prefix)?;
            let texts = self.texts.borrow();
            let behind = texts.keys().filter(|name| name.starts_with(prefix) && cursor.as_ref() < Some(*name));
            let names: Vec<String> = behind.take(PART).cloned().collect();
            let next = (names.len() == PART).then(|| names.last().cloned()).flatten();
            Ok((names, next))
        }
    }
}

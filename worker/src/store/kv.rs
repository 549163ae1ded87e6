//! Access to a namespace of KV. No other code calls it.

use std::fmt::Display;
use worker::KvStore;

/// The error message of KV.
pub type KvError = String;

/// A namespace of texts by name.
pub trait KvNamespace {
    /// Reads the text of a name.
    async fn get(&self, name: &str) -> Result<Option<String>, KvError>;

    /// Writes the text of a name.
    async fn put(&self, name: &str, text: String) -> Result<(), KvError>;

    /// Removes a name.
    async fn delete(&self, name: &str) -> Result<(), KvError>;

    /// Lists a page of the names with a prefix. Returns them with the cursor of the next page.
    async fn list(&self, prefix: &str, cursor: Option<String>) -> Result<(Vec<String>, Option<String>), KvError>;
}

impl KvNamespace for KvStore {
    async fn get(&self, name: &str) -> Result<Option<String>, KvError> {
        self.get(name).text().await.map_err(message)
    }

    async fn put(&self, name: &str, text: String) -> Result<(), KvError> {
        self.put(name, text).map_err(message)?.execute().await.map_err(message)
    }

    async fn delete(&self, name: &str) -> Result<(), KvError> {
        self.delete(name).await.map_err(message)
    }

    async fn list(&self, prefix: &str, cursor: Option<String>) -> Result<(Vec<String>, Option<String>), KvError> {
        let list = self.list().prefix(prefix.to_owned());
        let list = cursor.into_iter().fold(list, |list, cursor| list.cursor(cursor));
        let page = list.execute().await.map_err(message)?;
        let names = page.keys.into_iter().map(|key| key.name).collect();
        Ok((names, page.cursor.filter(|_| !page.list_complete)))
    }
}

fn message(error: impl Display) -> KvError {
    error.to_string()
}

#[cfg(test)]
pub mod testing {
    use super::{KvError, KvNamespace};
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeMap;

    /// Names in a page.
    const PAGE: usize = 2;

    /// A namespace in memory that logs its calls.
    #[derive(Default)]
    pub struct Memory {
        pub texts: RefCell<BTreeMap<String, String>>,
        pub done: RefCell<Vec<String>>,
        pub fails: Cell<bool>,
    }

    impl Memory {
        fn log(&self, call: &str, name: &str) -> Result<(), KvError> {
            self.done.borrow_mut().push(format!("{call} {name}"));
            if self.fails.get() { Err("broken on purpose".to_owned()) } else { Ok(()) }
        }
    }

    impl KvNamespace for &Memory {
        async fn get(&self, name: &str) -> Result<Option<String>, KvError> {
            self.log("get", name)?;
            Ok(self.texts.borrow().get(name).cloned())
        }

        async fn put(&self, name: &str, text: String) -> Result<(), KvError> {
            self.log("put", name)?;
            self.texts.borrow_mut().insert(name.to_owned(), text);
            Ok(())
        }

        async fn delete(&self, name: &str) -> Result<(), KvError> {
            self.log("delete", name)?;
            self.texts.borrow_mut().remove(name);
            Ok(())
        }

        async fn list(&self, prefix: &str, cursor: Option<String>) -> Result<(Vec<String>, Option<String>), KvError> {
            self.log("list", prefix)?;
            let texts = self.texts.borrow();
            let behind = texts.keys().filter(|name| name.starts_with(prefix) && cursor.as_ref() < Some(*name));
            let names: Vec<String> = behind.take(PAGE).cloned().collect();
            let next = (names.len() == PAGE).then(|| names.last().cloned()).flatten();
            Ok((names, next))
        }
    }
}

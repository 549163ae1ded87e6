//! Parquet files, written by the Worker's script (`parquet.js`).

use serde_json::value::RawValue;
use worker::wasm_bindgen::JsValue;
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::{js_sys, wasm_bindgen};

#[wasm_bindgen(raw_module = "platform-calls")]
extern "C" {
    #[wasm_bindgen(js_name = ParquetFile)]
    type Script;

    #[wasm_bindgen(constructor, js_class = "ParquetFile", catch)]
    fn new(columns: &str) -> Result<Script, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn add(this: &Script, list: &str) -> Result<js_sys::Uint8Array, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn finish(this: &Script) -> Result<js_sys::Uint8Array, JsValue>;
}

/// A Parquet file that is written in chunks.
pub struct ParquetFile(Script);

impl ParquetFile {
    /// Begins a file with columns as [`overheard::report::mentions::parquet_columns`] describes them.
    ///
    /// # Errors
    /// The message of the script's exception.
    pub fn new(columns: &str) -> Result<Self, String> {
        Script::new(columns).map(Self).map_err(message)
    }

    /// Adds objects as a row group. Returns the bytes since the last call.
    ///
    /// # Errors
    /// The message of the script's exception.
    pub fn add(&self, items: &[&RawValue]) -> Result<Vec<u8>, String> {
        let items: Vec<&str> = items.iter().map(|item| item.get()).collect();
        self.0.add(&format!("[{}]", items.join(","))).map(|bytes| bytes.to_vec()).map_err(message)
    }

    /// Completes the file. Returns the bytes since the last call.
    ///
    /// # Errors
    /// The message of the script's exception.
    pub fn finish(self) -> Result<Vec<u8>, String> {
        self.0.finish().map(|bytes| bytes.to_vec()).map_err(message)
    }
}

fn message(exception: JsValue) -> String {
    format!("{exception:?}")
}

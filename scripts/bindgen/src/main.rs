//! Writes the JavaScript that loads a compiled module.
//!
//! `overheard-bindgen worker|node MODULE.wasm FOLDER` writes `index.js` and `index_bg.wasm` into FOLDER, which it
//! creates if needed.

use std::env;
use std::ffi::OsStr;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "Usage: overheard-bindgen worker|node MODULE.wasm FOLDER";

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let written = match arguments.as_slice() {
        [host, module, folder] if host == "worker" => for_worker().and_then(|bindgen| write(bindgen, module, folder)),
        [host, module, folder] if host == "node" => for_node().and_then(|bindgen| write(bindgen, module, folder)),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("overheard-bindgen: {error}");
            ExitCode::FAILURE
        }
    }
}

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Returns a generator for a module that a Worker can instantiate again after a trap.
fn for_worker() -> Result<Bindgen> {
    let mut bindgen = Bindgen::new();
    bindgen.module(true)?.reset_state_function(true).force_enable_abort_handler(true);
    Ok(bindgen)
}

/// Returns a generator for a module in Node.js.
fn for_node() -> Result<Bindgen> {
    let mut bindgen = Bindgen::new();
    bindgen.nodejs_module(true)?;
    Ok(bindgen)
}

/// Writes a module and its loader.
fn write(mut bindgen: Bindgen, module: &OsStr, folder: &OsStr) -> Result<()> {
    bindgen
        .input_path(module)
        .out_name("index")
        .typescript(false)
        .generate(folder)
        .map_err(|error| format!("{error:#}").into())
}

//! Writes the JavaScript that loads the compiled module of a Worker.
//!
//! `overheard-bindgen MODULE.wasm FOLDER` writes `index.js` and `index_bg.wasm` into FOLDER, which it makes if needed.

use std::env;
use std::ffi::OsStr;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "Usage: overheard-bindgen MODULE.wasm FOLDER";

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match write(module, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("overheard-bindgen: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes a module that the Worker can instantiate a second time after a trap, and its loader.
fn write(module: &OsStr, folder: &OsStr) -> Result<(), Box<dyn std::error::Error>> {
    Bindgen::new()
        .module(true)?
        .input_path(module)
        .out_name("index")
        .typescript(false)
        .reset_state_function(true)
        .force_enable_abort_handler(true)
        .generate(folder)
        .map_err(|error| format!("{error:#}").into())
}

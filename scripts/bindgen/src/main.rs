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

/// Writes a module and its loader. Removes the hashes from names of functions, which stack traces show: they tell a
/// reader nothing, and take 3 % of the compressed module.
fn write(mut bindgen: Bindgen, module: &OsStr, folder: &OsStr) -> Result<()> {
    let generated = bindgen.input_path(module).out_name("index").typescript(false).generate_output();
    let mut output = generated.map_err(|error| format!("{error:#}"))?;
    for function in output.wasm_mut().funcs.iter_mut() {
        if let Some(name) = &mut function.name {
            name.truncate(without_hash(name).len());
        }
    }
    output.emit(folder).map_err(|error| format!("{error:#}").into())
}

/// Returns a function's name without the hash that rustc appends: `::h` and 16 hexadecimal digits.
fn without_hash(name: &str) -> &str {
    match name.rsplit_once("::h") {
        Some((path, hash)) if hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()) => path,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::without_hash;

    #[test]
    fn a_name_loses_only_its_hash() {
        assert_eq!(without_hash("core::fmt::write::h0123456789abcdef"), "core::fmt::write");
        for name in ["core::fmt::write", "crate::h2::hash", "main", "a::h0123456789abcde", "a::h0123456789abcdeg"] {
            assert_eq!(without_hash(name), name);
        }
    }
}

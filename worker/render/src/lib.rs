//! Reports as PDF, as a WebAssembly module of its own: it lives as long as one report is made.
//!
//! # How it is spoken to
//! The host asks [`input`] for room, writes bytes there, and calls the function that takes them: [`content`] with the
//! report as JSON, which answers the numbers of the fonts it needs, a byte each; [`font`] with the number and the file of
//! each; then [`render`], which answers the document. Where an answer lies, [`output`] and [`output_length`] say. A
//! function that returns 0 answers what it was asked for, another one why not.

use overheard::report::content::ReportContent;
use overheard::report::fonts::FontName;
use overheard::report::pdf::fonts::{FontFile, needed};
use overheard::report::pdf::render as document;
use std::cell::RefCell;
use std::sync::Arc;

/// What was said so far.
#[derive(Default)]
struct Module {
    input: Vec<u8>,
    output: Vec<u8>,
    content: Option<ReportContent>,
    fonts: Vec<FontFile>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Room for so many bytes, until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.input = vec![0; length];
        module.input.as_mut_ptr()
    })
}

/// Takes the report.
#[unsafe(no_mangle)]
pub extern "C" fn content() -> u32 {
    MODULE.with_borrow_mut(|module| match serde_json::from_slice::<ReportContent>(&std::mem::take(&mut module.input)) {
        Ok(content) => {
            let number = |name: &FontName| FontName::ALL.iter().position(|known| known == name).unwrap_or(0) as u8;
            module.output = needed(&content).iter().map(number).collect();
            module.content = Some(content);
            0
        }
        Err(error) => module.fail(&error),
    })
}

/// Takes a font.
#[unsafe(no_mangle)]
pub extern "C" fn font(number: usize) -> u32 {
    MODULE.with_borrow_mut(|module| match FontName::ALL.get(number) {
        Some(name) => {
            let bytes = Arc::new(std::mem::take(&mut module.input));
            module.fonts.push(FontFile { name: *name, bytes });
            0
        }
        None => module.fail(&"there is no font of this number"),
    })
}

/// Makes the document.
#[unsafe(no_mangle)]
pub extern "C" fn render() -> u32 {
    MODULE.with_borrow_mut(|module| {
        let Some(content) = module.content.take() else { return module.fail(&"there is no report") };
        match document(&content, &std::mem::take(&mut module.fonts)) {
            Ok(bytes) => {
                module.output = bytes;
                0
            }
            Err(error) => module.fail(&error),
        }
    })
}

/// Where the answer lies.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    MODULE.with_borrow(|module| module.output.as_ptr())
}

/// How long it is.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    MODULE.with_borrow(|module| module.output.len())
}

impl Module {
    fn fail(&mut self, error: &dyn std::fmt::Display) -> u32 {
        self.output = error.to_string().into_bytes();
        1
    }
}
